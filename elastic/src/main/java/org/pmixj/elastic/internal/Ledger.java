// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records what the changes of a DVM's size have led to. Each change takes over the ledger of the one before it. The
 * host does not know it: it lists nodes that were given back, and releases nodes for anybody.
 *
 * @param failure which change has failed, empty if none has
 * @param reservations the names of the nodes of each reservation, by its id
 * @param out the nodes that are no longer in the DVM, or could not be added
 */
public record Ledger(String failure, Map<String, List<String>> reservations, Set<String> out) {
    public static final Ledger EMPTY = new Ledger("", Map.of(), Set.of());

    /** Returns the ledger after a change that has failed, with the nodes that it was to add or to give back. */
    Ledger failed(String reason, List<String> nodes) {
        return new Ledger(reason, reservations, outWith(nodes));
    }

    Ledger grown(String id, List<String> nodes) {
        // A node of a job that has ended moves to its new reservation.
        Map<String, List<String>> all = without(nodes);
        all.put(id, List.copyOf(nodes));
        Set<String> left = new LinkedHashSet<>(out);
        nodes.forEach(left::remove);
        return new Ledger(failure, all, left);
    }

    Ledger released(List<String> nodes) {
        return new Ledger(failure, without(nodes), outWith(nodes));
    }

    private Set<String> outWith(List<String> nodes) {
        Set<String> all = new LinkedHashSet<>(out);
        all.addAll(nodes);
        return all;
    }

    private Map<String, List<String>> without(List<String> nodes) {
        Map<String, List<String>> rest = new LinkedHashMap<>();
        reservations.forEach((id, names) -> {
            List<String> kept =
                    names.stream().filter(name -> !nodes.contains(name)).toList();
            if (!kept.isEmpty()) {
                rest.put(id, kept);
            }
        });
        return rest;
    }

    /** Returns the reservation that has a node, or null. */
    @Nullable
    String reservationOf(String node) {
        for (Map.Entry<String, List<String>> entry : reservations.entrySet()) {
            if (entry.getValue().contains(node)) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Returns the namespace of the job that has made a reservation: the id up to its last dot. */
    public static String ownerOf(String id) {
        int dot = id.lastIndexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }

    // --- as a value of the directory -----------------------------------------------------------------------------

    List<String> encode() {
        List<String> lines = new ArrayList<>(List.of(failure, String.join(",", out)));
        reservations.forEach((id, nodes) -> lines.add(id + " " + String.join(",", nodes)));
        return lines;
    }

    static Ledger decode(List<String> lines) {
        Map<String, List<String>> reservations = new LinkedHashMap<>();
        for (String line : lines.subList(2, lines.size())) {
            int blank = line.lastIndexOf(' ');
            reservations.put(line.substring(0, blank), names(line.substring(blank + 1)));
        }
        return new Ledger(lines.getFirst(), reservations, Set.copyOf(names(lines.get(1))));
    }

    /** Returns names that are joined with commas. */
    static List<String> names(String list) {
        return Arrays.stream(list.split(",")).filter(name -> !name.isEmpty()).toList();
    }
}
