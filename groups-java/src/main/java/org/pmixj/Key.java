// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Objects;
import org.pmixj.internal.base.Checks;

/**
 * Represents the name of a value and its type, as {@link Pmix#put} and {@link Pmix#get} use them. Two keys are equal if
 * name and type are.
 *
 * @param <T> the Java type of the value
 */
public final class Key<T> {
    private final String name;
    private final ValueType<T> type;

    private Key(String name, ValueType<T> type) {
        this.name = name;
        this.type = type;
    }

    /**
     * {@return a key of the application's own} The PMIx Standard reserves names that begin with {@code pmix}.
     *
     * @param name 1 to 511 bytes of UTF-8 without NUL
     * @param type the type of the value
     * @param <T> the Java type of the value
     * @throws IllegalArgumentException if the name is empty, too long, contains NUL or is reserved
     */
    public static <T> Key<T> of(String name, ValueType<T> type) {
        Checks.key(name);
        if (Checks.isReserved(name)) {
            throw new IllegalArgumentException("keys that begin with \"pmix\" are reserved by the Standard: " + name
                    + "; use the constant of Keys, or Key.standard");
        }
        return new Key<>(name, Objects.requireNonNull(type, "type"));
    }

    /**
     * {@return a key for an attribute of the PMIx Standard or of OpenPMIx that {@link Keys} lacks}
     *
     * @param name the name in the header, such as {@code pmix.job.size}; 1 to 511 bytes of UTF-8 without NUL
     * @param type the type that libpmix uses for its value
     * @param <T> the Java type of the value
     * @throws IllegalArgumentException if the name is too long, contains NUL or does not begin with {@code pmix}
     */
    public static <T> Key<T> standard(String name, ValueType<T> type) {
        Checks.key(name);
        if (!Checks.isReserved(name)) {
            throw new IllegalArgumentException(
                    "attributes of the Standard begin with \"pmix\": " + name + "; use Key.of for a key of your own");
        }
        return new Key<>(name, Objects.requireNonNull(type, "type"));
    }

    /** Creates a constant of {@link Keys}, whose name needs no check. */
    static <T> Key<T> reserved(String name, ValueType<T> type) {
        return new Key<>(name, type);
    }

    /** {@return the name, 1 to 511 bytes in UTF-8} */
    public String name() {
        return name;
    }

    /** {@return the type of the value} */
    public ValueType<T> type() {
        return type;
    }

    /** Returns what was read under this key, or an exception that reports both types. */
    T cast(PmixValue value) {
        T cast = type.unwrap(value);
        if (cast == null) {
            throw new PmixException("the value of " + name + " is " + found(value) + ", not " + type, TYPE_MISMATCH);
        }
        return cast;
    }

    private String found(PmixValue value) {
        if (value instanceof PmixValue.Array array) {
            return "DATA_ARRAY of " + array.elementType();
        } else if (value instanceof PmixValue.Opaque opaque) {
            return "NULL or unreadable (pmix_data_type_t " + opaque.nativeType() + ")";
        }
        // The type is right, but Java has no such value: a number without a name, or bytes of the wrong length.
        return value.type() == type.dataType() ? value.toString() : value.type().toString();
    }

    private static final PmixStatus TYPE_MISMATCH = new PmixStatus(org.pmixj.internal.base.StatusCodes.TYPE_MISMATCH);

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Key<?> that && name.equals(that.name) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Returns the name and the type. */
    @Override
    public String toString() {
        return name + " (" + type + ")";
    }
}
