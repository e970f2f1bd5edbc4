// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.Directory;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;

/**
 * Keeps the records of {@link Turns} in the directory of the host. If they were lost, numbers would start again and
 * nodes could not be given back. A record names those that count, so that processes that publish much keep them alive;
 * a search for the last change that has ended starts there. If one is missing whose end this process has seen, nothing
 * is done any more.
 */
final class TurnRecords {
    /** The names of all records start with this. In the library, a process that publishes much looks them up. */
    private static final String PREFIX = "org.pmixj.elastic.";

    /** The keys under which processes say by turns which records count: the larger number does. */
    private static final Key<List<String>> LAST_A = list("last.a");

    private static final Key<List<String>> LAST_B = list("last.b");

    /** The largest number whose end this process has seen. */
    private static final AtomicLong SEEN = new AtomicLong(-1);

    private final Directory directory;

    /** Tells which change was the last one to end, -1 if none has, and what it has left. */
    record Ended(long number, Ledger ledger) {}

    TurnRecords(Directory directory) {
        this.directory = directory;
    }

    static Key<String> turn(long n) {
        return Key.of(PREFIX + n + ".turn", ValueType.STRING);
    }

    static Key<String> state(long n) {
        return Key.of(PREFIX + n + ".state", ValueType.STRING);
    }

    static Key<List<String>> end(long n) {
        return list(n + ".end");
    }

    private static Key<List<String>> list(String name) {
        return Key.of(PREFIX + name, ValueType.listOf(ValueType.STRING));
    }

    /** Publishes a value for the life of the DVM: PRRTE forgets one without a limit after five minutes. */
    <T> boolean publish(Key<T> key, T value) {
        try {
            directory.publish(PublishRequest.builder()
                    .value(key, value)
                    .persistence(Persistence.SESSION)
                    .build());
            return true;
        } catch (PmixException.Exists e) {
            return false;
        }
    }

    @Nullable
    Lookup find(Key<?>... keys) {
        try {
            return directory.lookup(LookupRequest.of(keys));
        } catch (PmixException.NotFound e) {
            return null;
        }
    }

    /** Waits for a value; throws if it is not there in time. */
    <T> T await(Key<T> key, Duration time) {
        return directory
                .lookup(LookupRequest.of(key).waitForAll().withTimeout(time))
                .get(key);
    }

    /**
     * Names the records that count after a change. If the next change does so meanwhile, either serves. The newest
     * record stays until the other one is overwritten: this process may end in between.
     */
    void nameLast(long number) {
        List<String> last = new ArrayList<>(List.of(Long.toString(number), LAST_A.name(), LAST_B.name()));
        for (long n = Math.max(number - 1, 0); n <= number + 1; n++) {
            last.addAll(List.of(turn(n).name(), state(n).name(), end(n).name()));
        }
        Lookup found = find(LAST_A, LAST_B);
        Key<List<String>> older = number(found, LAST_A) > number(found, LAST_B) ? LAST_B : LAST_A;
        directory.unpublish(older);
        publish(older, last);
    }

    /** Returns -1 if there is no such record, or one that this library has not written. */
    private static long number(@Nullable Lookup found, Key<List<String>> last) {
        List<String> names = found == null ? List.of() : found.find(last).orElse(List.of());
        return !names.isEmpty() && names.getFirst().matches("\\d{1,18}") ? Long.parseLong(names.getFirst()) : -1;
    }

    /** Returns the number of the last change that has ended as far as the records say, -1 if there is none. */
    long last() {
        Lookup found = find(LAST_A, LAST_B);
        return Math.max(number(found, LAST_A), number(found, LAST_B));
    }

    /** Returns the last change that has ended. */
    Ended latest() {
        while (true) {
            long named = last();
            long number = Math.max(named, SEEN.get());
            Ledger ledger = number < 0 ? Ledger.EMPTY : ended(number);
            if (ledger != null) {
                for (Ledger next = ended(number + 1); next != null; next = ended(number + 1)) {
                    ledger = next;
                    number++;
                }
                saw(number);
                return new Ended(number, ledger);
            } else if (named == last()) {
                throw gone(number);
            }
            // Others have ended meanwhile.
        }
    }

    /** Notes that a change has ended. */
    static void saw(long n) {
        SEEN.accumulateAndGet(n, Math::max);
    }

    private @Nullable Ledger ended(long n) {
        Lookup found = find(end(n));
        return found == null ? null : Ledger.decode(found.get(end(n)));
    }

    static PmixException gone(long n) {
        return new PmixException.NotFound(
                "the record of the size change " + n + " of this DVM is gone, so that it cannot change its size any"
                        + " more: PRRTE drops published values of a user that has more than 16 MiB; start it with a"
                        + " larger prte_data_server_max_size",
                Statuses.ERR_NOT_FOUND);
    }
}
