// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.Capabilities;

/**
 * Two solvers run in one job: the ranks are split by colour, even and odd, and each half relaxes a ring of temperatures, in
 * which every member computes the mean of its own and its neighbours'. With the argument {@code fail} the last rank dies
 * on the way, and its half continues as a smaller ring; this needs a launcher that then continues, as with {@code
 * samples/run --recoverable}.
 */
public final class SolverGroups {
    private static final int STEPS = 40;
    private static final Duration BOUND = Duration.ofSeconds(30);

    private SolverGroups() {}

    /**
     * Runs one rank.
     *
     * @param args {@code fail} to have the last rank die
     */
    public static void main(String[] args) {
        boolean fail = args.length > 0 && args[0].equals("fail");
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            int rank = pmix.self().rank();
            GroupRequest.Builder request =
                    GroupRequest.named("solvers").members(pmix.job().members());
            if (pmix.capabilities().groupMethod() != Capabilities.GroupMethod.FENCES) {
                // The destruct succeeds even if a member has died.
                request.notifyTermination();
            }
            Group all = pmix.groups().construct(request.build());
            Group half = all.split(rank % 2, rank).orElseThrow();
            boolean dies = fail && rank == pmix.job().size() - 1;
            double temperature = relax(pmix, half, 100 * (rank / 2), dies);
            // Not printf, which writes each part on its own: other ranks write meanwhile.
            String name = rank % 2 == 0 ? "even" : "odd";
            System.out.println("rank %d: %s solver, member %d of %d, %.1f degrees"
                    .formatted(rank, name, half.rank(), half.size(), temperature));
            half.destruct();
            all.destruct();
        }
    }

    private static double relax(Pmix pmix, Group ring, double start, boolean dies) {
        double own = start;
        int step = 0;
        while (step < STEPS) {
            if (dies && step == STEPS / 2) {
                Runtime.getRuntime().halt(1);
            }
            try {
                Map<ProcId, Double> temperatures = ring.exchange(ValueType.DOUBLE, own);
                int left = Math.floorMod(ring.rank() - 1, ring.size());
                int right = (ring.rank() + 1) % ring.size();
                own = (of(temperatures, ring.members().get(left))
                                + own
                                + of(temperatures, ring.members().get(right)))
                        / 3;
                step++;
            } catch (PmixException.MemberLost e) {
                // No other member has completed this step either.
                System.out.println("rank " + pmix.self().rank() + ": lost rank "
                        + e.lost().getFirst().rank() + " at step " + step);
            }
        }
        return own;
    }

    private static double of(Map<ProcId, Double> temperatures, ProcId member) {
        return Objects.requireNonNull(temperatures.get(member));
    }
}
