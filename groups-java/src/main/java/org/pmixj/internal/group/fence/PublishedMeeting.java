// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Persistence;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.directory.LookupCall;
import org.pmixj.internal.directory.PublishCall;
import org.pmixj.internal.directory.UnpublishCall;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupMethod;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.Participants;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.Roster;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.NativeRegistrations;

/**
 * Has processes meet that do not know each other. There are as many places as leaders, named by the id of the group and a
 * number. Each leader publishes in one of them how many leaders there are and whom it adds. When every place has another
 * leader, all are known to each other, and construct a group of known members. A place is given back after that: until
 * then others may have to read it.
 *
 * <p>The host may keep several values of one name, and finds the same one for all processes. So a leader looks whether it
 * is the one that is found, and takes another place if it is not.
 */
final class PublishedMeeting implements GroupMethod.Meeting {
    /** The place is not taken. */
    private static final int NONE = -1;
    /** The largest number of leaders that an added process believes. */
    private static final int MOST = 10_000;

    private final Handle handle;
    private final String what;
    private final String id;
    private final Participants participants;
    private final Duration timeout;
    private final long deadline;
    private final ProcId self;
    /** Whether this is a leader, and not a process that is added. */
    private final boolean leads;
    /** The number of leaders, 0 if an added process does not know it yet. */
    private int leaders;
    /** The place of this process. */
    private int own = NONE;

    PublishedMeeting(Handle handle, String what, String id, Participants participants, Duration timeout) {
        this.handle = handle;
        this.what = what;
        this.id = id;
        this.participants = participants;
        this.timeout = timeout;
        this.deadline = Deadline.in(Deadline.toNanos(timeout));
        this.self = handle.session.self();
        this.leads = !participants.procs().isEmpty();
        // By the collective method all that are named lead.
        this.leaders = Math.max(participants.leaders(), participants.procs().size());
    }

    private Key<Attributes> place(int number) {
        return Key.of(
                WireKeys.GROUP_MEETING + Long.toHexString(GroupIds.hash(id)) + "." + number, ValueType.ATTRIBUTES);
    }

    @Override
    public Duration left() {
        return Deadline.durationUntil(deadline);
    }

    @Override
    public Participants all() {
        NativeRegistrations.of(handle.session).ensureInternal(handle, EventCodes.ofMembers());
        GroupTable groups = GroupTable.of(handle.session);
        Roster known = new Roster(handle.session, participants.known());
        Reservation reservation = groups.reserve(id, known, true);
        try {
            Members met = meet(known);
            KnownJobs jobs = KnownJobs.of(handle.session);
            for (ProcId member : met) {
                if (jobs.size(handle.session, member.nspace()) == 0) {
                    jobs.ask(handle, member.nspace(), left());
                }
            }
            Members order = participants.order();
            Participants all = new Participants(order == null ? met : order, 0, Members.none(), met, true, order);
            if (!met.containsAll(participants.known())) {
                throw GroupIds.collision(id, participants.known(), met);
            } else if (order != null) {
                all.checkOrder("group '" + id + "'", order);
            }
            return all;
        } finally {
            groups.free(id, reservation);
        }
    }

    private Members meet(Roster known) {
        long pause = Patience.NEXT_LOOKUP;
        while (true) {
            handle.checkOpen();
            List<@Nullable Leader> seen = look();
            Members met = met(seen);
            if (met != null) {
                return met;
            } else if (known.departures() > 0) {
                throw known.lostBefore(what);
            } else if (Deadline.until(deadline) <= 0) {
                throw Deadline.collectiveTimeout(what, timeout, Absent.because(reason()));
            }
            pause = leads && moves(seen) ? Patience.NEXT_LOOKUP : Math.min(2 * pause, Patience.NEXT_LOOKUP_MOST);
            LockSupport.parkNanos(this, Math.min(pause, Math.max(1, Deadline.until(deadline))));
            if (Thread.currentThread().isInterrupted()) {
                throw StatusCodes.interrupted(what);
            }
        }
    }

    // --- the places ----------------------------------------------------------------------------------------------

    /** Describes who has a place: how many leaders there are, and whom it adds. */
    private record Leader(ProcId proc, long leaders, List<ProcId> added) {}

