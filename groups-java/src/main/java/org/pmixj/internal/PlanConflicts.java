// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        List<DeclaredModel> rest = new ArrayList<>();
        for (List<DeclaredModel> part : parts(placed, true)) {
            Conflict conflict = shared(part);
            if (conflict == null) {
                rest.addAll(part);
            } else {
                found.add(conflict);
            }
        }
        // Each two of these get along, and all together may not.
        for (List<DeclaredModel> part : parts(rest, false)) {
            Conflict conflict = shared(part);
            if (conflict != null) {
                found.add(conflict);
            }
        }
    }

    /**
     * Models in parts that are connected by pairs: of models in conflict, or of models with common CPUs. What all of a
     * part that is connected by conflicts claim is more than they have.
     */
    private List<List<DeclaredModel>> parts(List<DeclaredModel> models, boolean byConflict) {
        List<List<DeclaredModel>> parts = new ArrayList<>();
        BitSet left = new BitSet();
        left.set(0, models.size());
        while (!left.isEmpty()) {
            BitSet part = new BitSet();
            Deque<Integer> next = new ArrayDeque<>(List.of(left.nextSetBit(0)));
            left.clear(next.getFirst());
            while (!next.isEmpty()) {
                int one = next.remove();
                part.set(one);
                for (int i = left.nextSetBit(0); i >= 0; i = left.nextSetBit(i + 1)) {
                    if (isPair(models.get(one), models.get(i), byConflict)) {
                        left.clear(i);
                        next.add(i);
                    }
                }
            }
            List<DeclaredModel> connected = new ArrayList<>();
            for (int i = part.nextSetBit(0); i >= 0; i = part.nextSetBit(i + 1)) {
                connected.add(models.get(i));
            }
            parts.add(connected);
        }
        return parts;
    }

    private boolean isPair(DeclaredModel one, DeclaredModel other, boolean inConflict) {
        return inConflict
                ? shared(List.of(one, other)) != null
                : one.model()
                        .resources()
                        .cpuBits()
                        .intersects(other.model().resources().cpuBits());
    }

    private @Nullable Conflict shared(List<DeclaredModel> models) {
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
        return common.isEmpty() || claimed <= union.cardinality()
                ? null
                : new Conflict(Kind.SHARED_CPUS, models, numbers(common), claimed, union.cardinality());
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
