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
     * Returns the value of a key.
     *
     * @param key one of the request
     * @param <T> the Java type of the value
     * @return the value
     * @throws PmixException.NotFound if it was not found
     * @throws PmixException if the value is of another type than the key
     */
    <T> T get(Key<T> key);

    /**
     * Returns the value of a key that need not be there.
     *
     * @param key one of the request
     * @param <T> the Java type of the value
     * @return the value, empty if it was not found
     * @throws PmixException if the value is of another type than the key
     */
    <T> Optional<T> find(Key<T> key);

    /**
     * Returns who published a key.
     *
     * @param key one of the request
     * @return the process
     * @throws PmixException.NotFound if it was not found
     */
    ProcId publisher(Key<?> key);

    /**
     * Returns everything that was found.
     *
     * @return an immutable list, in the order the host gave
     */
    List<Published> entries();

    /**
     * Returns what was asked for and not found.
     *
     * @return an immutable list of keys, in the order of the request
     */
    List<Key<?>> missing();

    /**
     * Returns whether everything that was asked for was found.
     *
     * @return true if nothing is {@link #missing}
     */
    boolean isComplete();
}
