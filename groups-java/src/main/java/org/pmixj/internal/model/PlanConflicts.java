// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

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
    private static long claimed(ResourcePlan plan, ModelResources resources) {
        return isInCores(resources) ? ofCores(plan, resources.cpus().getAsLong()) : ofThreads(resources);
    }

    /** What all claim, in hardware threads. Cores are added up before they are rounded. */
    static long claimed(ResourcePlan plan) {
        long threads = 0;
        long cores = 0;
        for (DeclaredModel model : plan.claims()) {
            ModelResources resources = model.model().resources();
            if (isInCores(resources)) {
                cores = sum(cores, resources.cpus().getAsLong());
            } else {
                threads = sum(threads, ofThreads(resources));
            }
        }
        return sum(threads, ofCores(plan, cores));
    }

    private static boolean isInCores(ModelResources resources) {
        return resources.cpus().isPresent()
                && resources.cpuType().isPresent()
                && resources.cpuType().get().equals(ModelResources.CORE);
    }

    /** How many hardware threads another type of CPU has is not known. */
    private static long ofThreads(ModelResources resources) {
        return resources.cpus().isPresent()
                        && resources.cpuType().orElse(ModelResources.HWTHREAD).equals(ModelResources.HWTHREAD)
                ? resources.cpus().getAsLong()
                : resources.cpuSet().size();
    }

    /** As many as the cores of the node have on average, rounded up. */
    private static long ofCores(ResourcePlan plan, long count) {
        long whole = count / plan.cores();
        if (whole > Long.MAX_VALUE / plan.hardwareThreads()) {
            return Long.MAX_VALUE;
        }
        long rest = Math.ceilDiv(count % plan.cores() * plan.hardwareThreads(), plan.cores());
        return sum(whole * plan.hardwareThreads(), rest);
    }

    static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /** Where cores differ, those of a set may be the small ones. */
    private long claimed(DeclaredModel model) {
        ModelResources resources = model.model().resources();
        return isInCores(resources) && !resources.cpuSet().isEmpty() && plan.hardwareThreads() % plan.cores() != 0
                ? resources.cpus().getAsLong()
                : claimed(plan, resources);
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
        List<BitSet> sets = new ArrayList<>();
        for (DeclaredModel model : plan.claims()) {
            BitSet set = model.model().resources().cpuBits();
            if (!set.isEmpty()) {
                placed.add(model);
                sets.add(set);
            }
        }
        int[] units = new int[sets.size()];
        for (int i = 0; i < units.length; i++) {
            // What one claims above its own is told by itself.
            units[i] = (int) Math.min(claimed(placed.get(i)), sets.get(i).cardinality());
        }
        for (BitSet crowd : CpuMatching.crowded(sets, units)) {
            found.add(shared(crowd, placed, sets, units));
        }
    }

    private static Conflict shared(BitSet crowd, List<DeclaredModel> placed, List<BitSet> sets, int[] units) {
        List<DeclaredModel> between = new ArrayList<>();
        BitSet union = new BitSet();
        BitSet common = new BitSet();
        long claimed = 0;
        for (int i = crowd.nextSetBit(0); i >= 0; i = crowd.nextSetBit(i + 1)) {
            between.add(placed.get(i));
            BitSet both = (BitSet) sets.get(i).clone();
            both.and(union);
            common.or(both);
            union.or(sets.get(i));
            claimed += units[i];
        }
        return new Conflict(Kind.SHARED_CPUS, between, numbers(common), claimed, union.cardinality());
    }

    private static List<Integer> numbers(BitSet set) {
        return ModelResources.builder().cpuSet(set).build().cpuSet();
    }

    // --- of all --------------------------------------------------------------------------------------------------

    private void node() {
        long threads = 0;
        List<DeclaredModel> users = new ArrayList<>();
        List<DeclaredModel> threaded = new ArrayList<>();
        for (DeclaredModel model : plan.claims()) {
            if (claimed(model) > 0) {
                users.add(model);
            }
            long count = model.model().resources().threads().orElse(0);
            if (count > 0) {
                threaded.add(model);
                threads = sum(threads, count);
            }
        }
        exceeds(Kind.NODE_CPUS, users, claimed(plan));
        exceeds(Kind.NODE_THREADS, threaded, threads);
    }

    private void exceeds(Kind kind, List<DeclaredModel> models, long claimed) {
        if (claimed > plan.hardwareThreads()) {
            found.add(new Conflict(kind, models, List.of(), claimed, plan.hardwareThreads()));
        }
    }
}
