// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.Directory;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Members;

/**
 * Agrees with the other members of a group on a flag and on who has departed, although members fail meanwhile
 * ({@code MPIX_Comm_agree} of ULFM). After an agreement all members that are left go on in the same way: they repeat an
 * iteration, or construct another group of those who are left.
 *
 * {@snippet file="CollectivesSnippets.java" region="consensus"}
 *
 * <p><b>How it works.</b> Each member publishes its flag in the host's {@linkplain Directory directory}, and waits until every
 * other member has published its own or has departed. The host reports a death within the job of the process alone, so a
 * member asks the host about processes in other jobs. Then each member publishes a decision: the conjunction of the flags
 * that it has found, and who has departed. The host keeps the first decision and refuses others, so all members return the
 * first one. A member that has published its flag may end: the others decide without it. {@link #decide} does the same with
 * values of any type.
 *
 * <p>PRRTE 3 keeps a second value of a key (seen with 3.0.8): two members could return different decisions. So there is no
 * consensus there.
 *
 * <p>When an agreement has ended, each member withdraws its values for earlier ones, and the lowest rank also those that
 * departed members have published. A late member may still have to read the values for the last agreement. So they stay until
 * the application ends, and its decision stays until the session ends if the members are of several jobs.
 *
 * <p>It works in a {@linkplain Group#revoke revoked} group, too, and does not need a fault-tolerant one. The launcher must
 * keep the job when a rank fails and notify the others, as {@code prterun --runtime-options recoverable,notifyerrors}. A
 * member written in C cannot take part.
 *
 * <p>All members call the agreements in the same order, each after the last has ended. A call while another one is under
 * way throws {@link IllegalStateException}.
 */
public final class Consensus {
    /**
     * Holds what the members have agreed on, the same in all.
     *
     * @param flag whether all members whose flags were found have given true
     * @param departed the members that had failed or left, by the ranks that they had when the consensus was opened
     */
    public record Decision(boolean flag, Members departed) {
        /** Checks the components. */
        public Decision {
            Objects.requireNonNull(departed, "departed");
        }
    }

    private static final String PREFIX = "org.pmixj.agree.";
    private static final String DECISION = "decision";
    /** A flag, and in a decision the ranks of those who have departed. */
    private static final ValueType<List<Integer>> NUMBERS = ValueType.listOf(ValueType.INT32);
    /**
     * The first wait for the values of the other members. After it this process looks for departed members and for a
     * decision that another member has published. Then it asks the host which processes have ended. The next wait is twice
     * as long.
     */
    private static final Duration FIRST_SLICE = Duration.ofMillis(250);

    private static final Duration LONGEST_SLICE = Duration.ofSeconds(1);
    private static final Executor APART =
            task -> Thread.ofPlatform().daemon().name("pmixj-consensus").start(task);

    private final Pmix pmix;
    private final Group group;
    private final Duration timeout;
    private final Members first;
    private final String prefix;
    private final Persistence persistence;
    private final AtomicBoolean running = new AtomicBoolean();
    /** How many agreements on flags have been decided here. */
    private long number;
    /** The flag of an agreement that has timed out. It counts in the next call. */
    private @Nullable Boolean given;
    /** The names of decisions for which values may be published. */
    private final Set<String> published = new LinkedHashSet<>();

    private Consensus(Pmix pmix, Group group, Members members, String name, Duration timeout) {
        this.pmix = pmix;
        this.group = group;
        this.timeout = timeout;
        this.first = members;
        this.prefix = PREFIX + name + ".";
        // Others may read a decision after the job of its publisher has ended.
        this.persistence = members.stream()
                        .allMatch(member -> member.nspace().equals(pmix.self().nspace()))
                ? Persistence.APPLICATION
                : Persistence.SESSION;
    }

    /**
     * Opens the consensus of the members that the group has now. It is a collective, by an exchange. Open it, like a mesh,
     * before a failure can matter.
     *
     * @param pmix the handle whose directory is used
     * @param group a group of which this process is a member
     * @param timeout the time for this and for each agreement, more than zero
     * @return the consensus, on which nothing was agreed
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as in an {@linkplain Group#exchange exchange}
     * @throws PmixException.NotSupported if the host has no directory, or keeps two values of a key
     */
    public static Consensus open(Pmix pmix, Group group, Duration timeout) {
        Objects.requireNonNull(pmix, "pmix");
        CollectiveOptions options = CollectiveOptions.within(timeout).named("consensus");
        checkHost(pmix, group, group.size());
        long own = ThreadLocalRandom.current().nextLong();
        Map<ProcId, Long> secrets = group.with(options).exchange(ValueType.INT64, own);
        // The order is that of the ranks, the same in all members.
        String name = Long.toHexString(secrets.values().iterator().next());
        return new Consensus(pmix, group, Members.of(List.copyOf(secrets.keySet())), name, timeout);
    }

