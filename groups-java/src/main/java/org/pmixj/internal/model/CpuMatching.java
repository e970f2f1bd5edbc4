// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a CPU: each model some of its set, each CPU for one model. By Hall's theorem all get what they claim if no
 * models claim more than their sets have together; where some do, the paths along which a CPU could be handed on find
 * them.
 *
 * <p>Models of equal sets are one node. A search looks once at each CPU and at the words of each node's set, and either
 * places something or is the last from its node. So it is (CPUs + nodes) * (CPUs + nodes * CPUs / 64) steps at most, and
 * far fewer where nodes find free CPUs in their sets, small ones before large.
 */
final class CpuMatching {
    private static final class Node {
        final BitSet set;
        final BitSet models = new BitSet();
        long unplaced;
        /** In a search, the CPU over which it was reached. */
        int over;

        Node(BitSet set) {
            this.set = set;
        }
    }

    private final List<Node> nodes = new ArrayList<>();
    private final @Nullable Node[] occupants;
    /** No path leads from these to a free CPU, and none ever will. */
    private BitSet lost = new BitSet();

    private CpuMatching(List<BitSet> sets, int[] units) {
        Map<BitSet, Node> bySet = new HashMap<>();
        int cpus = 0;
        for (int model = 0; model < units.length; model++) {
            if (units[model] > 0) {
                BitSet set = sets.get(model);
                Node node = bySet.get(set);
                if (node == null) {
                    node = new Node(set);
                    bySet.put(set, node);
                    nodes.add(node);
                    cpus = Math.max(cpus, set.length());
                }
                node.models.set(model);
                node.unplaced += units[model];
            }
        }
        nodes.sort(Comparator.comparingInt(node -> node.set.cardinality()));
        occupants = new @Nullable Node[cpus];
    }

    /**
     * The models that claim more than there is.
     *
     * @param sets the CPUs each may run on
     * @param units how many of these each claims, no more than there are
     * @return the numbers of models that claim together more than their sets have, in the order of the first of each.
     *     No CPU is in the sets of two of these, and without any of them fewer claims would be left over
     */
    static List<BitSet> crowded(List<BitSet> sets, int[] units) {
        CpuMatching matching = new CpuMatching(sets, units);
        matching.place();
        return matching.crowded();
    }

    private void place() {
        for (Node node : nodes) {
            for (int cpu = node.set.nextSetBit(0); cpu >= 0 && node.unplaced > 0; cpu = node.set.nextSetBit(cpu + 1)) {
                if (occupants[cpu] == null) {
                    occupants[cpu] = node;
                    node.unplaced--;
                }
            }
        }
        for (Node node : nodes) {
            while (node.unplaced > 0 && findsOne(node)) {
                node.unplaced--;
            }
        }
    }

    /** Each node on the path takes the CPU over which the next was reached; the last takes a free one. */
    private boolean findsOne(Node first) {
        BitSet seen = (BitSet) lost.clone();
        Node[] takers = new Node[occupants.length];
        int cpu = search(first, seen, new HashSet<>(), takers);
        if (cpu < 0) {
            lost = seen;
            return false;
        }
        for (Node node = takers[cpu]; node != first; node = takers[cpu]) {
            occupants[cpu] = node;
            cpu = node.over;
        }
        occupants[cpu] = first;
        return true;
    }

    /**
     * From a node to its CPUs, from these to the nodes that occupy them, and so on.
     *
     * @param seen what is not looked at again
     * @param reached the nodes
     * @param takers who comes to each CPU first
     * @return a free CPU; -1 if none is within reach
     */
    private int search(Node first, BitSet seen, Set<Node> reached, Node[] takers) {
        Deque<Node> next = new ArrayDeque<>();
        next.add(first);
        reached.add(first);
        while (!next.isEmpty()) {
            Node node = next.remove();
            BitSet fresh = (BitSet) node.set.clone();
            fresh.andNot(seen);
            seen.or(fresh);
            for (int cpu = fresh.nextSetBit(0); cpu >= 0; cpu = fresh.nextSetBit(cpu + 1)) {
                takers[cpu] = node;
                Node occupant = occupants[cpu];
                if (occupant == null) {
                    return cpu;
                }
                if (reached.add(occupant)) {
                    occupant.over = cpu;
                    next.add(occupant);
                }
            }
        }
        return -1;
    }

    private List<BitSet> crowded() {
        List<BitSet> groups = new ArrayList<>();
        for (Node node : nodes) {
            // Whatever can be reached from a node of a group is in it.
            if (node.unplaced > 0 && !isIn(groups, node)) {
                Set<Node> reached = new HashSet<>();
                search(node, new BitSet(), reached, new Node[occupants.length]);
                BitSet models = new BitSet();
                for (Node one : reached) {
                    models.or(one.models);
                }
                unite(groups, models);
            }
        }
        groups.sort(Comparator.comparingInt(group -> group.nextSetBit(0)));
        return groups;
    }

    private static boolean isIn(List<BitSet> groups, Node node) {
        for (BitSet group : groups) {
            if (group.intersects(node.models)) {
                return true;
            }
        }
        return false;
    }

    private static void unite(List<BitSet> groups, BitSet models) {
        for (BitSet group : List.copyOf(groups)) {
            if (group.intersects(models)) {
                models.or(group);
                groups.remove(group);
            }
        }
        groups.add(models);
    }
}
