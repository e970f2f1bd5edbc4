// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.value.App;

/** Checks requests, and turns them into operations. */
public final class ProcessesImpl implements Processes {
    private final Context context;

    public ProcessesImpl(Context context) {
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
        return operation(request, timeout).submit(CollectiveBound.own(timeout));
    }

    private Duration timeout(SpawnRequest request) {
        return request.timeout().orElse(context.defaultTimeout);
    }

    private Spawn operation(SpawnRequest request, Duration timeout) {
        context.checkOpen();
        checkSize(request);
        context.session.ensureEvents(context);
        return new Spawn(context, request, timeout);
    }

    private static void checkSize(SpawnRequest request) {
        long size = 0;
        for (App app : request.apps()) {
            size += length(app.arguments()) + length(app.environment());
        }
        for (Info info : request.attributes()) {
            size += PutSizes.size(info.key(), info.value());
        }
        if (size > PutSizes.LIMIT) {
            throw new IllegalArgumentException("spawn with up to " + size
                    + " bytes of arguments and environment, more than the " + PutSizes.LIMIT
                    + " libpmix takes in one message");
        }
    }

    /** In UTF-8, at most. */
    private static long length(List<String> texts) {
        long length = 0;
        for (String text : texts) {
            length += 3L * text.length() + Long.BYTES;
        }
        return length;
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
        return List.copyOf(procs);
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
