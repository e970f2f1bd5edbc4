// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.GroupsImpl;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.job.Job;

/**
 * Connects: notifies the others if requested, constructs a group of all, so that everybody knows that all have called,
 * and calls {@code PMIx_Connect}, by which the host distributes its data of the jobs.
 */
final class ConnectProcedure extends Procedure<Connection> {
    private final Handle handle;
    private final ConnectRequest request;
    private final boolean exchangeOnly;
    private final Deadline deadline;
    /** The call to the host, started when the group was constructed. */
    private volatile @Nullable HostConnectCall telling;

    ConnectProcedure(Handle handle, ConnectRequest request, boolean exchangeOnly) {
        super(handle, (exchangeOnly ? "exchange of job information" : "connect") + " of " + request);
        this.handle = handle;
        this.request = request;
        this.exchangeOnly = exchangeOnly;
        this.deadline = Deadline.of(what, request.timeout().orElse(handle.defaultTimeout));
    }

    /** Returns whether the host is called. PRRTE ends all connected jobs when one ends; without a launcher there is none. */
    static boolean tellsHost(Handle handle, ConnectRequest request) {
        return !request.earlyTermination() && !handle.session.singleton();
    }

    private Duration bound() {
        return Duration.ofNanos(deadline.left());
    }

    @Override
    protected ConnectionImpl call() {
        Members members = members();
        ConnectionTable registry = ConnectionTable.of(handle.session);
        String namespace = registry.begin(ConnectNames.family(request, exchangeOnly, members), members, this);
        boolean done = false;
        try {
            ConnectionImpl connection = connect(namespace, members);
            done = true;
            return connection;
        } catch (PmixException.Timeout e) {
            // The last step had less than the whole timeout.
            throw Deadline.collectiveTimeout(what, Duration.ofNanos(deadline.nanos()));
        } finally {
            if (!done) {
                registry.end(namespace);
            }
        }
    }

    private ConnectionImpl connect(String namespace, Members members) {
        if (request.notifyRequest()) {
            ConnectEvents.asks(handle, namespace, members, request, exchangeOnly, deadline.left());
        }
        if (request.notifyEach()) {
            ConnectEvents.connects(handle, namespace, members, deadline.left());
        }
        // On one node libpmix constructs a group with a member that has ended, and reports nothing.
        ask(members);
        GroupImpl group = GroupsImpl.construct(
                handle,
                request(namespace, members),
                ConnectionKind.traits(handle.session, request.earlyTermination()),
                null);
        try {
            if (tellsHost(handle, request)) {
                new Told(group).run();
            }
            ask(members);
            requireAll(group);
            ConnectionImpl connection = new ConnectionImpl(handle, request, exchangeOnly, group, jobs(members));
            ConnectionTable.of(handle.session).add(connection);
            return connection;
        } catch (RuntimeException | Error e) {
            group.abandon();
            throw e;
        }
    }

    private void ask(Members members) {
        if (!handle.session.singleton()) {
            GroupTable.of(handle.session).repair.ask(handle, members, false);
        }
    }

    /** Throws if a member has departed, unless the request allows it. */
    private void requireAll(GroupImpl group) {
        List<ProcId> lost = group.byRank().difference(group.members());
        if (!lost.isEmpty() && !request.optional() && !request.earlyTermination()) {
            throw Roster.lost(what, lost, group.membership().how(lost));
        }
    }

    private GroupRequest request(String namespace, Members members) {
        GroupRequest.Builder group =
                GroupRequest.named(namespace).members(members).timeout(bound());
        if (request.optional()) {
            group.optional();
        }
        return group.build();
    }

    /** Calls the host when the group was constructed: all members do so in the same order. On the progress thread. */
    void made(GroupImpl group) {
        long left = Deadline.until(deadline.end());
        if (tellsHost(handle, request) && left > 0) {
            HostConnectCall first = HostConnectCall.connect(handle, what, group, Duration.ofNanos(left));
            telling = first;
            GroupEvents.launch(first);
        }
    }

    /** Calls the host for the members of the group. */
    private final class Told extends Collective<Void> {
        private final GroupImpl group;
        private @Nullable HostConnectCall first = telling;

        Told(GroupImpl group) {
            super(
                    ConnectProcedure.this.handle,
                    ConnectProcedure.this.what,
                    group.membership(),
                    request.optional(),
                    bound());
            this.group = group;
        }

        @Override
        protected NativeCall<?> attempt(Duration timeout) {
            HostConnectCall begun = first;
            if (begun != null) {
                return begun;
            }
            synchronized (group.membership()) {
                return HostConnectCall.connect(handle, what, group, timeout);
            }
        }

        @Override
        @Nullable
        protected Object perform(NativeCall<?> attempt, long left) {
            if (attempt.equals(first)) {
                first = null;
                return attempt.join(left);
            }
            return super.perform(attempt, left);
        }

        @Override
        @Nullable
        protected Void succeeded(@Nullable Object answer) {
            return null;
        }
    }

    @Override
    protected void late(Connection made) {
        // The caller has given up: the others must not count on this process.
        ((ConnectionImpl) made).abandon();
    }

    // --- who takes part ------------------------------------------------------------------------------------------

    /** Returns the members in ascending order, which is the same for all. */
    private Members members() {
        List<ProcId> procs = new ArrayList<>();
        for (ProcId proc : request.members()) {
            procs.add(ClusterNames.local(handle, what, proc));
        }
        for (ProcId proc : GroupTable.of(handle.session).expand(procs)) {
            if (KnownJobs.of(handle.session).size(handle.session, proc.nspace()) == 0) {
                // Asks the host.
                Objects.requireNonNull(JobImpl.other(handle, proc.nspace()));
            }
        }
        List<ProcId> members = new ArrayList<>(Participants.expand(handle, procs));
        Collections.sort(members);
        if (!members.contains(handle.session.self())) {
            throw new IllegalArgumentException(
                    "this process, " + handle.session.self() + ", is not among those to connect: " + request.members());
        }
        return Members.of(members);
    }

    private Map<String, Job> jobs(Members members) {
        Set<String> names = new LinkedHashSet<>();
        for (ProcId member : members) {
            names.add(member.nspace());
        }
        Map<String, Job> jobs = new LinkedHashMap<>();
        for (String nspace : names) {
            try {
                jobs.put(nspace, JobImpl.copy(handle, nspace));
            } catch (PmixException.NotFound e) {
                // It has ended since.
            }
        }
        return Collections.unmodifiableMap(jobs);
    }
}
