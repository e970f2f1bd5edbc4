// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import static org.pmixj.elastic.internal.TurnRecords.state;
import static org.pmixj.elastic.internal.TurnRecords.turn;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.directory.Lookup;

/**
 * Lets all processes of the DVM change its size one after the other: two changes at once end PRRTE 5.0.0rc1, or a job
 * hangs.
 *
 * <p>The directory of the host numbers them. It accepts a key once, so whoever publishes the {@code turn} of the number
 * after the last one that has ended has it. All others wait for its {@code end}, which holds the {@link Ledger}. Its
 * {@code state} says that it has started, or that it could not publish its end. If the process of a turn ends, or says
 * so, one that waits publishes the end for it; a change that had started then counts as failed, because its outcome is
 * unknown.
 *
 * <p>All others wait for a process that has the turn and lives. So it goes on, in the background, until the host has
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

    private long number;
    private boolean begun;

    /**
     * Prepares a turn.
     *
     * @param checkWanted throws if nobody waits for the change any more
     */
    public Turns(Pending pending, String what, Runnable checkWanted) {
        this.pending = pending;
        this.records = new TurnRecords(pending.pmix.directory());
        this.checkWanted = checkWanted;
        this.mark = what + " " + UUID.randomUUID();
    }

    /** Returns a name for the request, which no other change of the DVM has. */
    public String name() {
        return "pmixj-size-change-" + number;
    }

    /** Waits until no other change is under way, and takes the turn. Returns what the changes before have left. */
    public Ledger await() {
        TurnRecords.Ended before = records.latest();
        while (true) {
            checkWanted.run();
            number = before.number() + 1;
            if (take(before.ledger())) {
                return before.ledger();
            }
            before = Defect.GROWTHS_COLLIDE.isHere()
                    ? awaitEnd(before.ledger())
                    : new TurnRecords.Ended(number, before.ledger());
        }
    }

    private boolean take(Ledger before) {
        long n = number;
        try {
            return records.publish(turn(n), mark);
        } catch (Throwable e) {
            // The host may record it later, and the others would wait for this process.
            pending.record("that " + mark + " does not take place", () -> isWithdrawn(n, before));
            throw e;
        }
    }

    /** Ends a turn that may be this change's. Takes it if it is free: the first attempt may still arrive. */
    private boolean isWithdrawn(long n, Ledger before) {
        records.publish(turn(n), mark);
        Lookup found = records.find(turn(n));
        if (found != null && found.get(turn(n)).equals(mark)) {
            records.publish(TurnRecords.end(n), before.encode());
        }
        return found != null;
    }

    /** Waits for the end of the change that has the turn. */
    private TurnRecords.Ended awaitEnd(Ledger before) {
        boolean sawEnd = false;
        while (true) {
            checkWanted.run();
            try {
                return new TurnRecords.Ended(number, Ledger.decode(records.await(TurnRecords.end(number), SLICE)));
            } catch (PmixException.Timeout e) {
                // Its process may have ended, or others have followed it and removed its end.
            }
            TurnRecords.Ended latest = records.latest();
            if (latest.number() >= number) {
                return latest;
            }
            Lookup found = records.find(turn(number), state(number));
            if (found == null) {
                throw TurnRecords.gone(number);
            }
            ProcId holder = found.publisher(turn(number));
            boolean isOver = new HostView(pending.pmix).hasEnded(holder);
            String state = found.find(state(number)).orElse("");
            boolean isWithdrawn = state.equals(WITHDRAWN);
            // Its last value arrives before the second such answer.
            if (isWithdrawn || (isOver && sawEnd)) {
                String reason = state + " failed: " + holder + " has ended during the change, and it is not known"
                        + " whether PRRTE has completed it";
                Ledger after = isWithdrawn || state.isEmpty() ? before : before.failed(reason, List.of());
                // If others do it too, the first one counts.
                records.publish(TurnRecords.end(number), after.encode());
            }
            sawEnd = isOver;
        }
    }

    /** Records that the host is about to be asked. */
    public void begin(String what) {
        begun = true;
        records.publish(state(number), what);
    }

    /** Ends the turn; the next one follows. */
    public void end(Ledger after) {
        pending.record("the end of " + mark, () -> isEnded(after));
    }

    private boolean isEnded(Ledger after) {
        try {
            records.publish(TurnRecords.end(number), after.encode());
            TurnRecords.saw(number);
            records.nameLast(number);
        } catch (RuntimeException e) {
            if (begun) {
                throw e;
            }
            records.publish(state(number), WITHDRAWN);
            return true;
        }
        // The next change reads the end of this one, and a late reader that of the one before.
        if (number >= 2) {
            try {
                pending.pmix.directory().unpublish(TurnRecords.end(number - 2), state(number - 2));
            } catch (PmixException | IllegalStateException e) {
                // Nobody reads it.
            }
        }
        return true;
    }
}
