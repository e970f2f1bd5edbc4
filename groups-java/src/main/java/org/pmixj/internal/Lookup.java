// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_value;

/**
 * What the host tells of a job: of this process's own from the memory of this process, of another one from the server
 * if it is not known here. The server is asked with {@code PMIX_IMMEDIATE}: without it, a value that nobody has is
 * waited for.
 */
final class Lookup {
    final Context context;
    final boolean foreign;
    private final ProcId job;

    Lookup(Context context, String nspace) {
        this.context = context;
        this.job = ProcId.all(nspace);
        this.foreign = !nspace.equals(context.session.self().nspace());
    }

    /** A value of the job, or null. Libpmix keeps that of a singleton where only the qualifier finds it. */
    @Nullable
    PmixValue ofJob(MemorySegment key) {
        return get(job, key, context.session.singleton() ? Realm.job() : null);
    }

    @Nullable
    PmixValue of(Realm realm, MemorySegment key) {
        return get(job, key, realm);
    }

    @Nullable
    PmixValue ofRank(int rank, MemorySegment key) {
        return get(new ProcId(job.nspace(), rank), key, null);
    }

    /** The name of the node of this process. */
    Optional<String> here() {
        context.checkOpen();
        return text(local(context.session.self(), PMIxConstants.PMIX_HOSTNAME(), null));
    }

    boolean isSelf(int rank) {
        return !foreign && rank == context.session.self().rank();
    }

    private @Nullable PmixValue get(ProcId proc, MemorySegment key, @Nullable Realm realm) {
        context.checkOpen();
        context.session.refuseOnProgressThread("get");
        PmixValue known = local(proc, key, realm);
        return known != null || !foreign
                ? known
                : new Ask(context, proc, key, realm).run(Operation.toNanos(context.defaultTimeout));
    }

    private @Nullable PmixValue local(ProcId proc, MemorySegment key, @Nullable Realm realm) {
        Session session = context.session;
        session.enter("get");
        try (Arena arena = Arena.ofConfined()) {
            Infos infos = Infos.allocate(arena, 1 + Realm.CAPACITY).flag(arena, PMIxConstants.PMIX_OPTIONAL());
            if (realm != null) {
                realm.addTo(infos, arena);
            }
            MemorySegment result = arena.allocate(ValueLayout.ADDRESS);
            if (Native.getLocal(Marshal.proc(arena, proc), key, infos, result) != Status.SUCCESS) {
                return null;
            }
            MemorySegment value = result.get(ValueLayout.ADDRESS, 0);
            try {
                return ValueCodec.read(value.reinterpret(pmix_value.sizeof()));
            } finally {
                Native.freeValue(value);
            }
        } finally {
            session.exit();
        }
    }

    private static final class Ask extends Operation<PmixValue> {
        private final ProcId proc;
        private final MemorySegment key;
        private final @Nullable Realm realm;

        Ask(Context context, ProcId proc, MemorySegment key, @Nullable Realm realm) {
            super(context, "get of " + key.getString(0) + " of " + proc);
            this.proc = proc;
            this.key = key;
            this.realm = realm;
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            Infos infos = Infos.allocate(memory, 2 + Realm.CAPACITY)
                    .flag(memory, PMIxConstants.PMIX_IMMEDIATE())
                    .timeout(memory, CollectiveBound.seconds(context().defaultTimeout));
            if (realm != null) {
                realm.addTo(infos, memory);
            }
            return Native.get(Marshal.proc(memory, proc), key, infos, cbdata);
        }

        @Override
        @Nullable
        PmixValue decode(int status, MemorySegment value, long count) {
            if (status == Status.NOT_FOUND || status == Status.INVALID_NAMESPACE) {
                return null;
            }
            Status.check(what, status);
            return count == 0 ? null : ValueCodec.read(value.reinterpret(pmix_value.sizeof()));
        }
    }

    // --- what a value says -------------------------------------------------------------------------------------

    static Optional<String> text(@Nullable PmixValue value) {
        return value instanceof PmixValue.Str string && !string.value().isEmpty()
                ? Optional.of(string.value())
                : Optional.empty();
    }

    /** Ranks and counts are 32 bits wide; those above what a Java int holds stand for "none" or "unknown". */
    static OptionalInt number(@Nullable PmixValue value) {
        long number = large(value).orElse(-1);
        return number >= 0 && number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }

    /** A number of any width, which is not negative. */
    static OptionalLong large(@Nullable PmixValue value) {
        long number = value instanceof PmixValue.UInt unsigned
                ? unsigned.bits()
                : value instanceof PmixValue.Int signed ? signed.value() : -1;
        return number >= 0 ? OptionalLong.of(number) : OptionalLong.empty();
    }
}
