// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.util.List;
import java.util.Optional;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.value.Published;

/** Describes what a {@linkplain Directory#lookup(LookupRequest) lookup} has found. Immutable. */
public interface Lookup {
    /**
     * {@return the value of a key}
     *
     * @param key one of the request
     * @param <T> the Java type of the value
     * @throws PmixException.NotFound if it was not found
     */
    <T> T get(Key<T> key);

    /**
     * {@return the value of a key, empty if it was not found}
     *
     * @param key one of the request
     * @param <T> the Java type of the value
     */
    <T> Optional<T> find(Key<T> key);

    /**
     * {@return the process that published a key}
     *
     * @param key one of the request
     * @throws PmixException.NotFound if it was not found
     */
    ProcId publisher(Key<?> key);

    /** {@return everything that was found, an immutable list in the host's order} */
    List<Published> entries();

    /** {@return the requested keys that were not found, an immutable list in the order of the request} */
    List<Key<?>> missing();

    /** {@return whether all requested keys were found} */
    boolean isComplete();
}
