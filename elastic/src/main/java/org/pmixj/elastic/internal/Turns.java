// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import static org.pmixj.elastic.internal.TurnRecords.state;
import static org.pmixj.elastic.internal.TurnRecords.turn;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.directory.Lookup;

/**
 * Lets all processes of the DVM change its size one after the other: two changes at once end PRRTE 5.0.0rc1, or a job
 * hangs.
 *
 * <p>The directory of the host numbers them. It accepts a key once, so whoever publishes a {@code turn} has its number.
 * A change waits until the {@code end} of the number before is published, which holds the {@link Ledger}. Its own
 * {@code state} says that it has started, or that its caller has given it up. If the process of a number ends, or has
 * given up, the next one publishes the end for it; a change that had started then counts as failed, because its outcome
 * is unknown.
 *
 * <p>All others wait for a process that has a number and lives. So it goes on, in the background, until the host has
 * recorded the end of the change, or that it does not take place.
 */
public final class Turns {
    private static final String WITHDRAWN = "withdrawn";
    /** After it, what is waited for is looked at again. libpmix counts whole seconds. */
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Pending pending;
    private final TurnRecords records;
    private final Runnable checkWanted;
    /** The value of the turn. No other change has the same one, not even of this process. */
    private final String mark;

    private final long number;
    private boolean begun;

    private Turns(Pending pending, String what, Runnable checkWanted) {
        this.pending = pending;
        this.records = new TurnRecords(pending.pmix.directory());
        this.checkWanted = checkWanted;
        this.mark = what + " " + UUID.randomUUID();
        this.number = take();
    }

    /**
     * Takes the next number.
     *
     * @param checkWanted throws if nobody waits for the change any more
     */
    public static Turns take(Pending pending, String what, Runnable checkWanted) {
        return new Turns(pending, what, checkWanted);
    }

    /** Returns a name for the request, which no other change of the DVM has. */
    public String name() {
        return "pmixj-size-change-" + number;
    }

    // --- numbers -------------------------------------------------------------------------------------------------

    private long take() {
        long n = records.newest() + 1;
        while (!isOwn(n)) {
            n++;
        }
        records.saw(n);
        return n;
    }

    private boolean isOwn(long n) {
        boolean isKnown = false;
        try {
            if (!records.publish(turn(n), mark)) {
                isKnown = true;
                return false;
            }
            // A host that keeps two values of one key finds that which was published first.
            Lookup found = records.find(turn(n));
            isKnown = found != null;
            return found != null && isOwn(n, found);
        } finally {
            if (!isKnown) {
                // The host may record it later, and the others would wait for this process.
                withdrawal(() -> withdraw(n)).runApart();
            }
        }
    }

    private boolean isOwn(long n, Lookup found) {
        return found.publisher(turn(n)).equals(pending.pmix.self())
                && found.get(turn(n)).equals(mark);
    }

    // --- the turn ------------------------------------------------------------------------------------------------

    /** Waits until all changes with lower numbers have ended. Returns what they have left. */
    public Ledger await() {
        try {
            return Defect.GROWTHS_COLLIDE.isHere() ? ended(number - 1) : records.latest();
        } catch (RuntimeException | Error e) {
            withdrawal(this::withdraw).runApart();
            throw e;
        }
    }

    private Recording withdrawal(BooleanSupplier step) {
        return new Recording(pending, "that " + mark + " does not take place", step);
    }

    private boolean withdraw() {
        records.publish(state(number), WITHDRAWN);
        return true;
    }

    /** Withdraws a number that may be this change's. Takes it if it is free: the first attempt may still arrive. */
    private boolean withdraw(long n) {
        records.publish(turn(n), mark);
        Lookup found = records.find(turn(n));
        if (found != null && isOwn(n, found)) {
            records.publish(state(n), WITHDRAWN);
        }
        return found != null;
    }

    private Ledger ended(long n) {
        if (n < 0) {
            return Ledger.EMPTY;
        }
        boolean sawEnd = false;
        while (true) {
            checkWanted.run();
            Ledger known = awaitEnd(n);
            if (known != null) {
                return known;
            }
            Lookup found = records.find(turn(n), state(n));
            if (found == null) {
                throw TurnRecords.gone(n);
            }
            Optional<String> state = found.find(state(n));
            ProcId holder = found.publisher(turn(n));
            boolean isOver = new HostView(pending.pmix).hasEnded(holder);
            if (state.filter(WITHDRAWN::equals).isPresent() || (isOver && sawEnd)) {
                endFor(n, holder, state.orElse(WITHDRAWN));
            }
            // Its last value arrives before the second such answer.
            sawEnd = isOver;
        }
    }

    private @Nullable Ledger awaitEnd(long n) {
        try {
            return Ledger.decode(records.await(TurnRecords.end(n), SLICE));
        } catch (PmixException.Timeout e) {
            return null;
        }
    }

    /** Publishes the end of a change whose process does not do so. If others do it too, the first one counts. */
    private void endFor(long n, ProcId holder, String state) {
        Ledger before = ended(n - 1);
        records.publish(
                TurnRecords.end(n),
                (state.equals(WITHDRAWN)
                                ? before
                                : before.failed(
                                        state + " failed: " + holder + " has ended during the change, and it is"
                                                + " not known whether PRRTE has completed it",
                                        List.of()))
                        .encode());
    }

    /** Records that the host is about to be asked. */
    public void begin(String what) {
        begun = true;
        records.publish(state(number), what);
    }

    /** Ends the turn; the next one follows. */
    public void end(Ledger after) {
        new Recording(pending, "the end of " + mark, () -> isEnded(after)).run();
    }

    private boolean isEnded(Ledger after) {
        try {
            records.publish(TurnRecords.end(number), after.encode());
            records.nameLast(number);
        } catch (RuntimeException e) {
            if (begun) {
                throw e;
            }
            return withdraw();
        }
        // The next change reads the end of this one, and a late reader that of the one before.
        if (number >= 2) {
            try {
                records.unpublish(TurnRecords.end(number - 2), state(number - 2));
            } catch (PmixException | IllegalStateException e) {
                // Nobody reads it.
            }
        }
        return true;
    }
}
