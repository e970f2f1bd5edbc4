// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import org.pmixj.Pmix;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"})
final class ElasticSnippets {
    void nodeRequest() {
        // @start region="node-request"
        NodeRequest request = NodeRequest.of("node1:8", "node2:8").withTimeout(Duration.ofMinutes(2));
        // @end
    }

    void grow(Pmix pmix, App worker) {
        // @start region="grow"
        Elastic elastic = Elastic.of(pmix);
        Reservation more = elastic.grow("node1:8", "node2:8");
        SpawnedJob workers = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(worker)
                        .directives(elastic.onto(more))
                        .build());
        workers.terminated().join();
        elastic.release(more);
        // @end
    }

    void growAsync(Pmix pmix) {
        // @start region="grow-async"
        Elastic.of(pmix)
                .growAsync("node1:8")
                .thenAccept(more -> System.out.println(more.slots() + " processes more can start"));
        // @end
    }
}
