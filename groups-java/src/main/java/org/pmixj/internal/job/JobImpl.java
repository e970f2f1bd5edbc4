// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.ViewList;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.Realm;
import org.pmixj.job.Application;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.job.ProcessInfo;

/** Implements a job: keeps its name and size, and reads the rest on demand. */
public final class JobImpl implements Job {
    private final Handle handle;
    private final String nspace;
    private final int size;
    // Created on demand: most programs need only the size.
    private volatile @Nullable JobInfo lookup;
    private volatile @Nullable List<String> hostnames;
    private volatile int @Nullable [] placement;
    private volatile @Nullable Members members;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Job of(Handle handle, String nspace, int size) {
        return new JobImpl(handle, nspace, size);
    }

    private JobImpl(Handle handle, String nspace, int size) {
        this.handle = handle;
        this.nspace = nspace;
        this.size = size;
    }

    /** Returns another job than that of this process; queries its size. */
    public static Job other(Handle handle, String nspace) {
        if (handle.session.addresses().isActive(nspace)) {
            throw StatusCodes.notFound("cannot find job " + nspace
                    + ": it is the id of a group, whose members are of the jobs Group.jobs()");
        }
        int size = JobInfo.number(new JobInfo(handle, nspace).ofJob(PMIxConstants.PMIX_JOB_SIZE()))
                .orElseThrow(
                        () -> StatusCodes.notFound("cannot find job " + nspace + ": the PMIx server does not know it"));
        KnownJobs.of(handle.session).learn(nspace, size);
        return new JobImpl(handle, nspace, size);
    }

    /** Returns the view of another job, and reads all that the host reports of it now, before the host removes it. */
    private static Job copy(Handle handle, Duration time, String nspace) {
        JobImpl read = (JobImpl) other(handle.with(time), nspace);
        read.lookup().keepAll();
        JobImpl job = new JobImpl(handle, nspace, read.size);
        job.placement = read.placement();
        job.lookup = new JobInfo(handle, read.lookup());
        return job;
    }

    /**
     * Returns the jobs of processes by namespace. The reports of the host about the other jobs are read now.
     *
     * @param time how long each question to the host may take
     */
    public static Map<String, Job> jobs(Handle handle, Duration time, Collection<ProcId> procs) {
        Map<String, Job> jobs = new LinkedHashMap<>();
        String own = handle.session.self().nspace();
        for (String nspace : procs.stream().map(ProcId::nspace).distinct().toList()) {
            try {
                Job job = nspace.equals(own)
                        ? of(handle, own, KnownJobs.ownSize(handle.session))
                        : copy(handle, time, nspace);
                jobs.put(nspace, job);
            } catch (PmixException.NotFound e) {
                // The job has ended since.
            }
        }
        return Collections.unmodifiableMap(jobs);
    }

    public static Node ownNode(Job job) {
        Optional<String> here = ((JobImpl) job).lookup().here();
        return job.node(here.orElseThrow(
                () -> StatusCodes.notFound("cannot find this node: the host does not report its name")));
    }

    /** Returns the application of a process. */
    public static Application appOf(Job job, int rank) {
        int number = new ProcessImpl((JobImpl) job, rank).appNumber();
        return new ApplicationImpl((JobImpl) job, Math.max(number, 0));
    }

    public static ProcessInfo process(Job job, ProcId proc) {
        if (proc.rank() >= job.size()) {
            throw StatusCodes.notFound("cannot find process " + proc + ": the job has " + job.size() + " processes");
        }
        return job.process(proc.rank());
    }

    JobInfo lookup() {
        JobInfo known = lookup;
        if (known == null) {
            known = new JobInfo(handle, nspace);
            lookup = known;
        }
        return known;
    }

    @Override
    public String nspace() {
        return nspace;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public ProcId member(int rank) {
        return new ProcId(nspace, Checks.rank("job", nspace, rank, size, "process"));
    }

    @Override
    public List<ProcId> members() {
        Members known = members;
        if (known == null) {
            // Kept: groups are mostly of all, and each process is checked when it is created.
            known = Members.of(ViewList.ofRanks(nspace, size));
            members = known;
        }
        return known;
    }

    @Override
    public ProcessInfo process(int rank) {
        return new ProcessImpl(this, Checks.rank("job", nspace, rank, size, "process"));
    }

    // --- nodes -------------------------------------------------------------------------------------------------

    @Override
    public List<String> hostnames() {
        List<String> known = hostnames;
        if (known == null) {
            String list = JobInfo.text(lookup().ofJob(PMIxConstants.PMIX_NODE_LIST()))
                    .orElse(handle.session.singleton() ? lookup().here().orElse("") : "");
            known = HostList.names(list);
            hostnames = known;
        }
        return known;
    }

    @Override
    public List<Node> nodes() {
        List<String> names = hostnames();
        return new ViewList<>(names.size(), index -> node(names.get(index)));
    }

    @Override
    public Node node(String hostname) {
        Checks.nspace("hostname", hostname);
        int[] ranks = lookup().ranks(Realm.node(hostname));
        if (ranks.length == 0
                && handle.session.singleton()
                && hostname.equals(lookup().here().orElse(null))) {
            ranks = new int[] {0};
        }
        if (ranks.length == 0) {
            throw StatusCodes.notFound(
                    "cannot find node " + hostname + ": the host reports no process of " + nspace + " there");
        }
        // The hostname may be an alias.
        String name =
                hostnames().contains(hostname) ? hostname : hostname(ranks[0]).orElse(hostname);
        return new NodeImpl(this, name, ranks);
    }

    @Override
    public Optional<String> hostname(int rank) {
        Checks.rank("job", nspace, rank, size, "process");
        if (!lookup().foreign) {
            return JobInfo.text(lookup().ofRank(rank, PMIxConstants.PMIX_HOSTNAME()));
        }
        // libpmix reads this key from the own job whatever process is named.
        int node = placement()[rank];
        return node < 0 ? Optional.empty() : Optional.of(hostnames().get(node));
    }

    /** Returns the index of the node of each rank, -1 if it is unknown. */
    private int[] placement() {
        int[] known = placement;
        if (known == null) {
            known = new int[size];
            Arrays.fill(known, -1);
            for (int node = 0; node < hostnames().size(); node++) {
                for (int rank : lookup().ranks(Realm.node(hostnames().get(node)))) {
                    known[Objects.checkIndex(rank, size)] = node;
                }
            }
            placement = known;
        }
        return known;
    }

    // --- applications ------------------------------------------------------------------------------------------

    @Override
    public List<Application> apps() {
        return new ViewList<>(appCount(), number -> new ApplicationImpl(this, number));
    }

    int appCount() {
        return JobInfo.number(lookup().ofJob(PMIxConstants.PMIX_JOB_NUM_APPS())).orElse(1);
    }

    // --- the whole job -----------------------------------------------------------------------------------------

    @Override
    public <T> Optional<T> info(Key<T> key) {
        return lookup().ofJob(key);
    }

    @Override
    public Optional<ProcId> parent() {
        PmixValue parent = lookup().ofJob(PMIxConstants.PMIX_PARENT_ID());
        if (parent == null) {
            // PRRTE reports it per process.
            parent = lookup().ofRank(0, PMIxConstants.PMIX_PARENT_ID());
        }
        return parent instanceof PmixValue.Proc proc ? Optional.of(proc.value()) : Optional.empty();
    }

    @Override
    public String toString() {
        return "Job[" + nspace + ", " + size + " processes]";
    }
}
