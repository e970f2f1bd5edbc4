// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;

/** Waits without a thread, and reacts to failures. */
public final class Async {
    private static final Key<String> ADDRESS = Key.of("myapp.async", ValueType.STRING);
    private static final Key<String> NOBODY = Key.of("myapp.nobody", ValueType.STRING);

    private Async() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            ProcId next =
                    pmix.job().member((pmix.self().rank() + 1) % pmix.job().size());
            future(pmix, next);
            failures(pmix, next);
        }
    }

    private static void future(Pmix pmix, ProcId next) {
        // --8<-- [start:future]
        pmix.put(Scope.GLOBAL, ADDRESS, "port " + (4000 + pmix.self().rank()));
        CompletableFuture<String> address =
                pmix.commitAsync().thenCompose(_ -> pmix.fenceAsync()).thenCompose(_ -> pmix.getAsync(next, ADDRESS));
        // other work
        System.out.println("rank " + pmix.self().rank() + ": " + address.join());
        // --8<-- [end:future]
    }

    private static void failures(Pmix pmix, ProcId next) {
        // --8<-- [start:failures]
        GetOptions soon = GetOptions.defaults().withTimeout(Duration.ofMillis(500));
        try {
            pmix.get(next, NOBODY, soon);
        } catch (PmixException.Timeout | PmixException.NotFound e) {
            System.out.println("rank " + pmix.self().rank() + ": " + e.status());
        }
        // --8<-- [end:failures]
    }
}
