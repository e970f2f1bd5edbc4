// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.Scope;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.PackedSize;

/**
 * Limits how much this process puts. libpmix sends all values since the last commit in one message; a process that gets
 * one key receives, in one message, all values that were put for its node or for others. If a message has more than 32 MiB
 * ({@code ptl_base_max_msg_size}), the receiver drops the connection, which ends the job.
 */
public final class PutSizes implements SessionPart {
    private static final SessionPart.Slot<PutSizes> SLOT = new SessionPart.Slot<>(10) {
        @Override
        protected PutSizes create(Session session) {
            return new PutSizes();
        }
    };

    public static PutSizes of(Session session) {
        return session.part(SLOT);
    }

    private static final int OVERHEAD = 64;

    private record Name(Scope scope, String key) {
        // By hand: what a record has of itself is spun by its first use, at the start of a rank.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name && name.scope == scope && name.key.equals(key);
        }

        @Override
        public int hashCode() {
            return 31 * scope.hashCode() + key.hashCode();
        }
    }

    /** A value: its size, and the number of commits before it. */
    private record Put(long size, long commits) {}

    private final Map<Name, Put> puts = new HashMap<>();
    private long commits;
    // Sums over the map: values for processes of this node, for others, and for the next commit.
    private long local;
    private long remote;
    private long uncommitted;

    /** Counts a value, which replaces an older one of its name; throws if a message would become too large. */
    public synchronized void add(Scope scope, String key, PmixValue value) {
        // An INTERNAL value stays in this process.
        if (scope == Scope.INTERNAL || !Defect.LARGE_MESSAGE_DISCONNECTS.isHere()) {
            return;
        }
        Name name = new Name(scope, key);
        Put put = new Put(size(key, value), commits);
        Put previous = puts.get(name);
        count(scope, previous, -1);
        count(scope, put, 1);
        if (local > MessageSize.LIMIT || remote > MessageSize.LIMIT || uncommitted > MessageSize.LIMIT) {
            long total = Math.max(local, remote);
            count(scope, put, -1);
            count(scope, previous, 1);
            throw new IllegalArgumentException("put of " + key + tooLarge(total));
        }
        puts.put(name, put);
    }

    private static String tooLarge(long total) {
        return total > MessageSize.LIMIT
                ? ": the values of this process would have " + total + " bytes, more than the " + MessageSize.LIMIT
                        + " that libpmix can send to a reader; put less"
                : ": the uncommitted values would have more than the " + MessageSize.LIMIT + " bytes that libpmix can"
                        + " send in one commit (a GLOBAL value counts twice); commit before, or put less";
    }

    /** Counts a commit, which is about to start. */
    public synchronized void commit() {
        commits++;
        uncommitted = 0;
    }

    private void count(Scope scope, @Nullable Put put, int sign) {
        if (put == null) {
            return;
        }
        long size = sign * put.size;
        if (scope != Scope.REMOTE) {
            local += size;
        }
        if (scope != Scope.LOCAL) {
            remote += size;
        }
        if (put.commits == commits) {
            uncommitted += scope == Scope.GLOBAL ? 2 * size : size;
        }
    }

    /** Returns an upper bound for the size of a value and its key in a message. */
    public static long size(String key, PmixValue value) {
        return PackedSize.of(value) + (long) key.length() * 3 + OVERHEAD;
    }
}
