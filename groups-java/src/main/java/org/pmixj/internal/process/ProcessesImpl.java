// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.data.AbortCall;
import org.pmixj.internal.job.OfGroup;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.process.repair.LaunchCheck;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Checks the requests of the processes API and runs their calls. */
public record ProcessesImpl(Handle handle) implements Processes {
    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Processes of(Handle handle) {
        return new ProcessesImpl(handle);
    }

    @Override
    public SpawnedJob spawn(SpawnRequest request) {
        handle.session.refuseOnProgressThread("spawn");
        Duration timeout = timeout(request);
        return Objects.requireNonNull(call(request, timeout).run(Deadline.collectiveNanos(timeout)));
    }

    @Override
    public CompletableFuture<SpawnedJob> spawnAsync(SpawnRequest request) {
        Duration timeout = timeout(request);
        return Delivery.start(handle, () -> call(request, timeout).submit(Deadline.collectiveNanos(timeout)));
    }

    private Duration timeout(SpawnRequest request) {
        return request.timeout().orElse(handle.defaultTimeout);
    }

    private SpawnCall call(SpawnRequest request, Duration timeout) {
        handle.checkOpen();
        MessageSize.check("spawn", MessageSize.of(request.apps()) + MessageSize.of(request.directives()));
        if (request.checkFiles() && !handle.session.singleton()) {
            LaunchCheck.check(request);
        }
        NativeRegistrations.of(handle.session).ensureInternal(handle, List.of(PMIxConstants.PMIX_EVENT_JOB_END()));
        return new SpawnCall(handle, request, timeout);
    }

    @Override
    public void abort(int status, String message, List<ProcId> procs) {
        new AbortCall(handle, status, message, check(message, procs)).run();
    }

    @Override
    public CompletableFuture<Void> abortAsync(int status, String message, List<ProcId> procs) {
        return Delivery.start(handle, () -> new AbortCall(handle, status, message, check(message, procs)).submit());
    }

    private List<ProcId> check(String message, List<ProcId> procs) {
        Checks.text("message", message);
        if (procs.isEmpty()) {
            // libpmix would abort the whole job.
            throw new IllegalArgumentException("abort: the list of processes is empty; name at least one");
        }
        handle.checkOpen();
        // Another host would end the whole job.
        HostPowers.require("abort of " + procs);
        return handle.session.addresses().resolve("abort", List.copyOf(procs));
    }

    @Override
    public List<ProcId> resolvePeers(@Nullable String host, @Nullable String nspace) {
        return Objects.requireNonNull(peers(host, nspace).run());
    }

    @Override
    public CompletableFuture<List<ProcId>> resolvePeersAsync(@Nullable String host, @Nullable String nspace) {
        return Delivery.start(handle, () -> peers(host, nspace).submit());
    }

    private AddressBook.Operation<List<ProcId>> peers(@Nullable String host, @Nullable String nspace) {
        return OfGroup.of(handle, "resolving the processes", nspace, job -> peersOf(host, job), proc -> proc);
    }

    private ResolveCalls.Peers peersOf(@Nullable String host, @Nullable String nspace) {
        if (host != null) {
            Checks.name("host", host);
        }
        checkNspace(nspace);
        handle.checkOpen();
        return new ResolveCalls.Peers(handle, host, nspace);
    }

    @Override
    public List<String> resolveNodes(@Nullable String nspace) {
        return Objects.requireNonNull(nodes(nspace).run());
    }

    @Override
    public CompletableFuture<List<String>> resolveNodesAsync(@Nullable String nspace) {
        return Delivery.start(handle, () -> nodes(nspace).submit());
    }

    private AddressBook.Operation<List<String>> nodes(@Nullable String nspace) {
        handle.checkOpen();
        Procedure<List<String>> group = OfGroup.nodes(handle, "resolving the nodes", nspace);
        if (group != null) {
            return group;
        }
        checkNspace(nspace);
        return new ResolveCalls.Nodes(handle, nspace);
    }

    private static void checkNspace(@Nullable String nspace) {
        if (nspace != null) {
            Checks.nspace("namespace", nspace);
        }
    }
}
