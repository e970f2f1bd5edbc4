// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.Notification;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.event.repair.NamespaceRange;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/** Collects the content and the receivers of a notification. */
final class NotificationImpl implements Notification {
    /** The directives of notifications and registrations, and marks of libpmix, which are no content. */
    private static final Set<String> DIRECTIVES = Stream.of(
                    PMIxConstants.PMIX_EVENT_NON_DEFAULT(),
                    PMIxConstants.PMIX_EVENT_DO_NOT_CACHE(),
                    PMIxConstants.PMIX_EVENT_CUSTOM_RANGE(),
                    PMIxConstants.PMIX_EVENT_AFFECTED_PROC(),
                    PMIxConstants.PMIX_EVENT_AFFECTED_PROCS(),
                    PMIxConstants.PMIX_EVENT_TEXT_MESSAGE(),
                    PMIxConstants.PMIX_EVENT_STAYS_LOCAL(),
                    PMIxConstants.PMIX_EVENT_HDLR_NAME(),
                    PMIxConstants.PMIX_EVENT_HDLR_FIRST(),
                    PMIxConstants.PMIX_EVENT_HDLR_LAST(),
                    PMIxConstants.PMIX_EVENT_HDLR_FIRST_IN_CATEGORY(),
                    PMIxConstants.PMIX_EVENT_HDLR_LAST_IN_CATEGORY(),
                    PMIxConstants.PMIX_EVENT_HDLR_BEFORE(),
                    PMIxConstants.PMIX_EVENT_HDLR_AFTER(),
                    PMIxConstants.PMIX_EVENT_HDLR_PREPEND(),
                    PMIxConstants.PMIX_EVENT_HDLR_APPEND(),
                    PMIxConstants.PMIX_EVENT_ONESHOT(),
                    PMIxConstants.PMIX_EVENT_RETURN_OBJECT())
            .map(key -> key.getString(0))
            .collect(Collectors.toUnmodifiableSet());

    private final Handle handle;
    private final int code;
    private byte range;
    private @Nullable List<ProcId> targets;
    private @Nullable Group group;
    private final Set<ProcId> affected = new LinkedHashSet<>();
    private final List<Info> infos = new ArrayList<>();
    private @Nullable String text;
    private boolean defaults;
    private boolean cached;

    NotificationImpl(Handle handle, int code) {
        this.handle = handle;
        this.code = code;
    }

    // --- to whom -------------------------------------------------------------------------------------------------

    @Override
    public Notification toProcess() {
        return range(PMIxConstants.PMIX_RANGE_PROC_LOCAL());
    }

    @Override
    public Notification toNode() {
        return range(PMIxConstants.PMIX_RANGE_LOCAL());
    }

    @Override
    public Notification toNamespace() {
        return range(PMIxConstants.PMIX_RANGE_NAMESPACE());
    }

    @Override
    public Notification toSession() {
        return range(PMIxConstants.PMIX_RANGE_SESSION());
    }

    @Override
    public Notification toAll() {
        return range(PMIxConstants.PMIX_RANGE_GLOBAL());
    }

    @Override
    public Notification toHost() {
        return range(PMIxConstants.PMIX_RANGE_RM());
    }

    @Override
    public Notification to(Collection<ProcId> procs) {
        List<ProcId> copy = HandlerBuilderImpl.some("processes", new LinkedHashSet<>(procs));
        range(PMIxConstants.PMIX_RANGE_CUSTOM());
        this.targets = copy;
        return this;
    }

    @Override
    public Notification toGroup(Group value) {
        Checks.active(value);
        range(PMIxConstants.PMIX_RANGE_CUSTOM());
        this.group = value;
        return this;
    }

    @Override
    public Notification toGroupRanks(Group value, int... ranks) {
        Checks.active(value);
        return to(value.members().include(ranks));
    }

    private Notification range(int value) {
        if (range != 0) {
            throw new IllegalStateException("whom the notification is for was given already");
        }
        this.range = (byte) value;
        return this;
    }

    // --- what ----------------------------------------------------------------------------------------------------

    @Override
    public Notification affecting(Collection<ProcId> procs) {
        affected.addAll(List.copyOf(procs));
        return this;
    }

    @Override
    public Notification text(String message) {
        this.text = Checks.text("message", message);
        return this;
    }

    @Override
    public <T> Notification with(Key<T> key, T value) {
        if (DIRECTIVES.contains(key.name())) {
            throw new IllegalArgumentException(
                    key.name() + " is a directive of events; use the method of Notification for it");
        }
        infos.add(Info.of(key, Objects.requireNonNull(value, "value")));
        return this;
    }

    @Override
    public Notification toDefaultHandlersToo() {
        this.defaults = true;
        return this;
    }

    @Override
    public Notification cached() {
        this.cached = true;
        return this;
    }

    // --- sending -------------------------------------------------------------------------------------------------

    @Override
    public void send() {
        operation().run(Deadline.toNanos(handle.defaultTimeout));
    }

    @Override
    public CompletableFuture<Void> sendAsync() {
        return Delivery.start(handle, () -> operation().submit(Deadline.toNanos(handle.defaultTimeout)));
    }

    private NotifyCall operation() {
        handle.checkOpen();
        AddressBook groups = handle.session.addresses();
        List<ProcId> procs = List.of();
        byte native_ = range;
        if (group != null) {
            Checks.active(group);
            procs = group.members();
        } else if (targets != null) {
            procs = groups.resolve("notification of " + new PmixStatus(code), targets);
        } else if (range == 0 || range == PMIxConstants.PMIX_RANGE_NAMESPACE()) {
            if (Defect.NAMESPACE_RANGE_LEAKS.isHere()) {
                native_ = NamespaceRange.RANGE;
                procs = NamespaceRange.receivers(handle.session);
            } else {
                native_ = (byte) PMIxConstants.PMIX_RANGE_NAMESPACE();
            }
        }
        Notice notice = new Notice(code, native_, procs, infos, defaults, cached);
        return new NotifyCall(
                handle, notice.affecting(groups.expand(List.copyOf(affected))).text(text));
    }
}
