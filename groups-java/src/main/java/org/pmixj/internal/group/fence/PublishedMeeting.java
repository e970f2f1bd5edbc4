// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
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
import org.pmixj.directory.UnpublishRequest;
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
import org.pmixj.internal.group.GroupKind;
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
 * <p>The host may keep several values of one name. libpmix 5 then returns none of them, nor any if some of the names that
 * it is asked for have no value. So a leader looks whether it is alone in its place, and otherwise takes another one.
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
    /** The number of leaders, which an added process does not know. */
    private final int leaders;
    /** The place of this process. */
    private int own = NONE;
    /** The place that it takes first if it is free: leaders of one job mostly have different ones. */
    private int first;

    PublishedMeeting(Handle handle, String id, Participants participants, Duration timeout) {
        this.handle = handle;
        this.what = GroupKind.PLAIN.operation("construct", id);
        this.id = id;
        this.participants = participants;
        this.timeout = timeout;
        this.deadline = Deadline.in(Deadline.toNanos(timeout));
        this.self = handle.session.self();
        this.leads = !participants.procs().isEmpty();
        // By the collective method all that are named lead.
        this.leaders = Math.max(participants.leaders(), participants.procs().size());
        this.first = leads ? self.rank() % leaders : 0;
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
            Members met = meet(known, reservation);
            KnownJobs jobs = KnownJobs.of(handle.session);
            for (String nspace : met.stream().map(ProcId::nspace).distinct().toList()) {
                if (jobs.size(handle.session, nspace) == 0) {
                    jobs.ask(handle, nspace, left());
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

    private Members meet(Roster known, Reservation reservation) {
        if (leads && handle.session.follows) {
            // An earlier session may have published there.
            UnpublishCall.later(handle.own(), places(leaders).toArray(Key<?>[]::new));
        }
        for (long pause = Patience.NEXT_LOOKUP; ; pause = Math.min(2 * pause, Patience.NEXT_LOOKUP_MOST)) {
            handle.checkOpen();
            boolean hasTurn = reservation.delay() == 0;
            Members met = hasTurn ? met() : null;
            if (met != null) {
                return met;
            } else if (known.departures() > 0) {
                throw known.lostBefore(what);
            } else if (Deadline.until(deadline) <= 0) {
                throw Deadline.collectiveTimeout(what, timeout, Absent.because(reason()));
            } else if (leads && hasTurn) {
                settle();
            }
            LockSupport.parkNanos(this, Math.min(pause, Math.max(1, Deadline.until(deadline))));
            if (Thread.currentThread().isInterrupted()) {
                throw StatusCodes.interrupted(what);
            }
        }
    }

    // --- the places ----------------------------------------------------------------------------------------------

    private List<Key<Attributes>> places(int count) {
        return IntStream.range(0, count).mapToObj(this::place).toList();
    }

    /** Returns the values of places if each has one; empty if some have none, or several. Throws if none has any. */
    private Optional<Lookup> find(List<Key<Attributes>> places) {
        LookupRequest request = LookupRequest.of(places.toArray(Key<?>[]::new));
        Duration patience = patience();
        Optional<Lookup> found = new LookupCall<Optional<Lookup>>(handle.own(), what, request, patience, Optional::of) {
            @Override
            protected Optional<Lookup> decode(int status, MemorySegment data, long count) {
                return isPartial(status) ? Optional.empty() : super.decode(status, data, count);
            }
        }.run(Deadline.collectiveNanos(patience));
        return Objects.requireNonNull(found).filter(Lookup::isComplete);
    }

    /** Returns how long this waits for a slow host: what it answers counts. */
    private Duration patience() {
        return Duration.ofNanos(Math.max(Patience.GRACE, left().toNanos()));
    }

    /** Describes who has a place: how many leaders there are, and whom it adds. */
    private record Leader(ProcId proc, long leaders, List<ProcId> added) {}

    /** Reads a place. A value that no leader has published takes it and counts for nobody. */
    private static Leader leader(Lookup found, Key<Attributes> place) {
        try {
            Attributes told = found.get(place);
            List<ProcId> added = told.get(Keys.GROUP_ADD_MEMBERS).orElse(List.of());
            if (added.stream().noneMatch(ProcId::isWildcard)) {
                return new Leader(
                        found.publisher(place), told.get(Keys.GROUP_BOOTSTRAP).orElse(0L), added);
            }
        } catch (PmixException | IllegalArgumentException e) {
            // It has another type.
        }
        return new Leader(found.publisher(place), 0, List.of());
    }

    /** Returns all who meet, by process, or null if some are missing. */
    private @Nullable Members met() {
        if (leads && own == NONE) {
            // A value under its name is of an earlier call.
            return null;
        }
        Set<ProcId> leading = new HashSet<>();
        Set<ProcId> all = new TreeSet<>();
        try {
            // An added process learns the number of leaders from one of them.
            long count = leads
                    ? leaders
                    : find(places(1))
                            .map(found -> leader(found, place(0)).leaders)
                            .orElse(0L);
            if (count <= 0 || (count > MOST && !leads)) {
                return null;
            }
            List<Key<Attributes>> places = places((int) count);
            Lookup found = find(places).orElse(null);
            if (found == null) {
                return null;
            }
            for (Key<Attributes> place : places) {
                Leader leader = leader(found, place);
                if (leader.leaders == count) {
                    leading.add(leader.proc);
                    all.addAll(leader.added);
                }
            }
            boolean isComplete = leading.size() == count && (leads ? leading : all).contains(self);
            all.addAll(leading);
            return isComplete ? Members.of(List.copyOf(all)) : null;
        } catch (PmixException.NotFound e) {
            return null;
        }
    }

    /** Gives its place back if another process is there, too, and takes a free one if it has none. */
    private void settle() {
        if (own != NONE && !isAlone()) {
            close();
            // The other one gives it back, too.
            first = ThreadLocalRandom.current().nextInt(leaders);
        }
        for (int i = 0; own == NONE && i < leaders && Deadline.until(deadline) > 0; i++) {
            int number = (first + i) % leaders;
            try {
                Optional<Lookup> _ = find(List.of(place(number)));
            } catch (PmixException.NotFound e) {
                take(number);
            }
        }
    }

    private boolean isAlone() {
        Key<Attributes> place = place(own);
        try {
            return find(List.of(place))
                    .filter(found -> found.publisher(place).equals(self))
                    .isPresent();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    private void take(int number) {
        Attributes told = Attributes.builder()
                .set(Keys.GROUP_BOOTSTRAP, (long) leaders)
                .set(Keys.GROUP_ADD_MEMBERS, participants.added())
                .build();
        PublishRequest request = PublishRequest.builder()
                .value(place(number), told)
                .persistence(Persistence.PROCESS)
                .build();
        Duration patience = patience();
        own = number;
        try {
            new PublishCall(handle.own(), request).run(Deadline.collectiveNanos(patience));
        } catch (PmixException.Exists e) {
            // This host keeps one value of a name, and another process was faster.
            own = NONE;
        }
    }

    /** Gives the place back, and waits for the host a moment: the next meeting of this id must not find it. */
    @Override
    public void close() {
        if (own != NONE) {
            Key<Attributes> place = place(own);
            own = NONE;
            try {
                new UnpublishCall(handle.own(), UnpublishRequest.of(place), Duration.ofNanos(Patience.GRACE))
                        .runUninterruptibly(Patience.GRACE);
            } catch (PmixException | IllegalStateException e) {
                UnpublishCall.later(handle.own(), place);
            }
        }
    }

    private String reason() {
        String why =
                leads ? participants.explainTimeout() : "not all leaders have called it, or none adds this process";
        return why == null ? "not all leaders have called it" : why;
    }
}
