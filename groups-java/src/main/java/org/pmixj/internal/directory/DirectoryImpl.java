// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.pmixj.Key;
import org.pmixj.directory.Directory;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;

/** Implements the directory: turns each request into a call. */
public final class DirectoryImpl implements Directory {
    private final Handle handle;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Directory of(Handle handle) {
        return new DirectoryImpl(handle);
    }

    private DirectoryImpl(Handle handle) {
        this.handle = handle;
    }

    // --- publish -----------------------------------------------------------------------------------------------

    @Override
    public <T> void publish(Key<T> key, T value) {
        publish(PublishRequest.builder().value(key, value).build());
    }

    @Override
    public void publish(PublishRequest request) {
        Duration timeout = timeout(request.timeout());
        call(request, timeout).run(Deadline.collectiveNanos(timeout));
    }

    @Override
    public <T> CompletableFuture<Void> publishAsync(Key<T> key, T value) {
        return publishAsync(PublishRequest.builder().value(key, value).build());
    }

    @Override
    public CompletableFuture<Void> publishAsync(PublishRequest request) {
        Duration timeout = timeout(request.timeout());
        return call(request, timeout).submit(Deadline.collectiveNanos(timeout));
    }

    private PublishCall call(PublishRequest request, Duration timeout) {
        handle.checkOpen();
        return new PublishCall(handle, request, timeout);
    }

    // --- lookup ------------------------------------------------------------------------------------------------

    @Override
    public <T> T lookup(Key<T> key) {
        return lookup(one(key), found -> found.get(key));
    }

    @Override
    public Lookup lookup(LookupRequest request) {
        return lookup(request, Function.identity());
    }

    private <T> T lookup(LookupRequest request, Function<Lookup, T> conversion) {
        handle.checkOpen();
        Duration timeout = timeout(request.timeout());
        return Objects.requireNonNull(
                new LookupCall<>(handle, request, timeout, conversion).run(Deadline.collectiveNanos(timeout)));
    }

    @Override
    public <T> CompletableFuture<T> lookupAsync(Key<T> key) {
        return lookupAsync(one(key), found -> found.get(key));
    }

    @Override
    public CompletableFuture<Lookup> lookupAsync(LookupRequest request) {
        return lookupAsync(request, Function.identity());
    }

    private <T> CompletableFuture<T> lookupAsync(LookupRequest request, Function<Lookup, T> conversion) {
        handle.checkOpen();
        Duration timeout = timeout(request.timeout());
        return new LookupCall<>(handle, request, timeout, conversion).submit(Deadline.collectiveNanos(timeout));
    }

    private static LookupRequest one(Key<?> key) {
        return LookupRequest.builder().keys(key).build();
    }

    // --- unpublish ---------------------------------------------------------------------------------------------

    @Override
    public void unpublish(Key<?>... keys) {
        unpublish(UnpublishRequest.builder().keys(keys).build());
    }

    @Override
    public void unpublish(UnpublishRequest request) {
        handle.checkOpen();
        Duration timeout = timeout(request.timeout());
        new UnpublishCall(handle, request, timeout).run(Deadline.collectiveNanos(timeout));
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(Key<?>... keys) {
        return unpublishAsync(UnpublishRequest.builder().keys(keys).build());
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(UnpublishRequest request) {
        handle.checkOpen();
        Duration timeout = timeout(request.timeout());
        return new UnpublishCall(handle, request, timeout).submit(Deadline.collectiveNanos(timeout));
    }

    private Duration timeout(Optional<Duration> given) {
        return given.orElse(handle.defaultTimeout);
    }
}
