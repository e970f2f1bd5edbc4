// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ResourcePlan;
import org.pmixj.model.ResourcePlan.Conflict;
import org.pmixj.model.ResourcePlan.Conflict.Kind;

/** Finds what does not add up in a plan. All numbers saturate: a program of another language may claim any. */
public final class PlanConflicts {
    private final ResourcePlan plan;
    private final List<Conflict> found = new ArrayList<>();

    private PlanConflicts(ResourcePlan plan) {
        this.plan = plan;
    }

    public static List<Conflict> of(ResourcePlan plan) {
        PlanConflicts conflicts = new PlanConflicts(plan);
        conflicts.own();
        conflicts.shared();
        conflicts.node();
        return List.copyOf(conflicts.found);
    }

    /** In hardware threads; 0 if a model does not say. */
    static long claimed(ResourcePlan plan, ModelResources resources) {
        if (resources.cpus().isEmpty()) {
            return resources.cpuSet().size();
        }
        long count = resources.cpus().getAsLong();
        if (resources.cpuType().isPresent() && resources.cpuType().get().equals(ModelResources.CORE)) {
            long each = plan.hardwareThreads() / plan.cores();
            return count > Long.MAX_VALUE / each ? Long.MAX_VALUE : count * each;
        }
        return count;
    }

    static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    private long claimed(DeclaredModel model) {
        return claimed(plan, model.model().resources());
    }

    // --- of one model --------------------------------------------------------------------------------------------

    private void own() {
        for (DeclaredModel model : plan.claims()) {
            List<Integer> set = model.model().resources().cpuSet();
            if (!set.isEmpty() && claimed(model) > set.size()) {
                found.add(new Conflict(Kind.OWN_CPUS, List.of(model), set, claimed(model), set.size()));
            }
        }
    }

    // --- of models on the same CPUs ------------------------------------------------------------------------------

    private void shared() {
        List<DeclaredModel> placed = new ArrayList<>();
        for (DeclaredModel model : plan.claims()) {
            if (!model.model().resources().cpuSet().isEmpty()) {
                placed.add(model);
            }
        }
        boolean[] named = new boolean[placed.size()];
        for (int i = 0; i < placed.size(); i++) {
            for (int j = i + 1; j < placed.size(); j++) {
                if (share(List.of(placed.get(i), placed.get(j)))) {
                    named[i] = true;
                    named[j] = true;
                }
            }
        }
        several(placed, named);
    }

    /** Of models each two of which get along: those that are connected by common CPUs, all together. */
    private void several(List<DeclaredModel> placed, boolean[] named) {
        boolean[] seen = named.clone();
        for (int i = 0; i < placed.size(); i++) {
            if (seen[i]) {
                continue;
            }
            List<DeclaredModel> connected = new ArrayList<>();
            BitSet union = new BitSet();
            connect(placed, seen, i, connected, union);
            if (connected.size() > 2) {
                share(connected);
            }
        }
    }

    private static void connect(
            List<DeclaredModel> placed, boolean[] seen, int start, List<DeclaredModel> connected, BitSet union) {
        boolean grown = add(placed, seen, start, connected, union);
        while (grown) {
            grown = false;
            for (int i = 0; i < placed.size(); i++) {
                if (!seen[i] && placed.get(i).model().resources().cpuBits().intersects(union)) {
                    grown |= add(placed, seen, i, connected, union);
                }
            }
        }
    }

    private static boolean add(
            List<DeclaredModel> placed, boolean[] seen, int index, List<DeclaredModel> connected, BitSet union) {
        seen[index] = true;
        connected.add(placed.get(index));
        union.or(placed.get(index).model().resources().cpuBits());
        return true;
    }

    private boolean share(List<DeclaredModel> models) {
        BitSet union = new BitSet();
        BitSet common = new BitSet();
        long claimed = 0;
        for (DeclaredModel model : models) {
            BitSet set = model.model().resources().cpuBits();
            BitSet both = (BitSet) set.clone();
            both.and(union);
            common.or(both);
            union.or(set);
            // What one claims above its own is told by itself.
            claimed = sum(claimed, Math.min(claimed(model), set.cardinality()));
        }
        if (common.isEmpty() || claimed <= union.cardinality()) {
            return false;
        }
        found.add(new Conflict(Kind.SHARED_CPUS, models, numbers(common), claimed, union.cardinality()));
        return true;
    }

    private static List<Integer> numbers(BitSet set) {
        return ModelResources.builder().cpuSet(set).build().cpuSet();
    }

    // --- of all --------------------------------------------------------------------------------------------------

    private void node() {
        long cpus = 0;
        long threads = 0;
        List<DeclaredModel> users = new ArrayList<>();
        List<DeclaredModel> threaded = new ArrayList<>();
        for (DeclaredModel model : plan.claims()) {
            if (claimed(model) > 0) {
                users.add(model);
                cpus = sum(cpus, claimed(model));
            }
            long count = model.model().resources().threads().orElse(0);
            if (count > 0) {
                threaded.add(model);
                threads = sum(threads, count);
            }
        }
        exceeds(Kind.NODE_CPUS, users, cpus);
        exceeds(Kind.NODE_THREADS, threaded, threads);
    }

    private void exceeds(Kind kind, List<DeclaredModel> models, long claimed) {
        if (claimed > plan.hardwareThreads()) {
            found.add(new Conflict(kind, models, List.of(), claimed, plan.hardwareThreads()));
        }
    }
}
