// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Records what the changes of a DVM's size have led to. Each change takes over the ledger of the one before it. The
 * host does not know it: it lists nodes that were given back, and releases nodes for anybody.
 *
 * @param failure which change has failed, empty if none has
 * @param places where nodes are, by their names: the id of a reservation, or an empty text for a node that is no longer
 *     in the DVM, or could not be added. A node that is in the DVM since its start has no place
 */
public record Ledger(String failure, Map<String, String> places) {
    public static final Ledger EMPTY = new Ledger("", Map.of());
    /** The place of nodes that are no longer in the DVM, or could not be added. */
    static final String OUT = "";

    /** Returns the ledger after a change that has failed, with the nodes that it was to add or to give back. */
    Ledger failed(String reason, List<String> nodes) {
        return new Ledger(reason, moved(nodes, OUT).places());
    }

    /** Returns the ledger after a change that has brought nodes to a place. */
    Ledger moved(List<String> nodes, String place) {
        SequencedMap<String, String> all = new LinkedHashMap<>(places);
        // Nodes that move go behind the others: reservations are listed in the order in which they were added.
        nodes.forEach(node -> all.putLast(node, place));
        return new Ledger(failure, all);
    }

    /** Returns the namespace of the job that has made a reservation: the id up to its last dot. */
    public static String ownerOf(String id) {
        int dot = id.lastIndexOf('.');
        return dot < 0 ? id : id.substring(0, dot);
    }

    // --- as a value of the directory -----------------------------------------------------------------------------

    List<String> encode() {
        List<String> words = new ArrayList<>(List.of(failure));
        places.forEach((node, place) -> words.addAll(List.of(node, place)));
        return words;
    }

    static Ledger decode(List<String> words) {
        Map<String, String> places = new LinkedHashMap<>();
        for (int at = 1; at + 1 < words.size(); at += 2) {
            places.put(words.get(at), words.get(at + 1));
        }
        return new Ledger(words.getFirst(), places);
    }
}
