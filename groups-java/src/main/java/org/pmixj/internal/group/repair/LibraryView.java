// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.ProcessEnds;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Corrects what this process's libpmix knows of one group. libpmix takes no notice of failed members, so they are
 * reported to it as members that left; and it learns by an event of a group that was constructed without it.
 */
final class LibraryView implements GroupImpl.View {
    /** Numbers what this process's libpmix is notified of. Other copies of this library in the process get it, too. */
    private static final AtomicLong NUMBERS =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 62));

    private final GroupImpl group;
    /** libpmix, of this process or of all, must not be asked to end the group. */
    volatile boolean mustNotBeAsked;

    /** The server does not have the group under its id. */
    private volatile boolean isolated;
    /** The destruct that libpmix was asked for. */
    private volatile @Nullable NativeCall<?> ending;

    LibraryView(GroupImpl group) {
        this.group = group;
    }

    @Override
    public void introduce() {
        mustNotBeAsked = true;
        isolated = true;
        reorder();
    }

    @Override
    public boolean isIsolated() {
        return isolated;
    }

    @Override
    public void keepFromLibrary() {
        mustNotBeAsked = true;
    }

    // If the group ended before, libpmix would know it for ever.
    @Override
    public void reorder() {
        report(
                PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(),
                List.of(),
                GroupEvents.idAndMembers(group.id(), group.members()));
    }

    // --- departures ----------------------------------------------------------------------------------------------

    @Override
    public void prune(ProcId member) {
        if (Defect.DEAD_MEMBER_AWAITED.isHere()) {
            report(PMIxConstants.PMIX_GROUP_LEFT(), List.of(member), List.of(GroupEvents.id(group.id())));
        }
    }

    /** Notifies this process's own libpmix alone. It answers at once, and handles the event later. */
    private void report(int code, List<ProcId> affected, List<Info> infos) {
        long number = NUMBERS.incrementAndGet();
        List<Info> numbered = new ArrayList<>(infos);
        numbered.add(InfoAccess.number(WireKeys.GROUP_NOTICE, number));
        Session session = group.handle.session;
        NotifyCall notice =
                new NotifyCall(group.handle, Notice.here(code, numbered).affecting(affected)) {
                    @Override
                    protected void rejected() {
                        handled(session, number);
                    }
                };
        group.membership.reportStarts();
        GroupRepairs.of(session).notices.put(number, group.membership);
        if (!GroupEvents.launch(notice)) {
            handled(session, number);
        }
    }

    private static void handled(Session session, long number) {
        Roster membership = GroupRepairs.of(session).notices.remove(number);
        if (membership != null) {
            membership.reportHandled();
        }
    }

    /** Handles an event that a view has sent. Returns false if it is none. On the progress thread. */
    static boolean arrived(Session session, String id, ReceivedEvent event) {
        PmixValue notice = event.find(WireKeys.GROUP_NOTICE);
        if (notice != null) {
            // libpmix answered the call long ago, and handles the event only now.
            if (session.self().equals(event.source) && notice instanceof PmixValue.UInt number) {
                handled(session, number.bits());
            }
            return true;
        }
        ProcId proc = event.affectedProc();
        if (proc == null) {
            return false;
        }
        if (event.find(WireKeys.GROUP_STUCK) != null) {
            GroupImpl group = GroupTable.of(session).findKnown(id);
            // The report names a group by the id alone. It may arrive when this process has the next group of that id,
            // which mostly lacks the member that left.
            ProcId source = event.source;
            if (group != null && source != null && group.membership.first().containsAll(List.of(source, proc))) {
                ((LibraryView) group.repair).stuck(proc);
            }
        } else if (event.find(WireKeys.GROUP_DEAD) != null) {
            // A program in C may send this process the news of its own end, or of any other.
            if (!isMate(session, id, event.source)) {
                GroupTable.of(session).method.reported(proc.nspace());
            } else if (!proc.equals(session.self())) {
                GroupTable.of(session).ends.foundDead(proc, ProcessEnds.Report.passedOn(event));
            }
        } else {
            return false;
        }
        return true;
    }

    /**
     * Returns whether a process is trusted with the end of another: one of this job, or of the group. It may
     * know from the daemon of its node what PRRTE as a whole does not know.
     */
    private static boolean isMate(Session session, String id, @Nullable ProcId source) {
        return source != null
                && (source.nspace().equals(session.self().nspace())
                        || GroupTable.of(session).isOrWasMember(id, source));
    }

    /** Notifies other members that a process has ended, also those that construct the group later. */
    static void reportDead(Handle handle, String id, List<ProcId> others, ProcId dead, ProcessEnds.Report how) {
        List<Info> infos = how.and(List.of(GroupEvents.id(id), InfoAccess.flag(WireKeys.GROUP_DEAD)));
        report(handle, PMIxConstants.PMIX_GROUP_LEFT(), others, dead, infos, true);
    }

    private static void report(
            Handle handle, int code, List<ProcId> to, ProcId departed, List<Info> infos, boolean cached) {
        if (!to.isEmpty()) {
            Notice notice =
                    Notice.to(to, code, infos).affecting(List.of(departed)).cached(cached);
            GroupEvents.launch(new NotifyCall(handle, notice));
        }
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** Registers the destruct that libpmix is asked for. */
    void ends(NativeCall<?> call) {
        ending = call;
        if (mustNotBeAsked) {
            // An event has said so since libpmix was asked.
            group.membership.giveUpSoon(call, group.handle.session.self(), false);
        }
    }

    /** Notifies the others that this process no longer waits for libpmix to end the group. */
    void reportStuck(ProcId because) {
        mustNotBeAsked = true;
        report(
                group.handle,
                // Not as a departure: libpmix would count it twice, and end the group before all have called.
                PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
                group.members().difference(List.of(group.handle.session.self())),
                because,
                List.of(GroupEvents.id(group.id()), InfoAccess.flag(WireKeys.GROUP_STUCK)),
                false);
    }

    // libpmix will not end the group for this process either.
    private void stuck(ProcId because) {
        mustNotBeAsked = true;
        NativeCall<?> waiting = ending;
        if (waiting != null) {
            group.membership.giveUpSoon(waiting, because, false);
        }
    }
}
