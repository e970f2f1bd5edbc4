// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pmixj.group.CollectiveOptions;

/**
 * Names the nodes that are added to the DVM or given back. Immutable.
 *
 * {@snippet file="ElasticSnippets.java" region="node-request"}
 *
 * @param nodes the names, each maybe with a colon and a number of slots, 1 unless given. Slots of a node that was in
 *     this DVM before do not change, because PRRTE (seen with 5.0.0rc1) ignores the number
 * @param checkHosts whether the names of added nodes must be known to this process's resolver; true unless switched off
 * @param timeout how long the caller waits; empty for the default of the handle
 */
public record NodeRequest(List<String> nodes, boolean checkHosts, Optional<Duration> timeout) {
    /** The largest number of nodes in one request. */
    public static final int MOST_NODES = 10_000;

    private static final int LONGEST_SHOWN = 100;

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if there are no nodes or more than {@link #MOST_NODES}; if one is named twice,
     *     or a name is empty, has blanks, commas or NUL, or is only a number; or if the timeout is not positive
     */
    public NodeRequest {
        timeout.ifPresent(CollectiveOptions::within);
        int count = nodes.size();
        if (count == 0 || count > MOST_NODES) {
            throw new IllegalArgumentException("the list of nodes has " + count + " entries; name at least one, and at"
                    + " most " + MOST_NODES + " at a time");
        }
        nodes = List.copyOf(nodes);
        Set<String> names = new HashSet<>();
        for (String node : nodes) {
            check(node);
            if (!names.add(nameOf(node))) {
                throw bad(nameOf(node), "is named twice; name it once");
            }
        }
    }

    /**
     * {@return a request for some nodes}
     *
     * @param nodes the names, each maybe with a colon and a number of slots
     */
    public static NodeRequest of(String... nodes) {
        return of(List.of(nodes));
    }

    /**
     * {@return a request for some nodes}
     *
     * @param nodes the names, each maybe with a colon and a number of slots; or {@link Reservation#names}, to give back
     *     what a reservation has
     */
    public static NodeRequest of(List<String> nodes) {
        return new NodeRequest(nodes, true, Optional.empty());
    }

    /** {@return a copy for names that only the node of the launcher can resolve} */
    public NodeRequest withUncheckedHosts() {
        return new NodeRequest(nodes, false, timeout);
    }

    /**
     * {@return a copy with a timeout}
     *
     * @param limit more than zero
     */
    public NodeRequest withTimeout(Duration limit) {
        return new NodeRequest(nodes, checkHosts, Optional.of(limit));
    }

    /** {@return the names without the numbers of slots} */
    public List<String> names() {
        return nodes.stream().map(NodeRequest::nameOf).toList();
    }

    /** {@return whether a node has a number of slots} */
    public boolean hasSlots() {
        return nodes.stream().anyMatch(node -> node.indexOf(':') >= 0);
    }

    /** Returns how many slots the nodes have together. */
    long slots() {
        return nodes.stream()
                .map(node -> node.substring(nameOf(node).length()))
                .mapToLong(slots -> slots.isEmpty() ? 1 : Long.parseLong(slots.substring(1)))
                .sum();
    }

    private static String nameOf(String node) {
        return node.split(":", 2)[0];
    }

    private static void check(String node) {
        String name = nameOf(node);
        if (name.isEmpty()) {
            throw bad(node, "has no name; give NAME or NAME:SLOTS");
        } else if (node.chars().anyMatch(c -> Character.isWhitespace(c) || c == ',' || c == 0)) {
            throw bad(node, "contains a blank, a comma or NUL; give each node alone");
        } else if (name.matches("\\d+")) {
            throw bad(node, "is a number: PRRTE cannot choose nodes by their number; name each node");
        } else if (!node.substring(name.length()).matches("|:[1-9]\\d{0,8}")) {
            throw bad(node, "has no number of slots after the colon; give 1 or more, or leave the colon out");
        }
    }

    private static IllegalArgumentException bad(String node, String why) {
        String shown = node.length() > LONGEST_SHOWN ? node.substring(0, LONGEST_SHOWN) + "…" : node;
        return new IllegalArgumentException("node '" + shown + "' " + why);
    }
}
