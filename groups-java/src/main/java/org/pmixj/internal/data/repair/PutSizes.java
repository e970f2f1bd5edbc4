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
 * How much this process has put. libpmix sends what was put since the last commit in one message, and whoever asks for a
 * key of this process is sent all that this process has put for its node or for the others in one message. A message of
 * more than 32 MiB ({@code ptl_base_max_msg_size}) makes the receiver drop the connection, which ends the job.
 */
public final class PutSizes implements SessionPart {
    private static final SessionPart.Slot<PutSizes> SLOT = new SessionPart.Slot<>(10) {
        @Override
        protected PutSizes create(Session session) {
            return new PutSizes();
        }
    };

    /** Returns the one of a session. */
    public static PutSizes of(Session session) {
        return session.part(SLOT);
    }

    private static final int OVERHEAD = 64;

    private record Name(Scope scope, String key) {}

    /** A value: its size, and the number of commits before it. */
    private record Put(long size, long commits) {}

    private final Map<Name, Put> puts = new HashMap<>();
    private long commits;
    // Sums over the map: what same-node processes may ask for, what others may, what the next commit sends.
    private long local;
    private long remote;
    private long uncommitted;

    /** Counts a value, in place of an older one of the same name; refuses what would make a message too large. */
    public synchronized void add(Scope scope, String key, PmixValue value) {
        // Kept in this process.
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
            throw new IllegalArgumentException(
                    total > MessageSize.LIMIT
                            ? "put of " + key + ": all that this process has put would come to " + total
                                    + " bytes, more than the " + MessageSize.LIMIT + " libpmix can hand to a reader"
                            : "put of " + key + ": what is put and not yet committed would come to more than the "
                                    + MessageSize.LIMIT
                                    + " bytes libpmix takes in one commit, where a GLOBAL value counts twice;"
                                    + " commit before, or put less");
        }
        puts.put(name, put);
    }

    /** A commit begins. */
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

    /** What a value under its key takes in a message, at most. */
    public static long size(String key, PmixValue value) {
        return PackedSize.of(value) + (long) key.length() * 3 + OVERHEAD;
    }
}
