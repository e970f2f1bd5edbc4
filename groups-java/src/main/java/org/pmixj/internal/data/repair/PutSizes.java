// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.LocalGet;

/**
 * Limits how much this process puts. libpmix sends all values since the last commit in one message; a process that gets
 * one key receives, in one message, all values that were put for its node or for others. If a message has more than
 * 32 MiB ({@code ptl_base_max_msg_size}), the receiver drops the connection, which ends the job. A daemon of PRRTE also
 * drops its connection when another daemon sends it more than 100 MiB ({@code prte_max_msg_size}). Across nodes, a
 * fence that collects data, and a construct, send the values of all participants in one message between daemons.
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

    /** Slightly below the limit of a daemon, which counts headers too. */
    private static final long COLLECTED_LIMIT = (100L << 20) - (1 << 20);

    /** A value: its size, and the number of commits before it. */
    private record Put(long size, long commits) {}

    /** The values by their scopes and keys, as one text: a record of both would delay the start of a rank. */
    private final Map<String, Put> puts = new HashMap<>();

    private long commits;
    // Sums over the map: values for processes of this node, for others, and for the next commit.
    private long local;
    private long remote;
    private long uncommitted;
    /** The sum of the values for other nodes at the last commit. A fence that collects data sends them. */
    private volatile long committed;

    /** Counts a value, which replaces an older one of its name; throws if a message would become too large. */
    public synchronized void add(Scope scope, String key, PmixValue value) {
        // An INTERNAL value stays in this process.
        if (scope == Scope.INTERNAL) {
            return;
        }
        // No name of a scope is the start of that of another one.
        String name = scope.name().concat(key);
        Put put = new Put(MessageSize.of(key, value), commits);
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
        committed = remote;
    }

    /**
     * Throws if the values of all participants could not be collected, if each had put as much as this process.
     *
     * @param atLeast how many there are at least, if not all of them are known
     */
    public void checkCollected(Session session, String what, List<ProcId> participants, int atLeast, String remedy) {
        long mine = committed;
        if (mine == 0) {
            return;
        }
        List<ProcId> procs =
                participants.isEmpty() ? List.of(ProcId.all(session.self().nspace())) : participants;
        int count = 0;
        for (ProcId proc : procs) {
            count += proc.isWildcard() ? KnownJobs.of(session).size(session, proc.nspace()) : 1;
        }
        boolean mayBeHere = count >= atLeast;
        count = Math.max(count, atLeast);
        long share = COLLECTED_LIMIT / Math.max(count, 1);
        if (mine > share && !(mayBeHere && areHere(session, procs))) {
            throw new IllegalArgumentException(
                    what + ": this process has put " + mine + " bytes for other nodes, and each"
                            + " of the " + count + " participants may have put " + share
                            + ", since the values of all are sent in"
                            + " one message; put less" + remedy);
        }
    }

    /** Returns whether all processes are known to be on this node. */
    private static boolean areHere(Session session, List<ProcId> procs) {
        String nspace = session.self().nspace();
        String key = PMIxConstants.PMIX_LOCAL_PEERS().getString(0);
        PmixValue peers = LocalGet.get(session, ProcId.all(nspace), key, LocalGet.plain());
        int[] here = peers instanceof PmixValue.Str list ? HostList.ranks(list.value()) : new int[0];
        BitSet local = IntStream.of(here).collect(BitSet::new, BitSet::set, BitSet::or);
        return procs.stream()
                .allMatch(proc -> proc.nspace().equals(nspace)
                        && (proc.isWildcard() ? here.length == KnownJobs.ownSize(session) : local.get(proc.rank())));
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
}
