// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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

/** Turns requests into operations. */
public final class DirectoryImpl implements Directory {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Directory of(Context context) {
        return new DirectoryImpl(context);
    }

    private DirectoryImpl(Context context) {
        this.context = context;
    }

    // --- publish -----------------------------------------------------------------------------------------------

    @Override
    public <T> void publish(Key<T> key, T value) {
        publish(PublishRequest.of(key, value).build());
    }

    @Override
    public void publish(PublishRequest request) {
        Duration timeout = timeout(request.timeout());
        operation(request, timeout).run(CollectiveBound.own(timeout));
    }

    @Override
    public <T> CompletableFuture<Void> publishAsync(Key<T> key, T value) {
        return publishAsync(PublishRequest.of(key, value).build());
    }

    @Override
    public CompletableFuture<Void> publishAsync(PublishRequest request) {
        Duration timeout = timeout(request.timeout());
        return operation(request, timeout).submit(CollectiveBound.own(timeout));
    }

    private Publish operation(PublishRequest request, Duration timeout) {
        context.checkOpen();
        return new Publish(context, request, timeout);
    }

    // --- lookup ------------------------------------------------------------------------------------------------

    @Override
    public <T> T lookup(Key<T> key) {
        return lookup(one(key), new Value<>(key));
    }

    @Override
    public Lookup lookup(LookupRequest request) {
        return lookup(request, Function.identity());
    }

    private <T> T lookup(LookupRequest request, Function<Lookup, T> conversion) {
        context.checkOpen();
        Duration timeout = timeout(request.timeout());
        return Objects.requireNonNull(
                new Find<>(context, request, timeout, conversion).run(CollectiveBound.own(timeout)));
    }

    @Override
    public <T> CompletableFuture<T> lookupAsync(Key<T> key) {
        return lookupAsync(one(key), new Value<>(key));
    }

    @Override
    public CompletableFuture<Lookup> lookupAsync(LookupRequest request) {
        return lookupAsync(request, Function.identity());
    }

    private <T> CompletableFuture<T> lookupAsync(LookupRequest request, Function<Lookup, T> conversion) {
        context.checkOpen();
        Duration timeout = timeout(request.timeout());
        return new Find<>(context, request, timeout, conversion).submit(CollectiveBound.own(timeout));
    }

    private static LookupRequest one(Key<?> key) {
        return LookupRequest.of(key).build();
    }

    private record Value<T>(Key<T> key) implements Function<Lookup, T> {
        @Override
        public T apply(Lookup found) {
            return found.get(key);
        }
    }

    // --- unpublish ---------------------------------------------------------------------------------------------

    @Override
    public void unpublish(Key<?>... keys) {
        unpublish(UnpublishRequest.of(keys).build());
    }

    @Override
    public void unpublish(UnpublishRequest request) {
        context.checkOpen();
        Duration timeout = timeout(request.timeout());
        new Unpublish(context, request, timeout).run(CollectiveBound.own(timeout));
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(Key<?>... keys) {
        return unpublishAsync(UnpublishRequest.of(keys).build());
    }

    @Override
    public CompletableFuture<Void> unpublishAsync(UnpublishRequest request) {
        context.checkOpen();
        Duration timeout = timeout(request.timeout());
        return new Unpublish(context, request, timeout).submit(CollectiveBound.own(timeout));
    }

    private Duration timeout(Optional<Duration> given) {
        return given.orElse(context.defaultTimeout);
    }
}
