// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.directory.Lookup;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.value.Published;

/**
 * Implements the answer to a lookup.
 *
 * @param byKey the first entry of each key
 */
record LookupResult(List<Published> entries, Map<String, Published> byKey, List<Key<?>> missing) implements Lookup {
    static Lookup of(List<Key<?>> requested, List<Published> found) {
        Map<String, Published> byKey = new HashMap<>();
        for (Published entry : found) {
            byKey.putIfAbsent(entry.key(), entry);
        }
        List<Key<?>> missing =
                requested.stream().filter(key -> !byKey.containsKey(key.name())).toList();
        return new LookupResult(List.copyOf(found), byKey, missing);
    }

    private static PmixException notFound(Key<?> key) {
        return StatusCodes.failure("lookup of " + key, StatusCodes.NOT_FOUND);
    }

    @Override
    public <T> T get(Key<T> key) {
        return find(key).orElseThrow(() -> notFound(key));
    }

    @Override
    public <T> Optional<T> find(Key<T> key) {
        Published entry = byKey.get(key.name());
        return entry == null
                ? Optional.empty()
                // Attributes know how to read a value by its key.
                : Attributes.of(List.of(InfoAccess.info(key.name(), entry.value())))
                        .get(key);
    }

    @Override
    public ProcId publisher(Key<?> key) {
        Published entry = byKey.get(key.name());
        if (entry == null) {
            throw notFound(key);
        }
        return entry.proc();
    }

    @Override
    public boolean isComplete() {
        return missing.isEmpty();
    }

    @Override
    public String toString() {
        return entries + (missing.isEmpty() ? "" : ", not found: " + missing);
    }
}
