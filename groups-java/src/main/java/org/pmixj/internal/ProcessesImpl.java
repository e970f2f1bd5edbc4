// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Checks requests, and turns them into operations. */
public final class ProcessesImpl implements Processes {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Processes of(Context context) {
        return new ProcessesImpl(context);
    }

    private ProcessesImpl(Context context) {
        this.context = context;
    }

    // --- spawn -------------------------------------------------------------------------------------------------

    @Override
    public SpawnedJob spawn(SpawnRequest request) {
        Duration timeout = timeout(request);
        return Objects.requireNonNull(operation(request, timeout).run(CollectiveBound.own(timeout)));
    }

    @Override
    public CompletableFuture<SpawnedJob> spawnAsync(SpawnRequest request) {
        Duration timeout = timeout(request);
        Spawn spawn;
        try {
            spawn = operation(request, timeout);
        } catch (PmixException e) {
            return CompletableFuture.failedFuture(e);
        }
        return spawn.submit(CollectiveBound.own(timeout));
    }

    private Duration timeout(SpawnRequest request) {
        return request.timeout().orElse(context.defaultTimeout);
    }

    private Spawn operation(SpawnRequest request, Duration timeout) {
        context.checkOpen();
        MessageSize.check("spawn", MessageSize.of(request.apps()) + MessageSize.of(request.attributes()));
        if (request.checkFiles() && !context.session.singleton()) {
            LaunchCheck.check(request);
        }
        context.session.events.ensureInternal(context, PMIxConstants.PMIX_EVENT_JOB_END());
        return new Spawn(context, request, timeout);
    }

    // --- abort -------------------------------------------------------------------------------------------------

    @Override
    public void abort(int status, String message, List<ProcId> procs) {
        new Abort(context, status, message, check(message, procs)).run(bound());
    }

    @Override
    public CompletableFuture<Void> abortAsync(int status, String message, List<ProcId> procs) {
        return new Abort(context, status, message, check(message, procs)).submit(bound());
    }

    private List<ProcId> check(String message, List<ProcId> procs) {
        Checks.text("message", message);
        if (procs.isEmpty()) {
            // To libpmix, none are all of the own job.
            throw new IllegalArgumentException("no processes to abort");
        }
        context.checkOpen();
        return context.session.groups.resolve("abort", List.copyOf(procs));
    }

    // --- resolve -----------------------------------------------------------------------------------------------

    @Override
    public List<ProcId> resolvePeers(@Nullable String host, @Nullable String nspace) {
        return Objects.requireNonNull(peers(host, nspace).run(bound()));
    }

    @Override
    public CompletableFuture<List<ProcId>> resolvePeersAsync(@Nullable String host, @Nullable String nspace) {
        return peers(host, nspace).submit(bound());
    }

    private ResolvePeers peers(@Nullable String host, @Nullable String nspace) {
        if (host != null && Checks.text("host", host).isEmpty()) {
            throw new IllegalArgumentException("host is empty");
        }
        checkNspace(nspace);
        context.checkOpen();
        return new ResolvePeers(context, host, nspace);
    }

    @Override
    public List<String> resolveNodes(@Nullable String nspace) {
        return Objects.requireNonNull(nodes(nspace).run(bound()));
    }

    @Override
    public CompletableFuture<List<String>> resolveNodesAsync(@Nullable String nspace) {
        return nodes(nspace).submit(bound());
    }

    private ResolveNodes nodes(@Nullable String nspace) {
        checkNspace(nspace);
        context.checkOpen();
        return new ResolveNodes(context, nspace);
    }

    private static void checkNspace(@Nullable String nspace) {
        if (nspace != null) {
            Checks.nspace("namespace", nspace);
        }
    }

    private long bound() {
        return Operation.toNanos(context.defaultTimeout);
    }
}