    /** Returns who has which place, null for one that is free. */
    private List<@Nullable Leader> look() {
        List<@Nullable Leader> seen = look(Math.max(leaders, 1));
        Leader first = seen.getFirst();
        if (leaders == 0 && first != null && first.leaders > 0 && first.leaders <= MOST) {
            leaders = (int) first.leaders;
            return look(leaders);
        }
        return seen;
    }

    private List<@Nullable Leader> look(int count) {
        List<Key<Attributes>> places =
                IntStream.range(0, count).mapToObj(this::place).toList();
        LookupRequest request = LookupRequest.of(places.toArray(Key<?>[]::new));
        List<@Nullable Leader> seen = new ArrayList<>();
        try {
            Lookup found = new LookupCall<Lookup>(handle.own(), what, request, patience(), Function.identity()) {}.run(
                    Deadline.collectiveNanos(patience()));
            for (Key<Attributes> place : places) {
                seen.add(found == null || found.missing().contains(place) ? null : leader(found, place));
            }
            return seen;
        } catch (PmixException.NotFound e) {
            return Collections.nCopies(count, null);
        }
    }

    /** Returns how long this waits for a slow host: what it answers counts. */
    private Duration patience() {
        return Duration.ofNanos(Math.max(Patience.GRACE, left().toNanos()));
    }

    /** Reads a place. A value that no leader has published takes it and counts for nobody. */
    private static Leader leader(Lookup found, Key<Attributes> place) {
        try {
            Attributes told = found.get(place);
            List<ProcId> added = told.get(Keys.GROUP_ADD_MEMBERS).orElse(List.of());
            if (added.stream().noneMatch(ProcId::isWildcard)) {
                return new Leader(
                        found.publisher(place), told.get(Keys.GROUP_BOOTSTRAP).orElse(0L), added);
            }
        } catch (PmixException e) {
            // It has another type.
        }
        return new Leader(found.publisher(place), 0, List.of());
    }

    /** Returns all who meet, by process, or null if some are missing. */
    private @Nullable Members met(List<@Nullable Leader> seen) {
        Set<ProcId> leading = new HashSet<>();
        Set<ProcId> all = new TreeSet<>();
        for (Leader leader : seen) {
            if (leader == null || leader.leaders != leaders) {
                return null;
            }
            leading.add(leader.proc);
            all.addAll(leader.added);
        }
        boolean isComplete = leading.size() == leaders && (leads ? leading : all).contains(self);
        all.addAll(leading);
        return isComplete ? Members.of(List.copyOf(all)) : null;
    }

    /** Takes a place, unless this process has one. Returns whether this has changed them. */
    private boolean moves(List<@Nullable Leader> seen) {
        Leader found = own == NONE ? null : seen.get(own);
        if (found != null && found.proc.equals(self)) {
            return false;
        }
        close();
        for (int i = 0; i < leaders; i++) {
            // Leaders of one job have different places from the start.
            int number = (self.rank() + i) % leaders;
            Leader other = seen.get(number);
            if (other == null) {
                return take(number);
            } else if (other.proc.equals(self)) {
                // It is of an earlier session.
                UnpublishCall.later(handle.own(), place(number));
            }
        }
        return false;
    }

    private boolean take(int number) {
        Attributes told = Attributes.builder()
                .set(Keys.GROUP_BOOTSTRAP, (long) leaders)
                .set(Keys.GROUP_ADD_MEMBERS, participants.added())
                .build();
        PublishRequest request = PublishRequest.builder()
                .value(place(number), told)
                .persistence(Persistence.PROCESS)
                .build();
        own = number;
        try {
            new PublishCall(handle.own(), request, patience()).run(Deadline.collectiveNanos(patience()));
            return true;
        } catch (PmixException.Exists e) {
            // This host keeps one value of a name, and another process was faster.
            own = NONE;
            return false;
        }
    }

    /** Gives the place back. */
    @Override
    public void close() {
        if (own != NONE) {
            UnpublishCall.later(handle.own(), place(own));
            own = NONE;
        }
    }

    private String reason() {
        String why =
                leads ? participants.explainTimeout() : "not all leaders have called it, or none adds this process";
        return why == null ? "not all leaders have called it" : why;
    }
}
