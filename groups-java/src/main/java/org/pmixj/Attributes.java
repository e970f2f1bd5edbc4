// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Represents an ordered collection of attributes: the directives of a request, or the answer to one. Immutable. Keys
 * may repeat.
 *
 * {@snippet file="CoreSnippets.java" region="attributes"}
 */
public final class Attributes implements Iterable<Info> {
    private static final Attributes NONE = new Attributes(List.of());

    private final List<Info> infos;

    private Attributes(List<Info> infos) {
        this.infos = infos;
    }

    /** {@return the empty collection} */
    public static Attributes none() {
        return NONE;
    }

    /**
     * {@return a collection of one attribute}
     *
     * @param key its name and type
     * @param value its value
     * @param <T> the Java type of the value
     */
    public static <T> Attributes of(Key<T> key, T value) {
        return new Attributes(List.of(Info.of(key, value)));
    }

    /**
     * {@return a collection of these attributes}
     *
     * @param infos the attributes, in order
     */
    public static Attributes of(List<Info> infos) {
        return infos.isEmpty() ? NONE : new Attributes(List.copyOf(infos));
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds attributes. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<Info> infos = new ArrayList<>();

        private Builder() {}

        /**
         * Adds an attribute.
         *
         * @param key its name and type
         * @param value its value
         * @param <T> the Java type of the value
         * @return this
         */
        public <T> Builder set(Key<T> key, T value) {
            infos.add(Info.of(key, value));
            return this;
        }

        /**
         * Adds an attribute that is switched on.
         *
         * @param key the attribute
         * @return this
         */
        public Builder flag(Key<Boolean> key) {
            return set(key, true);
        }

        /**
         * Adds an attribute.
         *
         * @param info the attribute
         * @return this
         */
        public Builder add(Info info) {
            infos.add(Objects.requireNonNull(info, "info"));
            return this;
        }

        /** {@return the attributes, in the order they were added} */
        public Attributes build() {
            return of(infos);
        }
    }

    /**
     * {@return the value of a key, the first if there are several; empty if the key does not occur}
     *
     * @param key the key
     * @param <T> the Java type of the value
     * @throws PmixException if the value has another type
     */
    public <T> Optional<T> get(Key<T> key) {
        for (Info info : infos) {
            @Nullable T value = info.valueOf(key);
            if (value != null) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /**
     * {@return all values of a key, an immutable list; empty if the key does not occur}
     *
     * @param key the key
     * @param <T> the Java type of the values
     * @throws PmixException if a value is of another type than the key
     */
    public <T> List<T> all(Key<T> key) {
        List<T> values = new ArrayList<>();
        for (Info info : infos) {
            @Nullable T value = info.valueOf(key);
            if (value != null) {
                values.add(value);
            }
        }
        return List.copyOf(values);
    }

    /**
     * {@return whether a key occurs, with a value of whatever type}
     *
     * @param key the key
     */
    public boolean contains(Key<?> key) {
        for (Info info : infos) {
            if (info.key().equals(key.name())) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return these attributes, followed by others}
     *
     * @param more the others
     */
    public Attributes and(Attributes more) {
        List<Info> all = new ArrayList<>(infos);
        all.addAll(more.infos);
        return of(all);
    }

    /** {@return every attribute, also those this library has no key for; an immutable list} */
    public List<Info> infos() {
        return infos;
    }

    /** {@return the number of attributes} */
    public int size() {
        return infos.size();
    }

    /** {@return whether there are none} */
    public boolean isEmpty() {
        return infos.isEmpty();
    }

    @Override
    public Iterator<Info> iterator() {
        return infos.iterator();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Attributes that && infos.equals(that.infos);
    }

    @Override
    public int hashCode() {
        return infos.hashCode();
    }

    @Override
    public String toString() {
        return infos.toString();
    }
}