    /**
     * {@return the consensus of members that know a name for it already, on which nothing was agreed} It sends nothing
     * to the other members.
     *
     * @param pmix the handle whose directory is used
     * @param group a group of which this process is a member
     * @param members its members, also those that have departed; the same list on all of them
     * @param name the same on all members; no other consensus on this host has ever had it
     * @param timeout the time for each agreement, more than zero
     * @throws IllegalArgumentException if this process is not among the members
     * @throws PmixException.NotSupported if the host has no directory, or keeps two values of a key
     */
    public static Consensus named(Pmix pmix, Group group, Members members, String name, Duration timeout) {
        Objects.requireNonNull(pmix, "pmix");
        Objects.requireNonNull(name, "name");
        CollectiveOptions _ = CollectiveOptions.within(timeout);
        if (!members.contains(pmix.self())) {
            throw new IllegalArgumentException("consensus of group '" + group.id() + "': " + pmix.self()
                    + ", this process, is none of " + members + "; give all members");
        }
        checkHost(pmix, group, members.size());
        return new Consensus(pmix, group, members, name, timeout);
    }

    /** Publishes two values of a key: a decision is the first one, so the host must refuse the second one. */
    private static void checkHost(Pmix pmix, Group group, int members) {
        if (members == 1) {
            return;
        }
        Key<Boolean> probe = Key.of(
                PREFIX + "probe." + Long.toHexString(ThreadLocalRandom.current().nextLong()), ValueType.BOOL);
        boolean keepsBoth = publish(pmix, probe, true, Persistence.APPLICATION)
                && publish(pmix, probe, false, Persistence.APPLICATION);
        pmix.directory().unpublish(probe);
        if (keepsBoth) {
            throw new PmixException.NotSupported(
                    "consensus of group '" + group.id() + "' needs a host that refuses a second value of a published"
                            + " key, such as PRRTE 5; " + pmix.capabilities().hostName()
                            + " keeps both, so two members could return different decisions",
                    Statuses.ERR_NOT_SUPPORTED,
                    null);
        }
    }

    /**
     * Agrees with the other members, and waits for them. After a timeout call it again: the flag that this process gave
     * first counts.
     *
     * @param flag what this process contributes
     * @return the decision, the same in all members that return one
     * @throws IllegalStateException if this process is in an agreement already, or the group has ended
     * @throws PmixException.Timeout if a member neither called nor departed in time
     * @throws PmixException.Closed if the handle was closed
     * @throws PmixException.NotSupported if the host has no directory
     */
    public Decision agree(boolean flag) {
        return alone("", () -> {
            String name = Long.toString(number + 1);
            boolean counts = given == null ? flag : given;
            given = counts;
            List<Integer> decided = make(name, timeout, NUMBERS, List.of(counts ? 1 : 0), this::conjunction);
            given = null;
            number++;
            List<ProcId> departed = decided.stream().skip(1).map(first::get).toList();
            return new Decision(decided.getFirst() == 1, Members.of(departed));
        });
    }

    private List<Integer> conjunction(Map<ProcId, List<Integer>> flags) {
        List<Integer> decision = new ArrayList<>(List.of(flags.containsValue(List.of(0)) ? 0 : 1));
        first.difference(group.members().intersection(flags.keySet()))
                .forEach(departed -> decision.add(first.indexOf(departed)));
        return decision;
    }

    /**
     * {@return a future of {@link #agree}} It is completed where the handle completes futures, also by the exceptions of that
     * method. Start the next agreement when it is complete. A cancelled future does not end the agreement, which goes on to
     * its timeout.
     *
     * @param flag what this process contributes
     */
    public CompletableFuture<Decision> agreeAsync(boolean flag) {
        return pmix.deliver(CompletableFuture.supplyAsync(() -> agree(flag), APART));
    }

