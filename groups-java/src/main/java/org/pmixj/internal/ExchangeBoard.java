// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.ValueType;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;

/**
 * What this process shows to other members of its groups: it is published, and taken back when all have read it. What is
 * put cannot be taken back; and each fence that spreads it across nodes costs every process two mappings of memory for
 * the rest of its life, and the next fence more time (seen with 7.0.0rc1).
 */
final class ExchangeBoard {
    /** Whose it is, and its number among his. */
    private record Posted(Context context, String group, Object owner, long number) {}

    private final Map<String, Posted> posted = new HashMap<>();

    /** Shows a value. */
    <T> void post(Context context, String group, Object owner, long number, Key<T> key, T value, Duration timeout) {
        synchronized (this) {
            posted.put(key.name(), new Posted(context, group, owner, number));
        }
        DirectoryImpl.of(context)
                .publish(PublishRequest.of(key, value)
                        .persistence(Persistence.APPLICATION)
                        .timeout(timeout)
                        .build());
    }

    /** Takes back what an owner has shown before a number. Waits for nothing. */
    void takeBack(Object owner, long number) {
        takeBack(new Before(owner, number));
    }

    /**
     * Takes back what is left of a group. Another of its id is about to be made: the host has this before it comes to
     * that, and nobody takes it for a value of the new one.
     */
    void takeBack(String group) {
        takeBack(new OfGroup(group));
    }

    private record Before(Object owner, long number) implements Predicate<Posted> {
        @Override
        public boolean test(Posted entry) {
            return entry.owner().equals(owner) && entry.number() < number;
        }
    }

    private record OfGroup(String group) implements Predicate<Posted> {
        @Override
        public boolean test(Posted entry) {
            return entry.group().equals(group);
        }
    }

    private void takeBack(Predicate<Posted> which) {
        List<Key<?>> keys = new ArrayList<>();
        Context context = null;
        synchronized (this) {
            Iterator<Map.Entry<String, Posted>> entries = posted.entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<String, Posted> entry = entries.next();
                if (which.test(entry.getValue())) {
                    keys.add(Key.of(entry.getKey(), ValueType.ANY));
                    context = entry.getValue().context();
                    entries.remove();
                }
            }
        }
        if (context != null) {
            Duration timeout = context.defaultTimeout;
            try {
                CompletableFuture<?> _ = new Unpublish(
                                context,
                                UnpublishRequest.of(keys.toArray(new Key<?>[0])).build(),
                                timeout)
                        .submit(CollectiveBound.own(timeout));
            } catch (IllegalStateException e) {
                // The session ends, and the host forgets with the job what it has published.
            }
        }
    }
}
