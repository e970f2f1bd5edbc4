// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.GetOptions;
import org.pmixj.GetOptions.Reach;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.PmixFuture;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.repair.GetInTurn;
import org.pmixj.internal.data.repair.GetOfExistingJob;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.ffi.Upcalls;

/** Implements {@code PMIx_Get}. Reads what this process knows on the caller's thread; a {@link Get} asks the server. */
public record GetCall(Handle handle) {
    private static final String VERSION = "pmix.vers.num";

    /** Returns the value if this process knows it, or null. */
    public @Nullable PmixValue find(ProcId given, String key) {
        ProcId proc = resolve(given, key);
        return LocalGet.get(handle.session, proc, key, LocalGet.plain());
    }

    public PmixValue get(ProcId given, String key, GetOptions options, Duration timeout) {
        Session session = handle.session;
        session.refuseOnProgressThread("get");
        ProcId proc = resolve(given, key);
        if (isLocal(proc, key, options)) {
            return read(proc, key, options, Function.identity());
        }
        PmixValue local = options.refreshCache() ? null : local(proc, key, options);
        if (local != null) {
            return local;
        }
        checkRank(proc, key);
        return Objects.requireNonNull(
                call(proc, key, options, Function.identity()).run(Deadline.toNanos(timeout)));
    }

    /** Returns a value as {@link #get}, or null if there is none. */
    public @Nullable PmixValue ask(ProcId given, String key, GetOptions options, Duration timeout) {
        try {
            return get(given, key, options, timeout);
        } catch (PmixException.NotFound e) {
            return null;
        }
    }

    /** Reads from the server all that another process has put, as far as this process may see it. */
    public static void fetch(Handle handle, ProcId proc, Duration timeout) {
        if (!proc.equals(handle.session.self())) {
            // libpmix fetches all values of the process before it looks for the one of this name, which nobody has put.
            var _ = new GetCall(handle).ask(proc, WireKeys.NO_VALUE, Fetch.OPTIONS, timeout);
        }
    }

    /** Created on demand. */
    private static final class Fetch {
        static final GetOptions OPTIONS = GetOptions.defaults().immediate().withRefreshCache();
    }

    public <T> CompletableFuture<T> getAsync(
            ProcId given, String key, GetOptions options, Duration timeout, Function<PmixValue, T> conversion) {
        return Delivery.start(handle, () -> {
            ProcId proc = resolve(given, key);
            if (isLocal(proc, key, options)) {
                return localAsync(proc, key, options, conversion);
            }
            checkRank(proc, key);
            return call(proc, key, options, conversion).submit(Deadline.toNanos(timeout));
        });
    }

    private <T> Get<T> call(ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        if (Defect.GETS_SHARE_REQUEST.isHere()) {
            return GetInTurn.of(handle, proc, key, options, conversion);
        } else if (Defect.GET_OF_UNKNOWN_NAMESPACE_HANGS.isHere()) {
            return GetOfExistingJob.of(handle, proc, key, options, conversion);
        }
        return new Get<>(handle, proc, key, options, conversion);
    }

    /** Returns whether only this process is asked: nobody else could have what it has not put itself. */
    private boolean isLocal(ProcId proc, String key, GetOptions options) {
        boolean isOwn = proc.equals(handle.session.self()) && !Checks.isReserved(key);
        // Before 7.0 libpmix answers it by itself, and crashes in PMIx_Get_nb.
        boolean isVersion = key.equals(VERSION) && !Libpmix.isAtLeast7();
        return options.reach() == Reach.OPTIONAL
                || isVersion
                || (isOwn && !options.refreshCache() && options.qualifiers().isEmpty());
    }

    private static PmixException notFound(ProcId proc, String key, GetOptions options) {
        String title = Get.title(proc, key);
        return options.reach() == Reach.OPTIONAL
                ? StatusCodes.failure(title, StatusCodes.NOT_FOUND)
                : StatusCodes.notFound(title + " failed: this process has not put it");
    }

    private <T> CompletableFuture<T> localAsync(
            ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        if (Upcalls.onProgressThread()) {
            PmixFuture<T> later = new PmixFuture<>(handle.dispatcher);
            Delivery.apart(handle, Get.title(proc, key), later, () -> read(proc, key, options, conversion), _ -> {});
            return later;
        }
        try {
            return PmixFuture.completed(handle.dispatcher, read(proc, key, options, conversion));
        } catch (PmixException | ArithmeticException e) {
            return PmixFuture.failed(handle.dispatcher, e);
        }
    }

    private <T> T read(ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        PmixValue local = local(proc, key, options);
        if (local == null) {
            throw notFound(proc, key, options);
        }
        return conversion.apply(local);
    }

    private ProcId resolve(ProcId proc, String key) {
        return handle.session.addresses().isEmpty() ? proc : member(Get.title(proc, key), proc);
    }

    /** Returns the process at an address in a group; other processes unchanged. */
    public ProcId member(String what, ProcId proc) {
        return handle.session.addresses().resolve(what, proc);
    }

    private @Nullable PmixValue local(ProcId proc, String key, GetOptions options) {
        return LocalGet.get(handle.session, proc, key, options.qualifiers());
    }

    /** Refuses a rank that does not exist, for which libpmix would wait until the timeout. */
    private void checkRank(ProcId proc, String key) {
        int size = KnownJobs.of(handle.session).size(handle.session, proc.nspace());
        if (size > 0 && proc.rank() >= size) {
            throw StatusCodes.notFound(Get.title(proc, key) + " failed: its namespace has " + size + " processes");
        }
    }
}