    /**
     * Decides on a value with the other members, and waits for them. All members that return have the same value. After a
     * timeout it may be called again, also with another value of this process.
     *
     * <p>All members use the same names in the same order. A name that timed out counts as used: call it again, or go on with
     * the next one.
     *
     * @param name names the decision, the same on all members and another one each time, and not a number
     * @param limit how long it may take, more than zero
     * @param type the type of the values
     * @param own what this process contributes
     * @param verdict makes the decision of what was contributed, by rank. A member that has departed is missing, unless its
     *     value was found before. The decision of one member counts for all. It may be called more than once, and calls no
     *     agreement itself
     * @param <T> the type of the values
     * @return the decision
     * @throws IllegalArgumentException if the name is empty or a number, or the limit is not positive
     * @throws IllegalStateException if this process is in an agreement already, or the group has ended
     * @throws PmixException.Timeout if a member neither called nor departed in time
     * @throws PmixException.Closed if the handle was closed
     * @throws PmixException.NotSupported if the host has no directory
     */
    public <T> T decide(String name, Duration limit, ValueType<T> type, T own, Function<Map<ProcId, T>, T> verdict) {
        CollectiveOptions _ = CollectiveOptions.within(limit);
        if (name.isEmpty() || name.chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException(describe("'" + name + "'")
                    + ": agreements with a flag have numbers as names; give a name with a letter");
        }
        return alone(name, () -> make(name, limit, type, own, verdict));
    }

    private <T> T make(String name, Duration limit, ValueType<T> type, T own, Function<Map<ProcId, T>, T> verdict) {
        try {
            if (group.state() != Group.State.ACTIVE) {
                throw new IllegalStateException(
                        describe(name) + ": this process is no longer a member of the group; use another one");
            }
            return first.size() == 1
                    ? verdict.apply(Map.of(pmix.self(), own))
                    : decided(name, limit, type, own, verdict);
        } catch (IllegalStateException e) {
            if (!pmix.isClosed()) {
                throw e;
            }
            throw (PmixException)
                    new PmixException.Closed(describe(name) + ": the session was closed meanwhile", Statuses.ERR_INIT)
                            .initCause(e);
        }
    }

