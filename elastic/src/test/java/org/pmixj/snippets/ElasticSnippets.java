// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.ElasticGroup;
import org.pmixj.elastic.NewMembers;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.group.Group;
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
        Reservation more = elastic.grow(NodeRequest.of("node1:8", "node2:8"));
        SpawnedJob workers = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(worker)
                        .directives(elastic.onto(more))
                        .build());
        workers.terminated().join();
        elastic.release(NodeRequest.of(more.names()));
        // @end
    }

    void newMembers(App worker) {
        // @start region="new-members"
        NewMembers more = NewMembers.onEachSlot(worker, "node1:8", "node2:8").withTimeout(Duration.ofMinutes(2));
        NewMembers substitutes = NewMembers.of(worker);
        // @end
    }

    void elasticGroup(Pmix pmix, Group group, App worker) {
        // @start region="elastic-group"
        ElasticGroup elastic = ElasticGroup.of(pmix, group);
        Group larger = elastic.grow(NewMembers.onEachSlot(worker, "node1:8"));
        try {
            larger.fence();
        } catch (PmixException.MemberLost e) {
            Group complete = elastic.replace(NewMembers.of(worker));
            System.out.println(complete.size() + " members again, and each has its rank");
        }
        List<ProcId> last = elastic.places().subList(8, elastic.places().size());
        elastic.shrink(last, Duration.ofMinutes(1))
                .ifPresent(smaller -> System.out.println(smaller.size() + " members go on"));
        // @end
    }

    void join(Pmix pmix) {
        // @start region="join"
        ElasticGroup elastic = ElasticGroup.join(pmix, Duration.ofMinutes(1));
        System.out.println(
                "rank " + elastic.group().rank() + " of " + elastic.places().size());
        // @end
    }

    void growAsync(Pmix pmix) {
        // @start region="grow-async"
        Elastic.of(pmix)
                .growAsync(NodeRequest.of("node1:8"))
                .thenAccept(more -> System.out.println("processes can start on " + more.names()));
        // @end
    }
}
