// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmixj.Key;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.directory.LookupCall;

/**
 * Keeps the records of size changes at PRRTE when processes publish much. PRRTE has room for 16 MiB of a user, and
 * drops the values that were looked up longest ago. So each process looks the records up once in a while, as it
 * publishes.
 */
public final class KeptRecords {
    private static final ValueType<List<String>> LAST = ValueType.listOf(ValueType.STRING);

    /** So little that many processes at once do not fill the room between two look-ups. */
    private static final long BETWEEN = 256 << 10;

    /** The form of a record's name. Any process can publish a list of names, so only such names are looked up. */
    private static final Pattern RECORD =
            Pattern.compile(Pattern.quote(WireKeys.ELASTIC_TURNS) + "\\d{1,19}\\.(turn|state|end)");

    private static final int MOST = 100;

    private static final AtomicLong PUBLISHED = new AtomicLong();
    /** The names that were found last. */
    private static volatile List<String> names = WireKeys.ELASTIC_LAST;

    private KeptRecords() {}

    /** Called before this process publishes something. Does not wait. */
    public static void publishing(Handle handle, long bytes) {
        if (PUBLISHED.addAndGet(bytes) >= BETWEEN) {
            PUBLISHED.set(0);
            // Not on the executor of the application.
            Handle own = handle.own();
            lookUp(own, names, found -> newest(found).ifPresent(last -> lookUpAgain(own, last)));
        }
    }

    /** Returns the record with the largest number. */
    private static Optional<List<String>> newest(Lookup found) {
        return WireKeys.ELASTIC_LAST.stream()
                .flatMap(name -> found.find(Key.of(name, LAST)).stream())
                .max(Comparator.comparingLong(last -> Long.parseLong(last.getFirst())));
    }

    private static void lookUpAgain(Handle handle, List<String> last) {
        List<String> known = names;
        List<String> found = Stream.concat(
                        WireKeys.ELASTIC_LAST.stream(),
                        last.stream().filter(name -> RECORD.matcher(name).matches()))
                .distinct()
                .limit(MOST)
                .toList();
        if (!known.equals(found)) {
            names = found;
            lookUp(handle, found, _ -> {});
        }
    }

    /**
     * Looks keys up. The next step runs on the progress thread, so that it is in time for the next value that is
     * published.
     */
    private static void lookUp(Handle handle, List<String> keys, Consumer<Lookup> next) {
        Key<?>[] all = keys.stream().map(name -> Key.of(name, ValueType.ANY)).toArray(Key<?>[]::new);
        LookupRequest request = LookupRequest.of(all);
        new LookupCall<>(handle, request, handle.defaultTimeout, found -> {
                    next.accept(found);
                    return found;
                })
                .launch();
    }
}
