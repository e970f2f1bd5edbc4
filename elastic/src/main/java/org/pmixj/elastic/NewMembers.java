// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.process.App;

/**
 * Describes the processes that a group gains, for {@link ElasticGroup#grow} and {@link ElasticGroup#replace}. Immutable.
 *
 * {@snippet file="ElasticSnippets.java" region="new-members"}
 *
 * @param app the program, and how many processes of it are added; its processes call {@link ElasticGroup#join}. A
 *     replacement starts as many as places are vacant, whatever number this is
 * @param nodes the nodes to add first, each maybe with a colon and a number of slots, as in {@link NodeRequest}; the
 *     processes run there. If they are the nodes of a reservation, that is used, and nothing is added. Empty: the
 *     processes run on the nodes that PRRTE has for every job, or where the directives say
 * @param directives for the spawned job, as in {@link org.pmixj.process.SpawnRequest.Builder#directives}. PRRTE binds the
 *     processes to nothing unless {@code Keys.BINDTO} is one of them
 * @param timeout how long the whole operation may take; empty for the default of the handle
 */
public record NewMembers(App app, List<String> nodes, Attributes directives, Optional<Duration> timeout) {
    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if the program has no processes; if there are nodes that {@link NodeRequest}
     *     refuses; if there are nodes and the directives name another reservation; or if the timeout is not positive
     */
    public NewMembers {
        Objects.requireNonNull(directives, "directives");
        if (app.processes() < 1) {
            throw new IllegalArgumentException(
                    "new members: " + app.command() + " has no processes; set their number by App.Builder.processes");
        }
        timeout.ifPresent(CollectiveOptions::within);
        nodes = nodes.isEmpty() ? List.of() : NodeRequest.of(nodes).nodes();
        if (!nodes.isEmpty() && directives.contains(Keys.SPAWN_TARGET)) {
            throw new IllegalArgumentException("new members: nodes " + nodes + " and the reservation of the directives"
                    + " are two places; give one of them");
        }
    }

    /**
     * {@return processes on the nodes that PRRTE has for every job}
     *
     * @param app the program, and the number of its processes
     */
    public static NewMembers of(App app) {
        return new NewMembers(app, List.of(), Attributes.none(), Optional.empty());
    }

    /**
     * {@return one process for each slot of nodes that are added}
     *
     * @param app the program; the number of its processes is replaced
     * @param nodes one or more names, each maybe with a colon and a number of slots, 1 unless given
     */
    public static NewMembers onEachSlot(App app, String... nodes) {
        NodeRequest added = NodeRequest.of(nodes);
        if (added.slots() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("new members: the nodes have " + added.slots()
                    + " slots together, and a job has at most " + Integer.MAX_VALUE + " processes; give fewer slots");
        }
        return of(sized(app, (int) added.slots())).onNodes(added.nodes().toArray(String[]::new));
    }

    /**
     * {@return a copy for processes that run on nodes that are added}
     *
     * @param names the names, each maybe with a colon and a number of slots
     */
    public NewMembers onNodes(String... names) {
        return new NewMembers(app, List.of(names), directives, timeout);
    }

    /**
     * {@return a copy with directives}
     *
     * @param all for the spawned job, such as {@link Elastic#onto}
     */
    public NewMembers withDirectives(Attributes all) {
        return new NewMembers(app, nodes, all, timeout);
    }

    /**
     * {@return a copy with a timeout}
     *
     * @param limit more than zero, for the whole operation
     */
    public NewMembers withTimeout(Duration limit) {
        return new NewMembers(app, nodes, directives, Optional.of(limit));
    }

    /** Returns a program with another number of processes. */
    static App sized(App app, int processes) {
        return new App(app.command(), app.arguments(), app.environment(), app.directory(), processes, app.attributes());
    }
}
