// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/** Checks arguments before they reach libpmix. */
public final class Checks {
    /** {@code PMIX_MAX_NSLEN}: {@code pmix_proc_t} holds a namespace or group identifier in a fixed array. */
    public static final int MAX_NSPACE_BYTES = 255;
    /** {@code PMIX_MAX_KEYLEN}. */
    public static final int MAX_KEY_BYTES = 511;

    /** The limit for a text of a programming model; libpmix has none. */
    public static final int MAX_MODEL_BYTES = 4095;

    private static final int LONGEST_SHOWN = 100;

    private Checks() {}

    /** The namespace that was checked last. Most processes are of one; a race costs one more check. */
    private static @Nullable String checked;

    @SuppressWarnings("ReferenceEquality") // the string itself
    public static String nspace(String what, String value) {
        if (value == null || value != checked) {
            name(what, value, MAX_NSPACE_BYTES);
            checked = value;
        }
        return value;
    }

    /** Checks the name of a handler, which becomes a key in the results that later handlers receive. */
    public static String handlerName(String value) {
        return name("name", value, MAX_KEY_BYTES);
    }

    public static String modelText(String what, String value) {
        return name(what, value, MAX_MODEL_BYTES);
    }

    public static String key(String value) {
        return name("key", value, MAX_KEY_BYTES);
    }

    /** Returns whether the Standard reserves the name. */
    public static boolean isReserved(String key) {
        return key.startsWith("pmix");
    }

    /** Copies the keys of a request; refuses duplicates. */
    public static List<Key<?>> keys(List<Key<?>> keys) {
        Set<String> names = new HashSet<>();
        for (Key<?> key : keys) {
            if (!names.add(key.name())) {
                throw new IllegalArgumentException("the request has the key " + key.name() + " twice; give it once");
            }
        }
        return List.copyOf(keys);
    }

    /** Checks a string for C: it must have no NUL, and must be valid in UTF-8. */
    public static String text(String what, String value) {
        Objects.requireNonNull(value, what);
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " contains a NUL character, which ends a string in C; leave it out");
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

    /** Checks a {@link #text} that must not be empty. */
    public static String name(String what, String value) {
        text(what, value);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty; give one");
        }
        return value;
    }

    /** Copies a list of strings, and checks each as a {@link #text}. */
    public static List<String> texts(String what, List<String> values) {
        List<String> copy = List.copyOf(values);
        for (String value : copy) {
            text(what, value);
        }
        return copy;
    }

    /** Checks that a number fits into an unsigned integer of fewer than 64 bits. */
    public static void unsigned(String what, long value, int bits) {
        if (value >>> bits != 0) {
            throw new IllegalArgumentException(
                    what + " " + value + " does not fit into " + bits + " bits without a sign");
        }
    }

    public static void byteObject(String what, PmixValue.Bytes value) {
        if (value.type() != DataType.BYTE_OBJECT) {
            throw new IllegalArgumentException(
                    what + " is a " + value.type() + ", not a BYTE_OBJECT; use new PmixValue.Bytes(bytes)");
        }
    }

    private static String name(String what, String value, int maxBytes) {
        name(what, value);
        // A char takes at most 3 bytes, so most names need not be encoded.
        if (value.length() * 3 > maxBytes) {
            int bytes = value.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                throw new IllegalArgumentException(
                        what + " has " + bytes + " bytes in UTF-8, the limit is " + maxBytes + ": " + shortened(value));
            }
        }
        return value;
    }

    /** Returns the exception for a member of another node, whose group shall be of one node. */
    public static IllegalArgumentException notLocal(String group, ProcId member) {
        return new IllegalArgumentException(
                "group '" + group + "': " + member
                        + " is not known to be on this node, and the request is localOnly; leave it out, or leave out localOnly");
    }

    /** Returns a text for a message: its beginning, if it is long. */
    public static String shortened(String value) {
        return shortened(value, LONGEST_SHOWN);
    }

    /** Returns at most so many characters of a text, and then an ellipsis if there are more. */
    public static String shortened(String value, int longest) {
        return value.length() <= longest ? value : value.substring(0, longest) + "…";
    }

    /** Returns the first elements of a list for a message, and how many more there are. */
    public static String first(int most, List<?> list) {
        return list.size() <= most ? list.toString() : list.subList(0, most) + " and " + (list.size() - most) + " more";
    }

    /** Returns a number with what it counts, such as "1 process" or "4 processes". */
    public static String count(long number, String one) {
        return number + " " + one + (number == 1 ? "" : one.endsWith("s") ? "es" : "s");
    }

    /** Checks that there is a rank among those of a job or group, whose kind and name a message begins with. */
    public static int rank(String kind, String name, int rank, int size, String one) {
        if (rank < 0 || rank >= size) {
            throw new IndexOutOfBoundsException(
                    kind + " '" + name + "' has " + count(size, one) + ", and no rank " + rank);
        }
        return rank;
    }

    /** Checks that this process still is a member of a group. */
    public static void active(Group group) {
        state(group.state() == Group.State.ACTIVE, "this process is no longer a member of group '" + group.id() + "'");
    }

    /** Copies processes; the message about a null names it. */
    public static List<ProcId> procs(String what, Collection<ProcId> procs) {
        List<ProcId> copy = new ArrayList<>(Objects.requireNonNull(procs, what).size());
        for (ProcId proc : procs) {
            copy.add(Objects.requireNonNull(proc, "one of " + what));
        }
        return copy;
    }

    /** Checks that no value is null. Each follows its name. */
    public static void notNull(Object... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Objects.requireNonNull(namesAndValues[i + 1], (String) namesAndValues[i]);
        }
    }

    public static void state(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    public static void notNegative(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative; give zero or more");
        }
    }

    public static Duration timeout(Duration timeout) {
        return positive("timeout", timeout);
    }

    /** Checks the timeout of a request, if it has one. */
    @SuppressWarnings("OptionalUsedAsFieldOrParameterType")
    public static void timeout(Optional<Duration> timeout) {
        if (timeout.isPresent()) {
            timeout(timeout.get());
        }
    }

    public static Duration positive(String what, Duration duration) {
        Objects.requireNonNull(duration, what);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " " + duration + " is not positive; give more than zero");
        }
        return duration;
    }
}
