// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.group.Group;

/** What arguments must be before anything native sees them. */
public final class Checks {
    /** {@code PMIX_MAX_NSLEN}: a namespace or group identifier is a fixed array in {@code pmix_proc_t}. */
    public static final int MAX_NSPACE_BYTES = 255;
    /** {@code PMIX_MAX_KEYLEN}. */
    public static final int MAX_KEY_BYTES = 511;

    /** Of a text of a programming model; libpmix has no bound of its own. */
    public static final int MAX_MODEL_BYTES = 4095;

    private Checks() {}

    public static String nspace(String what, String value) {
        return name(what, value, MAX_NSPACE_BYTES);
    }

    /** A handler's name becomes a key, in what the handlers after it are told. */
    public static String handlerName(String value) {
        return name("name", value, MAX_KEY_BYTES);
    }

    /** A text that a programming model is told by. */
    public static String modelText(String what, String value) {
        return name(what, value, MAX_MODEL_BYTES);
    }

    public static String key(String value) {
        return name("key", value, MAX_KEY_BYTES);
    }

    /** Whether the Standard reserves the name. */
    public static boolean isReserved(String key) {
        return key.startsWith("pmix");
    }

    /** Adds keys to those of a request, none twice. */
    public static void addKeys(List<Key<?>> list, Key<?>... keys) {
        Set<String> names = new HashSet<>();
        for (Key<?> key : list) {
            names.add(key.name());
        }
        for (Key<?> key : keys) {
            if (!names.add(key.name())) {
                throw new IllegalArgumentException("given twice: " + key.name());
            }
            list.add(key);
        }
    }

    /** Any string that C will read: no NUL, and characters that UTF-8 can carry. */
    public static String text(String what, String value) {
        Objects.requireNonNull(value, what);
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + " contains a NUL character, where C would end it");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                if (!Character.isSurrogatePair(value.charAt(i), i + 1 < value.length() ? value.charAt(i + 1) : ' ')) {
                    throw new IllegalArgumentException(
                            what + " contains half a surrogate pair, which UTF-8 cannot carry");
                }
                i++;
            }
        }
        return value;
    }

    public static void optionalText(String what, @Nullable String value) {
        if (value != null) {
            text(what, value);
        }
    }

    /** A string that is not empty. */
    public static String name(String what, String value) {
        text(what, value);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        return value;
    }

    /** A copy of a list of strings that C will read. */
    public static List<String> texts(String what, List<String> values) {
        List<String> copy = List.copyOf(values);
        for (String value : copy) {
            text(what, value);
        }
        return copy;
    }

    /** A number of less than 64 bits without a sign. */
    public static void unsigned(String what, long value, int bits) {
        if (value >>> bits != 0) {
            throw new IllegalArgumentException(
                    what + " " + value + " is not a number of " + bits + " bits without a sign");
        }
    }

    public static void byteObject(String what, PmixValue.Bytes value) {
        if (value.type() != DataType.BYTE_OBJECT) {
            throw new IllegalArgumentException(what + " is a " + value.type() + ", not a BYTE_OBJECT");
        }
    }

    private static String name(String what, String value, int maxBytes) {
        name(what, value);
        // A char makes 1 to 3 bytes: most names need no encoding to be judged.
        if (value.length() * 3 > maxBytes) {
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                throw new IllegalArgumentException(
                        what + " has " + bytes + " bytes in UTF-8, the limit is " + maxBytes + ": " + value);
            }
        }
        return value;
    }

    /** A group this process still is a member of. */
    public static void active(Group group) {
        state(group.isActive(), "this process is no longer a member of group '" + group.id() + "'");
    }

    public static void state(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    public static void notNegative(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative");
        }
    }

    public static Duration timeout(Duration timeout) {
        return positive("timeout", timeout);
    }

    /** The timeout of a request, if it has one. */
    @SuppressWarnings("OptionalUsedAsFieldOrParameterType")
    public static void timeout(Optional<Duration> timeout) {
        if (timeout.isPresent()) {
            timeout(timeout.get());
        }
    }

    public static Duration positive(String what, Duration duration) {
        Objects.requireNonNull(duration, what);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " " + duration + " is not positive");
        }
        return duration;
    }
}
