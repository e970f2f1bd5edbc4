// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;

/** Identifiers of groups that are made here: the same on all members, of at most {@link Checks#MAX_NSPACE_BYTES}. */
public final class GroupIds implements SessionPart {
    private static final SessionPart.Slot<GroupIds> SLOT = new SessionPart.Slot<>(8) {
        @Override
        protected GroupIds create(Session session) {
            return new GroupIds();
        }
    };

    /** Returns the one of a session. */
    public static GroupIds of(Session session) {
        return session.part(SLOT);
    }

    private static final int HASH_DIGITS = 16;

    private long splits;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** An id that no other call makes, of this process or of one of another job. */
    String unique(String nspace, String prefix) {
        return Checks.nspace("unique group id", prefix + "#" + next(prefix) + "@" + nspace);
    }

    private synchronized int next(String prefix) {
        int number = numbers.getOrDefault(prefix, 0) + 1;
        numbers.put(prefix, number);
        return number;
    }

    /** A number of a split that this process has taken part in none of. */
    public synchronized long splits() {
        return splits + 1;
    }

    /** A split of this number. */
    public synchronized void split(long number) {
        splits = Math.max(splits, number);
    }

    /** For an attempt of some members alone, in whatever order each has them. */
    public static String among(String id, List<ProcId> members) {
        return among(id, members, 0);
    }

    /** As {@link #among(String, List)}, with room for some bytes more. */
    public static String among(String id, List<ProcId> members, int room) {
        long sum = 0;
        for (ProcId member : members) {
            sum += hash(member.toString());
        }
        return derived(id, "/" + hex(sum), room);
    }

    /** An id with something added, where need be with a shorter beginning and what it stands for. */
    public static String derived(String id, String suffix) {
        return derived(id, suffix, 0);
    }

    private static String derived(String id, String suffix, int free) {
        int room = Checks.MAX_NSPACE_BYTES - free - bytes(suffix);
        if (bytes(id) <= room) {
            return id + suffix;
        }
        String hash = "~" + hex(hash(id));
        int length = id.length();
        String beginning = id;
        while (bytes(beginning) > room - hash.length()) {
            length = id.offsetByCodePoints(length, -1);
            beginning = id.substring(0, length);
        }
        return beginning + hash + suffix;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** FNV-1a of 64 bits: a few ids are to differ, nobody attacks them. */
    public static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private static String hex(long number) {
        String digits = Long.toHexString(number);
        return "0".repeat(HASH_DIGITS - digits.length()) + digits;
    }
}
