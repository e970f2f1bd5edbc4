// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.GetCall;
import org.pmixj.internal.data.LocalGet;
import org.pmixj.internal.data.Realm;

/** Reads what the host reports of a job: of the own job from this process, of another also from the server, at once. */
public final class JobInfo {
    final Handle handle;
    final boolean foreign;
    private final ProcId job;
    /** Values of another job that were read for later; empty for those that are missing. */
    private volatile Map<String, Optional<PmixValue>> kept = Map.of();

    public JobInfo(Handle handle, String nspace) {
        this.handle = handle;
        this.job = ProcId.all(nspace);
        this.foreign = !nspace.equals(handle.session.self().nspace());
    }

    /** Constructs a view with the information that another view has read. */
    JobInfo(Handle handle, JobInfo read) {
        this(handle, read.job.nspace());
        this.kept = read.kept;
    }

    /** Returns a value of the job, or null. libpmix needs the qualifier to find that of a singleton. */
    @Nullable
    PmixValue ofJob(MemorySegment key) {
        return ofJob(key.getString(0));
    }

    private @Nullable PmixValue ofJob(String key) {
        Optional<PmixValue> known = kept.get(key);
        if (known != null) {
            return known.orElse(null);
        }
        return get(job, key, handle.session.singleton() ? Realm.job() : Attributes.none());
    }

    /** Reads the values of another job now, and keeps them. */
    void keepAll() {
        if (foreign) {
            Map<String, Optional<PmixValue>> read = new HashMap<>();
            for (MemorySegment key : List.of(
                    PMIxConstants.PMIX_NODE_LIST(),
                    PMIxConstants.PMIX_JOB_NUM_APPS(),
                    PMIxConstants.PMIX_JOBID(),
                    PMIxConstants.PMIX_SESSION_ID(),
                    PMIxConstants.PMIX_UNIV_SIZE(),
                    PMIxConstants.PMIX_MAX_PROCS(),
                    PMIxConstants.PMIX_NPROC_OFFSET(),
                    PMIxConstants.PMIX_PARENT_ID(),
                    PMIxConstants.PMIX_NSDIR(),
                    PMIxConstants.PMIX_MAPBY(),
                    PMIxConstants.PMIX_RANKBY(),
                    PMIxConstants.PMIX_BINDTO())) {
                read.put(key.getString(0), Optional.ofNullable(ofJob(key)));
            }
            kept = Map.copyOf(read);
        }
    }

    /** Returns a value of the job in the type of its key. */
    <T> Optional<T> ofJob(Key<T> key) {
        return typed(key, ofJob(key.name()));
    }

    @Nullable
    PmixValue of(Attributes realm, MemorySegment key) {
        return get(job, key.getString(0), realm);
    }

    <T> Optional<T> of(Attributes realm, Key<T> key) {
        return typed(key, get(job, key.name(), realm));
    }

    /** Returns the ranks of the job on a node. */
    int[] ranks(Attributes node) {
        return HostList.ranks(text(of(node, PMIxConstants.PMIX_LOCAL_PEERS())).orElse(""));
    }

    @Nullable
    PmixValue ofRank(int rank, MemorySegment key) {
        return get(new ProcId(job.nspace(), rank), key.getString(0), Attributes.none());
    }

    <T> Optional<T> ofRank(int rank, Key<T> key) {
        return typed(key, get(new ProcId(job.nspace(), rank), key.name(), Attributes.none()));
    }

    /** Returns nothing for a string that is NULL, as that of a process which is not bound. */
    private static <T> Optional<T> typed(Key<T> key, @Nullable PmixValue value) {
        return value == null || value instanceof PmixValue.Opaque
                ? Optional.empty()
                : Attributes.of(List.of(InfoAccess.info(key.name(), value))).get(key);
    }

    /** Returns the name of the node of this process. */
    public Optional<String> here() {
        handle.checkOpen();
        return text(local(handle.session.self(), PMIxConstants.PMIX_HOSTNAME().getString(0), Attributes.none()));
    }

    private @Nullable PmixValue get(ProcId proc, String key, Attributes realm) {
        handle.checkOpen();
        PmixValue known = local(proc, key, realm);
        if (known != null || !foreign) {
            return known;
        }
        GetOptions options = GetOptions.defaults().immediate().withQualifiers(realm);
        return new GetCall(handle).ask(proc, key, options, handle.defaultTimeout);
    }

    private @Nullable PmixValue local(ProcId proc, String key, Attributes realm) {
        return LocalGet.get(handle.session, proc, key, realm);
    }

    public static Optional<String> text(@Nullable PmixValue value) {
        return value instanceof PmixValue.Str string && !string.value().isEmpty()
                ? Optional.of(string.value())
                : Optional.empty();
    }

    /** Returns a rank or count. Those of 32 bits above the range of int mean "none" or "unknown". */
    static OptionalInt number(@Nullable PmixValue value) {
        long number = value instanceof PmixValue.UInt unsigned
                ? unsigned.bits()
                : value instanceof PmixValue.Int signed ? signed.value() : -1;
        return number >= 0 && number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
