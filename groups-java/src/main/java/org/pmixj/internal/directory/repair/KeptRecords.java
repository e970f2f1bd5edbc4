// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory.repair;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.pmixj.Key;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.directory.LookupCall;

/**
 * Has PRRTE keep the records of size changes when processes publish much. It has room for 16 MiB of a user, and drops the
 * values that were looked up longest ago. So each process looks the records up once in a while, as it publishes.
 */
public final class KeptRecords {
    private static final Key<List<String>> LAST = Key.of(WireKeys.ELASTIC_LAST, ValueType.listOf(ValueType.STRING));

    /** So little that many processes at once do not fill the room between two look-ups. */
    private static final long BETWEEN = 256 << 10;

    private static final AtomicLong PUBLISHED = new AtomicLong();
    /** The names that were found last, the key of which is the first. */
    private static volatile List<String> names = List.of(WireKeys.ELASTIC_LAST);

    private KeptRecords() {}

    /** Called before this process publishes something. Does not wait. */
    public static void publishing(Handle handle, long bytes) {
        if (Defect.PUBLISHED_VALUES_DROPPED.isHere() && PUBLISHED.addAndGet(bytes) >= BETWEEN) {
            PUBLISHED.set(0);
            // Not on the executor of the application.
            Handle own = handle.own();
            CompletableFuture<?> _ =
                    lookUp(own, names).thenAccept(found -> found.find(LAST).ifPresent(last -> lookUpAgain(own, last)));
        }
    }

    private static void lookUpAgain(Handle handle, List<String> last) {
        List<String> known = names;
        List<String> found = last.stream().filter(WireKeys::isOne).toList();
        if (!known.equals(found)) {
            names = found;
            CompletableFuture<?> _ = lookUp(handle, found);
        }
    }

    private static CompletableFuture<Lookup> lookUp(Handle handle, List<String> keys) {
        Key<?>[] all = keys.stream().map(name -> Key.of(name, ValueType.ANY)).toArray(Key<?>[]::new);
        LookupRequest request = LookupRequest.builder().keys(all).build();
        return new LookupCall<>(handle, request, handle.defaultTimeout, Function.identity())
                .submit(Deadline.collectiveNanos(handle.defaultTimeout));
    }
}
