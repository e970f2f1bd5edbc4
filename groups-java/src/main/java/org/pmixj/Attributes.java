// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Represents an ordered collection of attributes: the directives of a request, or the answer to one. Immutable. A key
 * may occur more than once.
 *
 * {@snippet file="CoreSnippets.java" region="attributes"}
 */
public final class Attributes implements Iterable<Info> {
    private static final Attributes NONE = new Attributes(List.of());

    private final List<Info> infos;

    private Attributes(List<Info> infos) {
        this.infos = infos;
    }

    /**
     * Returns no attributes.
     *
     * @return the empty collection
     */
    public static Attributes none() {
        return NONE;
    }

    /**
     * Returns one attribute.
     *
     * @param key its name and type
     * @param value its value
     * @param <T> the Java type of the value
     * @return the collection
     * @throws IllegalArgumentException if the value is out of the type's range
     */
    public static <T> Attributes of(Key<T> key, T value) {
        return new Attributes(List.of(Info.of(key, value)));
    }

    /**
     * Returns some attributes.
     *
     * @param infos the attributes, in order
     * @return the collection
     */
    public static Attributes of(List<Info> infos) {
        return infos.isEmpty() ? NONE : new Attributes(List.copyOf(infos));
    }

    /**
     * Creates a builder.
     *
     * @return a builder
     */
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
         * @throws IllegalArgumentException if the value is out of the type's range
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

        /**
         * Adds all attributes of a collection.
         *
         * @param attributes the attributes
         * @return this
         */
        public Builder addAll(Attributes attributes) {
            infos.addAll(attributes.infos);
            return this;
        }

        /**
         * Builds the collection.
         *
         * @return the attributes, in the order they were added
         */
        public Attributes build() {
            return of(infos);
        }
    }

    /**
     * Returns the value of a key, the first if there are several.
     *
     * @param key the key
     * @param <T> the Java type of the value
     * @return the value, empty if the key does not occur
     * @throws PmixException if the value is of another type than the key
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
     * Returns all values of a key.
     *
     * @param key the key
     * @param <T> the Java type of the values
     * @return an immutable list, empty if the key does not occur
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
     * Returns whether a key occurs, with a value of whatever type.
     *
     * @param key the key
     * @return true if it does
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
     * Returns every attribute, also those this library has no key for.
     *
     * @return an immutable list
     */
    public List<Info> infos() {
        return infos;
    }

    /**
     * Returns the number of attributes.
     *
     * @return 0 or more
     */
    public int size() {
        return infos.size();
    }

    /**
     * Returns whether there are none.
     *
     * @return true if so
     */
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
