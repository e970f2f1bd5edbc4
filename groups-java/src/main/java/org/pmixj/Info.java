// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.InfoAccess;

/**
 * Represents an attribute with its value ({@code pmix_info_t}, PMIx Standard 3.2.14): a directive to an operation, a
 * qualifier of a query, or a part of an answer. It is created from a {@link Key}, so that libpmix never receives a
 * value of another type than the attribute has.
 */
@SuppressWarnings("JavaLangClash") // the name in the Standard
public final class Info implements PmixValue {
    static {
        InfoAccess.set(new Received());
    }

    private static final class Received extends InfoAccess {
        @Override
        public Info info(String key, PmixValue value, boolean required) {
            return new Info(key, value, required);
        }
    }

    private final String key;
    private final PmixValue value;
    private final boolean required;

    private Info(String key, PmixValue value, boolean required) {
        this.key = Objects.requireNonNull(key, "key");
        this.value = Objects.requireNonNull(value, "value");
        this.required = required;
    }

    /**
     * {@return an attribute with a value}
     *
     * @param key its name and type
     * @param value its value
     * @param <T> the Java type of the value
     */
    public static <T> Info of(Key<T> key, T value) {
        return new Info(key.name(), key.type().wrap(value), false);
    }

    /**
     * {@return an attribute with the value true}
     *
     * @param key the attribute
     */
    public static Info flag(Key<Boolean> key) {
        return of(key, true);
    }

    /** {@return a copy that the operation must honour ({@code PMIX_INFO_REQD}); others may be ignored} */
    public Info asRequired() {
        return new Info(key, value, true);
    }

    /** {@return the name of the attribute's key, such as {@code pmix.job.size}} */
    public String key() {
        return key;
    }

    /** {@return the value with its type} */
    public PmixValue value() {
        return value;
    }

    /**
     * {@return the value if this is the attribute of a key, or null if this attribute has another name}
     *
     * @param wanted the key
     * @param <T> the Java type of the value
     */
    <T> @Nullable T valueOf(Key<T> wanted) {
        return key.equals(wanted.name()) ? wanted.cast(value) : null;
    }

    /** {@return whether the operation must honour it, see {@link #asRequired}} */
    public boolean isRequired() {
        return required;
    }

    @Override
    public DataType type() {
        return DataType.INFO;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Info that
                && key.equals(that.key)
                && value.equals(that.value)
                && required == that.required;
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + value.hashCode();
    }

    /** Returns a text such as {@code pmix.timeout=Int[type=INT, value=5]}. */
    @Override
    public String toString() {
        return key + "=" + value + (required ? " (required)" : "");
    }
}
