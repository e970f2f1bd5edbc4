// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.KnownJobs;

/** Creates and checks ids of groups, of at most {@link Checks#MAX_NSPACE_BYTES}. All members derive the same. */
public final class GroupIds implements SessionPart {
    private static final SessionPart.Slot<GroupIds> SLOT = new SessionPart.Slot<>(8) {
        @Override
        protected GroupIds create(Session session) {
            return new GroupIds();
        }
    };

    public static GroupIds of(Session session) {
        return session.part(SLOT);
    }

    private static final int HASH_DIGITS = 16;

    private long splits;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Returns an id that no other call returns, in this process or in one of another job. */
    String unique(String nspace, String prefix) {
        return Checks.nspace("unique group id", prefix + "#" + next(prefix) + "@" + nspace);
    }

    private synchronized int next(String prefix) {
        int number = numbers.getOrDefault(prefix, 0) + 1;
        numbers.put(prefix, number);
        return number;
    }

    /** Returns whether an id is reserved for the namespaces of connections. */
    public static boolean isReserved(String id) {
        return id.startsWith(WireKeys.CONNECTION);
    }

    /** Throws if the application must not use an id. */
    public static void check(Session session, String id) {
        // To ask libpmix about namespaces that this process never named would cost a third of a construct.
        boolean isRefused =
                Defect.NAMESPACE_AS_GROUP_ID.isHere() || session.addresses().startsFencesInTurn();
        if (isRefused && KnownJobs.isNamespace(session, id)) {
            throw new IllegalArgumentException("group id '" + id + "' is the namespace of a job; choose another id");
        }
        if (isReserved(id)) {
            throw new IllegalArgumentException("group id '" + id + "' is like the namespace of a connection; choose one"
                    + " that does not begin with '" + WireKeys.CONNECTION + "'");
        }
    }

    /** Returns the failure of a construct that libpmix answered with the members of another group. */
    public static PmixException.Exists collision(String id, List<ProcId> one, List<ProcId> other) {
        return new PmixException.Exists(
                "two groups of the id '" + id + "' were constructed at the same time, or the members of one did not all"
                        + " name the same ones: " + one + " and " + other
                        + "; give each group an id of its own (see uniqueId),"
                        + " and the same members in all of them",
                new PmixStatus(StatusCodes.EXISTS));
    }

    /** Returns a number above those of all splits in which this process took part, and of those that are under way. */
    public synchronized long nextSplit() {
        return ++splits;
    }

    /** Notes the number upon which the members of a split have agreed. */
    public synchronized void split(long number) {
        splits = Math.max(splits, number);
    }

    /** Returns an id for an attempt of some members, independent of their order. */
    public static String among(String id, List<ProcId> members) {
        return among(id, members, 0);
    }

    /** Returns whether an id may be that of an attempt. */
    public static boolean isOfAttempt(String id) {
        return id.length() > HASH_DIGITS && id.charAt(id.length() - HASH_DIGITS - 1) == '/';
    }

    /** Returns an id as {@link #among(String, List)} does, with room for some bytes more. */
    public static String among(String id, List<ProcId> members, int room) {
        return derived(id, "/" + HexFormat.of().toHexDigits(hash(members)), room);
    }

    /** Returns a hash of processes in any order, 0 or more. */
    static long hash(List<ProcId> members) {
        long sum = 0;
        for (ProcId member : members) {
            sum += FenceCall.mixed(hash(member.toString()));
        }
        return sum & Long.MAX_VALUE;
    }

    /** Returns an id with a suffix, and room for some bytes more. If it is too long, a hash replaces the end of the id. */
    public static String derived(String id, String suffix, int free) {
        int room = Checks.MAX_NSPACE_BYTES - free - bytes(suffix);
        if (bytes(id) <= room) {
            return id + suffix;
        }
        String hash = "~" + HexFormat.of().toHexDigits(hash(id));
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

    /** Returns the 64-bit FNV-1a hash of a text. It keeps a few ids apart, and resists no attack. */
    public static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
