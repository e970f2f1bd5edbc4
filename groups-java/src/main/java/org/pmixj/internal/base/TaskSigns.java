// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a process that a launcher started as one of several tasks, by the environment variables of launchers. Such
 * a process without PMIx would be a singleton, as each of the other tasks would be.
 *
 * <p>Only what a launcher sets in the environment of its tasks is a sign. The variables of an allocation are none,
 * since a program that a batch script starts has them too: {@code SLURM_NTASKS} or {@code PBS_TASKNUM}, for example.
 */
public final class TaskSigns {
    /** A variable whose number shows that there are several tasks: their count, or the rank of one. */
    private record Sign(String launcher, String variable, int least, String task, String remedy) {}

    private static final String PRTERUN = "start prterun inside the allocation";

    /** The innermost launcher comes first, because a launcher may start another one. */
    private static final List<Sign> SIGNS = List.of(
            new Sign(
                    "mpirun of Open MPI",
                    "OMPI_COMM_WORLD_SIZE",
                    2,
                    "",
                    "start it by the prterun of libpmix, or by mpirun of Open MPI 5 or newer"),
            new Sign("Flux", "FLUX_JOB_SIZE", 2, "", PRTERUN),
            new Sign("PALS", "PALS_LOCAL_SIZE", 2, "", PRTERUN),
            new Sign("PALS", "PALS_RANKID", 1, "rank ", PRTERUN),
            new Sign(
                    "srun of Slurm",
                    "SLURM_STEP_NUM_TASKS",
                    2,
                    "",
                    PRTERUN + ", as in \"salloc -N 2 --ntasks-per-node=4 prterun java ...\" or a script for sbatch"),
            new Sign("a launcher with PMI-1 or PMI-2", "PMI_SIZE", 2, "", PRTERUN),
            new Sign("pbsdsh of PBS", "PBS_NODENUM", 1, "node ", PRTERUN));

    private TaskSigns() {}

    /**
     * Returns which launcher started this process as one of several tasks, and what to do instead; null if there is no
     * sign of it.
     *
     * @param environment returns the value of a variable, or null
     */
    public static @Nullable String find(UnaryOperator<@Nullable String> environment) {
        for (Sign sign : SIGNS) {
            String value = environment.apply(sign.variable);
            if (value != null && number(value) >= sign.least) {
                String tasks = sign.task.isEmpty() ? "one of " + value + " tasks" : "task of " + sign.task + value;
                return sign.launcher + " started this process as " + tasks + " (" + sign.variable + "=" + value
                        + ") and without PMIx; instead, " + sign.remedy;
            }
        }
        return null;
    }

    private static int number(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
