// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.value.Query;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class CoreSnippets {
    private static final Key<String> ENDPOINT = Key.of("myapp.endpoint", ValueType.STRING);
    private static final Key<Double> RESIDUAL = Key.of("myapp.residual", ValueType.DOUBLE);

    void attributes() {
        // @start region="attributes"
        Attributes directives = Attributes.builder()
                .flag(Keys.NOTIFY_COMPLETION)
                .set(Keys.MAPBY, "node")
                .build();
        // @end
    }

    void getOptions(Pmix pmix, ProcId neighbour) {
        // @start region="get-options"
        GetOptions fresh = GetOptions.defaults().withRefreshCache().withTimeout(Duration.ofSeconds(5));
        double residual = pmix.get(neighbour, RESIDUAL, fresh);
        // @end
    }

    void with(Pmix pmix) {
        // @start region="with"
        List<String> jobs = pmix.with(Duration.ofSeconds(5)).queries().namespaces();
        // @end
    }

    void session(String address) {
        // @start region="session"
        try (Pmix pmix = Pmix.init()) {
            pmix.put(Scope.GLOBAL, ENDPOINT, address);
            pmix.commit();
            pmix.fence();
            String neighbour = pmix.get(
                    pmix.job().member((pmix.self().rank() + 1) % pmix.job().size()), ENDPOINT);
        }
        // @end
    }

    void async(Pmix pmix, ProcId peer) {
        // @start region="async"
        pmix.fenceAsync()
                .thenCompose(done -> pmix.getAsync(peer, ENDPOINT))
                .thenAccept(address -> System.out.println("connect to " + address));
        // @end
    }

    void beforePmix(Runnable initMpi) {
        // @start region="before-pmix"
        Pmix pmix = Pmix.builder().beforePmix(initMpi).init();
        // @end
    }

    void query(String nspace) {
        // @start region="query"
        Query query = Query.of(Keys.QUERY_PROC_TABLE, Keys.QUERY_NAMESPACE_INFO).qualifier(Keys.NSPACE, nspace);
        // @end
    }
}
