// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
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
import org.pmixj.event.Registration;
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
 * <p><b>How it works.</b> Each member publishes its flag in the host's {@linkplain Directory directory}, and waits for those
 * of the others until they are there, or their processes have departed. Then it publishes a decision: the conjunction of
 * the flags that it has found, and who has departed. The host keeps the first decision and refuses others, so all members
 * return the first one. No member needs another one after it has published its flag. Values of an agreement are withdrawn
 * in the next but one, those of members that have failed at the end of the application.
 *
 * <p>It works in a {@linkplain Group#revoke revoked} group, too, and does not need a fault-tolerant one. The launcher must
 * keep the job when a rank fails and notify the others, as {@code prterun --runtime-options recoverable,notifyerrors}. A
 * member written in C cannot take part.
 *
 * <p>All members call the agreements in the same order, each after the last has ended. One thread at a time calls them.
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

    private final Pmix pmix;
    private final Group group;
    private final Duration timeout;
    private final Members first;
    private final ProcId self;
    private final String prefix;
    private final ReentrantLock running = new ReentrantLock();
    /** How many agreements have ended here. */
    private long number;
    /** What this process has published for the agreement under way, and for the last one. */
    private List<Key<?>> current = new ArrayList<>();

    private List<Key<?>> last = new ArrayList<>();
    private boolean given;

    private Consensus(Pmix pmix, Group group, Duration timeout, Members first, long secret) {
        this.pmix = pmix;
        this.group = group;
        this.timeout = timeout;
        this.first = first;
        this.self = pmix.self();
        this.prefix = PREFIX + Long.toHexString(secret) + ".";
    }

    /**
     * Opens the consensus of the members that the group has now: a collective, by an exchange. Open it before a failure can
     * matter, as a mesh.
     *
     * @param pmix the handle whose directory is used
     * @param group a group of which this process is a member
     * @param timeout the time for this and for each agreement, more than zero
     * @return the consensus, on which nothing was agreed
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as in an {@linkplain Group#exchange exchange}
     */
    public static Consensus open(Pmix pmix, Group group, Duration timeout) {
        Objects.requireNonNull(pmix, "pmix");
        CollectiveOptions options = CollectiveOptions.within(timeout).named("consensus");
        long own = ThreadLocalRandom.current().nextLong();
        Map<ProcId, Long> secrets = group.with(options).exchange(ValueType.INT64, own);
        // The order is that of the ranks, the same in all members.
        long secret = secrets.values().iterator().next();
        return new Consensus(pmix, group, timeout, Members.of(List.copyOf(secrets.keySet())), secret);
    }

    /**
     * Agrees with the other members, and waits for them. After a timeout call it again: the flag that this process gave
     * first counts.
     *
     * @param flag what this process contributes
     * @return the decision, the same in all members that return one
     * @throws IllegalStateException if another thread of this process is in an agreement, or the group has ended
     * @throws PmixException.Timeout if a member neither called nor departed in time
     * @throws PmixException.NotSupported if the host has no directory
     */
    public Decision agree(boolean flag) {
        if (!running.tryLock()) {
            throw new IllegalStateException(name() + ": another thread is in an agreement; wait until that has ended");
        }
        try {
            return first.size() == 1 ? new Decision(flag, Members.none()) : agreeWithOthers(flag);
        } finally {
            running.unlock();
        }
    }

    /**
     * {@return a future of {@link #agree}} It is completed where the handle completes futures. Start the next agreement when
     * it is complete.
     *
     * @param flag what this process contributes
     */
    public CompletableFuture<Decision> agreeAsync(boolean flag) {
        return pmix.deliver(CompletableFuture.supplyAsync(
                () -> agree(flag),
                task -> Thread.ofPlatform().daemon().name("pmixj-consensus").start(task)));
    }

    private String name() {
        return "agreement " + (number + 1) + " of group '" + group.id() + "'";
    }

    private Decision agreeWithOthers(boolean flag) {
        long deadline = System.nanoTime() + timeout.toNanos();
        AtomicReference<CompletableFuture<Void>> departure = new AtomicReference<>(new CompletableFuture<>());
        Registration changes = group.onChange(event -> departure.get().complete(null));
        try {
            Map<ProcId, Boolean> flags = new HashMap<>();
            flags.put(self, publishFlag(flag));
            while (true) {
                // Before the members are read: who departs from now on ends the wait.
                CompletableFuture<Void> next = new CompletableFuture<>();
                departure.set(next);
                Members present = group.members();
                Members missing = first.intersection(present).difference(flags.keySet());
                long left = deadline - System.nanoTime();
                Decision decision = null;
                if (missing.isEmpty()) {
                    decision = decide(flags, first.difference(present));
                } else if (left > 0) {
                    read(flags, missing, next, Duration.ofNanos(left));
                } else {
                    // Others may know of departures that were not reported here.
                    decision = decision();
                }
                if (decision != null) {
                    end();
                    return decision;
                } else if (left <= 0) {
                    throw timedOut(missing);
                }
            }
        } finally {
            changes.close();
        }
    }

    private PmixException timedOut(Members missing) {
        List<ProcId> silent = missing.stream()
                .filter(member -> lookup(flagOf(member)).isEmpty())
                .toList();
        return new PmixException.Timeout(
                name() + " timed out after " + timeout + ": " + silent + " neither called it nor departed",
                Statuses.ERR_TIMEOUT,
                silent,
                List.of(),
                List.of());
    }

    /** Returns what is published now. */
    private Optional<Lookup> lookup(Key<?>... keys) {
        try {
            return Optional.of(
                    pmix.directory().lookup(LookupRequest.builder().keys(keys).build()));
        } catch (PmixException.NotFound e) {
            return Optional.empty();
        }
    }

    /** Waits until all missing members have published their flags, or a member departs, or for the time that is left. */
    private void read(Map<ProcId, Boolean> flags, Members missing, CompletableFuture<Void> departure, Duration left) {
        Key<?>[] keys = missing.stream().map(this::flagOf).toArray(Key<?>[]::new);
        CompletableFuture<Lookup> lookup = pmix.directory()
                .lookupAsync(LookupRequest.builder()
                        .keys(keys)
                        .waitForAll()
                        .timeout(left)
                        .build());
        try {
            CompletableFuture.anyOf(lookup, departure).get();
            if (!lookup.isDone()) {
                lookup.cancel(false);
                return;
            }
            Lookup found = lookup.join();
            for (ProcId member : missing) {
                found.find(flagOf(member)).ifPresent(flag -> flags.put(member, flag));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PmixException.Interrupted(name() + " was interrupted", Statuses.ERROR);
        } catch (ExecutionException | CompletionException e) {
            if (!(e.getCause() instanceof PmixException.Timeout)) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(name(), e);
            }
        }
    }

    // --- what this process publishes -----------------------------------------------------------------------------

    /** Publishes the flag of this process, unless it has done so before a timeout. Returns the one that counts. */
    private boolean publishFlag(boolean flag) {
        if (current.isEmpty()) {
            given = flag;
            try {
                pmix.directory().publish(flagOf(self), flag);
            } catch (PmixException.Exists e) {
                // A publish that this process gave up was accepted all the same.
                given = lookup(flagOf(self))
                        .flatMap(found -> found.find(flagOf(self)))
                        .orElse(flag);
            }
            current.add(flagOf(self));
        }
        return given;
    }

    /** Publishes a decision. Returns it, or that of the member which was the first to publish one. */
    private @Nullable Decision decide(Map<ProcId, Boolean> flags, Members departed) {
        Decision own = new Decision(!flags.containsValue(false), departed);
        // The proposer is the first element: a list without elements has no type.
        List<ProcId> listed = new ArrayList<>(List.of(self));
        listed.addAll(departed);
        PublishRequest request = PublishRequest.builder()
                .value(decidedFlag(), own.flag())
                .value(decidedDepartures(), listed)
                .build();
        try {
            pmix.directory().publish(request);
        } catch (PmixException.Exists e) {
            return decision();
        }
        current.add(decidedFlag());
        current.add(decidedDepartures());
        return own;
    }

    /** Returns the decision that a member has published, or null. */
    private @Nullable Decision decision() {
        Optional<Lookup> found = lookup(decidedFlag(), decidedDepartures());
        Boolean flag = found.flatMap(values -> values.find(decidedFlag())).orElse(null);
        List<ProcId> listed =
                found.flatMap(values -> values.find(decidedDepartures())).orElse(null);
        return flag == null || listed == null || listed.isEmpty()
                ? null
                : new Decision(flag, Members.of(listed.subList(1, listed.size())));
    }

    /** Withdraws what this process has published for the agreement before this one: all have returned from that. */
    private void end() {
        number++;
        if (!last.isEmpty()) {
            // If that fails, they stay until the end of the application.
            CompletableFuture<Void> _ = pmix.directory()
                    .unpublishAsync(UnpublishRequest.builder()
                            .keys(last.toArray(Key<?>[]::new))
                            .build());
        }
        last = current;
        current = new ArrayList<>();
    }

    private Key<Boolean> flagOf(ProcId member) {
        return Key.of(prefix + number + "." + first.indexOf(member), ValueType.BOOL);
    }

    private Key<Boolean> decidedFlag() {
        return Key.of(prefix + number + ".flag", ValueType.BOOL);
    }

    private Key<List<ProcId>> decidedDepartures() {
        return Key.of(prefix + number + ".departed", ValueType.listOf(ValueType.PROC));
    }
}
