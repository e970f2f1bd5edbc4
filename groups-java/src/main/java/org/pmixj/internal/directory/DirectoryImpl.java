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

    @Override
    public <T> void publish(Key<T> key, T value) {
        publish(PublishRequest.builder().value(key, value).build());
    }

    @Override
    public void publish(PublishRequest request) {
        call(request).run(nanos(request.timeout()));
    }

    @Override
    public <T> CompletableFuture<Void> publishAsync(Key<T> key, T value) {
        return publishAsync(PublishRequest.builder().value(key, value).build());
    }

    @Override
    public CompletableFuture<Void> publishAsync(PublishRequest request) {
        return call(request).submit(nanos(request.timeout()));
    }

    private PublishCall call(PublishRequest request) {
        handle.checkOpen();
        return new PublishCall(handle, request, timeout(request.timeout()));
    }

    @Override
    public <T> T lookup(Key<T> key) {
        return Objects.requireNonNull(call(key).run(nanos(Optional.empty())));
    }

    @Override
    public Lookup lookup(LookupRequest request) {
        return Objects.requireNonNull(call(request, Function.<Lookup>identity()).run(nanos(request.timeout())));
    }

    @Override
    public <T> CompletableFuture<T> lookupAsync(Key<T> key) {
        return call(key).submit(nanos(Optional.empty()));
    }

    @Override
    public CompletableFuture<Lookup> lookupAsync(LookupRequest request) {
        return call(request, Function.<Lookup>identity()).submit(nanos(request.timeout()));
    }

    private <T> LookupCall<T> call(Key<T> key) {
        return call(LookupRequest.builder().keys(key).build(), found -> found.get(key));
    }

    private <T> LookupCall<T> call(LookupRequest request, Function<Lookup, T> conversion) {
        handle.checkOpen();
        return new LookupCall<>(handle, request, timeout(request.timeout()), conversion);
    }

    @Override
    public void unpublish(Key<?>... keys) {
        unpublish(UnpublishRequest.builder().keys(keys).build());
    }

    @Override
    public void unpublish(UnpublishRequest request) {
        call(request).run(nanos(request.timeout()));
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(Key<?>... keys) {
        return unpublishAsync(UnpublishRequest.builder().keys(keys).build());
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(UnpublishRequest request) {
        return call(request).submit(nanos(request.timeout()));
    }

    private UnpublishCall call(UnpublishRequest request) {
        handle.checkOpen();
        return new UnpublishCall(handle, request, timeout(request.timeout()));
    }

    private Duration timeout(Optional<Duration> given) {
        return given.orElse(handle.defaultTimeout);
    }

    private long nanos(Optional<Duration> given) {
        return Deadline.collectiveNanos(timeout(given));
    }
}
