// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Groups;
import org.pmixj.group.Members;

/** Checks requests, and turns them into {@link GroupConstruct} operations. */
public final class GroupsImpl implements Groups {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Groups of(Context context) {
        return new GroupsImpl(context);
    }

    private GroupsImpl(Context context) {
        this.context = context;
    }

    @Override
    public Group construct(GroupRequest request) {
        context.session.refuseOnProgressThread("construct of group '" + request.id() + "'");
        if (isAlone(request)) {
            return alone(request);
        }
        return Objects.requireNonNull(construction(request).run());
    }

    @Override
    public CompletableFuture<Group> constructAsync(GroupRequest request) {
        if (isAlone(request)) {
            return CompletableFuture.completedFuture(alone(request));
        }
        return construction(request).submit();
    }

    @Override
    public Collection<Group> active() {
        return context.session.groups.active();
    }

    private Duration timeout(GroupRequest request) {
        return request.timeout().orElse(context.defaultTimeout);
    }

    private GroupConstruction construction(GroupRequest request) {
        List<ProcId> members = expand(request);
        context.session.events.ensureInternal(context, EventCodes.ofMembers());
        LauncherSettings.look(context.session);
        GroupImpl.Traits traits = traits(request);
        Membership membership = new Membership(context.session, Members.of(members));
        GroupRegistry.Reservation reservation = context.session.groups.reserve(request.id(), membership);
        List<ProcId> failed = membership.failed();
        if (!failed.isEmpty() && !traits.faultTolerant()) {
            context.session.groups.free(request.id(), reservation);
            throw Membership.lost("construct of group '" + request.id() + "'", failed, "failed before");
        }
        return new GroupConstruction(context, request, members, reservation, traits, timeout(request));
    }

    private static GroupImpl.Traits traits(GroupRequest request) {
        return new GroupImpl.Traits(request.notifyTermination(), request.faultTolerant());
    }

    // --- a process without a launcher ----------------------------------------------------------------------------

    /** Without a server libpmix makes no groups; one of this process alone needs none. */
    private boolean isAlone(GroupRequest request) {
        if (!context.session.singleton()) {
            return false;
        }
        expand(request);
        return true;
    }

    private Group alone(GroupRequest request) {
        Session session = context.session;
        session.enter("construct of group '" + request.id() + "'");
        try {
            Members self = Members.of(session.self());
            GroupRegistry.Reservation reservation = session.groups.reserve(request.id(), new Membership(session, self));
            GroupImpl group = new GroupImpl(context, request.id(), self, OptionalLong.empty(), traits(request));
            session.groups.activate(reservation, group);
            return group;
        } finally {
            session.exit();
        }
    }

    // --- what libpmix does not check -----------------------------------------------------------------------------

    /** The members, wildcards expanded and duplicates removed; a wildcard beside a rank makes libpmix hang. */
    private List<ProcId> expand(GroupRequest request) {
        context.checkOpen();
        checkIsNoNamespace(request.id());
        ProcId self = context.session.self();
        Set<ProcId> members = new LinkedHashSet<>();
        String nspace = "";
        int size = 0;
        for (ProcId member : request.members()) {
            if (!member.nspace().equals(nspace)) {
                nspace = member.nspace();
                size = jobSize(nspace);
            }
            if (member.isWildcard()) {
                for (int rank = 0; rank < size; rank++) {
                    members.add(new ProcId(nspace, rank));
                }
            } else if (member.rank() >= size) {
                throw new IllegalArgumentException(
                        member + " does not exist: its namespace has " + size + " processes");
            } else {
                members.add(member);
            }
        }
        if (!members.contains(self)) {
            throw new IllegalArgumentException(
                    "this process, " + self + ", is not among the members of group '" + request.id() + "'");
        }
        List<ProcId> list = new ArrayList<>(members);
        MessageSize.check("construct of group '" + request.id() + "'", MessageSize.ofProcs(list));
        return list;
    }

    private void checkIsNoNamespace(String id) {
        // libpmix accepts it; the fences of the job would then become those of the group. Of namespaces that this
        // process never named the library would have to be asked, which costs as much as a third of a construct.
        if (id.equals(context.session.self().nspace()) || context.session.jobs.knows(id)) {
            throw new IllegalArgumentException("group id '" + id + "' is the namespace of a job");
        }
    }

    private int jobSize(String nspace) {
        // An unknown namespace would never be answered.
        int size = context.session.jobs.size(context.session, nspace);
        if (size == 0) {
            throw new IllegalArgumentException("namespace '" + nspace + "' is not known to this process");
        }
        return size;
    }
}
