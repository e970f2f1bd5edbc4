// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.directory;

import java.time.Duration;
import java.util.Objects;
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
public record DirectoryImpl(Handle handle) implements Directory {
    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Directory of(Handle handle) {
        return new DirectoryImpl(handle);
    }

    @Override
    public <T> void publish(Key<T> key, T value) {
        publish(PublishRequest.builder().value(key, value).build());
    }

    @Override
    public void publish(PublishRequest request) {
        call(request).run(nanos());
    }

    @Override
    public CompletableFuture<Void> publishAsync(PublishRequest request) {
        return call(request).submit(nanos());
    }

    private PublishCall call(PublishRequest request) {
        handle.checkOpen();
        return new PublishCall(handle, request);
    }

    @Override
    public <T> T lookup(Key<T> key) {
        return lookup(LookupRequest.of(key)).get(key);
    }

    @Override
    public Lookup lookup(LookupRequest request) {
        return Objects.requireNonNull(call(request).run(Deadline.collectiveNanos(timeout(request))));
    }

    @Override
    public CompletableFuture<Lookup> lookupAsync(LookupRequest request) {
        return call(request).submit(Deadline.collectiveNanos(timeout(request)));
    }

    private LookupCall<Lookup> call(LookupRequest request) {
        handle.checkOpen();
        return new LookupCall<>(handle, request, timeout(request), Function.identity());
    }

    @Override
    public void unpublish(Key<?>... keys) {
        unpublish(UnpublishRequest.of(keys));
    }

    @Override
    public void unpublish(UnpublishRequest request) {
        call(request).run(nanos());
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(UnpublishRequest request) {
        return call(request).submit(nanos());
    }

    private UnpublishCall call(UnpublishRequest request) {
        handle.checkOpen();
        return new UnpublishCall(handle, request, handle.defaultTimeout);
    }

    private Duration timeout(LookupRequest request) {
        return request.timeout().orElse(handle.defaultTimeout);
    }

    private long nanos() {
        return Deadline.collectiveNanos(handle.defaultTimeout);
    }
}
