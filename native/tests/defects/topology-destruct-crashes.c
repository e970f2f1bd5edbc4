/* SPDX-License-Identifier: Apache-2.0
 *
 * Loads the topology of the node, destructs it as PMIx.h says, and ends its session.
 */
#include "defect.h"

static void crashed(int number) {
    decide(true, "%s after the destruct of the topology", strsignal(number));
}

static void rank(void) {
    pmix_topology_t topology;
    PMIX_TOPOLOGY_CONSTRUCT(&topology);
    check("load", PMIx_Load_topology(&topology));
    if (topology.topology == NULL) {
        unclear("there is no topology");
    }
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
    PMIx_Topology_destruct(&topology);
    PMIx_Finalize(NULL, 0);
    decide(false, "the topology is destructed");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("topology-destruct-crashes", "--map-by :oversubscribe -n 1", rank, argv);
}