    /** Runs an agreement, unless another one is under way. */
    private <R> R alone(String name, Supplier<R> agreement) {
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    describe(name) + ": this process is in an agreement already; wait until that has ended");
        }
        try {
            return agreement.get();
        } finally {
            running.set(false);
        }
    }

    private String describe(String name) {
        return "agreement " + (name.isEmpty() ? "" : name + " ") + "of group '" + group.id() + "'";
    }

    private <T> T decided(String name, Duration limit, ValueType<T> type, T own, Function<Map<ProcId, T>, T> verdict) {
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
        Key<T> decision = Key.of(keyName(name, DECISION), type);
        Function<ProcId, Key<T>> key = member -> Key.of(keyName(name, Integer.toString(first.indexOf(member))), type);
        Key<T> mine = key.apply(pmix.self());
        published.add(name);
        // A call that timed out may have left another value, which is replaced. An equal one stays: others may be
        // reading it.
        while (!publish(pmix, mine, own, Persistence.APPLICATION) && !own.equals(find(mine))) {
            pmix.directory().unpublish(mine);
            if (System.nanoTime() - deadline > 0) {
                throw timedOut(name, limit, Members.of(pmix.self()), key);
            }
        }
        Map<ProcId, T> found = new TreeMap<>(Comparator.comparingInt(first::indexOf));
        found.put(pmix.self(), own);
        Members ended = Members.none();
        Members suspected = Members.none();
        Duration slice = FIRST_SLICE;
        while (true) {
            Members missing =
                    first.intersection(group.members()).difference(ended).difference(found.keySet());
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            @Nullable T decided = null;
            if (missing.isEmpty()) {
                T proposed = verdict.apply(found);
                decided = publish(pmix, decision, proposed, persistence) ? proposed : find(decision);
            } else if (!read(missing, key, left.compareTo(slice) < 0 ? left : slice, found)) {
                // Others may know of departures that were not reported here.
                decided = find(decision);
                // The host may not know the job of a new process yet, so it is asked twice.
                Members reported = ended(missing);
                ended = ended.union(reported.intersection(suspected));
                suspected = reported;
                slice = slice.compareTo(LONGEST_SLICE) < 0 ? slice.multipliedBy(2) : slice;
            }
            if (decided != null) {
                // All have contributed to this one, so nobody reads values of an earlier one any more.
                withdrawAllBut(name, group.members().difference(ended));
                return decided;
            } else if (!left.isPositive()) {
                throw timedOut(name, limit, missing, key);
            }
        }
    }

    private <T> PmixException timedOut(String name, Duration limit, Members missing, Function<ProcId, Key<T>> key) {
        List<ProcId> silent = missing;
        try {
            Lookup there = pmix.directory().lookup(keys(missing, key));
            silent = missing.stream()
                    .filter(member -> there.find(key.apply(member)).isEmpty())
                    .toList();
        } catch (PmixException.NotFound e) {
            // None of them.
        }
        return new PmixException.Timeout(
                describe(name) + " timed out after " + limit + ": " + silent + " neither called it nor departed",
                Statuses.ERR_TIMEOUT,
                silent,
                List.of(),
                List.of());
    }

    /** Waits until all missing members have published their values. Returns false if that took longer than some time. */
    private <T> boolean read(Members missing, Function<ProcId, Key<T>> key, Duration time, Map<ProcId, T> found) {
        if (!time.isPositive()) {
            return false;
        }
        try {
            Lookup values =
                    pmix.directory().lookup(keys(missing, key).waitForAll().withTimeout(time));
            missing.forEach(member -> values.find(key.apply(member)).ifPresent(value -> found.put(member, value)));
            return true;
        } catch (PmixException.Timeout e) {
            return false;
        }
    }

    private static <T> LookupRequest keys(Members members, Function<ProcId, Key<T>> key) {
        return LookupRequest.of(members.stream().map(key).toArray(Key<?>[]::new));
    }

    /** Returns what is published under a key now, or null. */
    private <T> @Nullable T find(Key<T> key) {
        try {
            return pmix.directory().lookup(LookupRequest.of(key)).get(key);
        } catch (PmixException.NotFound e) {
            return null;
        }
    }

    /** Returns those members of other jobs that have ended: the host reports their deaths to their own jobs alone. */
    private Members ended(Members missing) {
        Set<ProcId> ended = new LinkedHashSet<>(missing);
        ended.removeIf(member -> member.nspace().equals(pmix.self().nspace()));
        for (String nspace : ended.stream().map(ProcId::nspace).distinct().toList()) {
            try {
                pmix.queries().processTable(nspace).stream()
                        .filter(process -> !process.state().isEnded())
                        .forEach(process -> ended.remove(process.proc()));
            } catch (PmixException.NotFound e) {
                // The host forgets a job when all of its processes have ended.
            } catch (PmixException e) {
                // The host does not say.
                ended.removeIf(member -> member.nspace().equals(nspace));
            }
        }
        return Members.of(ended);
    }

    // --- what is published ---------------------------------------------------------------------------------------

    /** Returns false if the key has a value already. */
    private static <T> boolean publish(Pmix pmix, Key<T> key, T value, Persistence how) {
        try {
            pmix.directory()
                    .publish(PublishRequest.builder()
                            .value(key, value)
                            .persistence(how)
                            .build());
            return true;
        } catch (PmixException.Exists e) {
            return false;
        }
    }

    /**
     * Withdraws what this process has published for all decisions but one. The lowest rank also withdraws what departed
     * members have published.
     */
    private void withdrawAllBut(String last, Members present) {
        published.remove(last);
        if (!published.isEmpty()) {
            Members owners = present.indexOf(pmix.self()) == 0 ? first.difference(present) : Members.none();
            List<Key<?>> keys = new ArrayList<>();
            for (String name : published) {
                // Any member may have published the decision. The names count here; its type may be another.
                keys.add(Key.of(keyName(name, DECISION), NUMBERS));
                for (ProcId owner : owners.union(Members.of(pmix.self()))) {
                    keys.add(Key.of(keyName(name, Integer.toString(first.indexOf(owner))), NUMBERS));
                }
            }
            try {
                // If that fails, they stay until the end of the application or the session.
                CompletableFuture<Void> _ =
                        pmix.directory().unpublishAsync(UnpublishRequest.of(keys.toArray(Key<?>[]::new)));
            } catch (IllegalStateException e) {
                // The handle is closed.
            }
        }
        published.clear();
        published.add(last);
    }

    private String keyName(String name, String part) {
        return prefix + name + "." + part;
    }
}
