// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which environments show a launcher that started several tasks. */
class TaskSignsTest {
    private static String find(String environment) {
        Map<String, String> variables = Stream.of(environment.split(" "))
                .map(variable -> variable.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return TaskSigns.find(variables::get);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // srun of Slurm 26.05, without and with --mpi=pmi2.
                "srun of Slurm | one of 2 tasks | SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_STEP_ID=0",
                "srun of Slurm | one of 4 tasks | SLURM_STEP_NUM_TASKS=4 PMI_RANK=0 PMI_SIZE=4 PMI_JOBID=1.0 PMI_FD=9",
                "Flux | one of 8 tasks | FLUX_JOB_SIZE=8 FLUX_TASK_RANK=0 FLUX_JOB_NNODES=2 PMI_SIZE=8",
                "PALS | one of 4 tasks | PALS_APID=x PALS_RANKID=0 PALS_LOCAL_SIZE=4",
                "PALS | task of rank 3 | PALS_APID=x PALS_RANKID=3 PALS_LOCAL_SIZE=1",
                "PMI-1 or PMI-2 | one of 4 tasks | PMI_RANK=0 PMI_SIZE=4 PMI_FD=9",
                // Within Slurm.
                "mpirun of Open MPI | one of 3 tasks | OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=0 SLURM_STEP_NUM_TASKS=2",
                "pbsdsh of PBS | task of node 2 | PBS_ENVIRONMENT=PBS_BATCH PBS_NODENUM=2 PBS_TASKNUM=3",
            })
    void oneOfSeveralTasks(String launcher, String tasks, String environment) {
        assertThat(find(environment)).contains(launcher).contains(tasks).contains("prterun");
    }

    @ParameterizedTest
    @CsvSource({
        "HOME=/root",
        // The command of salloc; a batch script of sbatch, of a job of 6 tasks; srun -n 1.
        "SLURM_JOBID=2 SLURM_JOB_ID=2 SLURM_NTASKS=6 SLURM_NPROCS=6",
        "SLURM_STEP_ID=-5 SLURM_PROCID=0 SLURM_NTASKS=6 SLURM_JOB_NUM_NODES=3",
        "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 SLURM_NTASKS=1",
        "FLUX_JOB_SIZE=1 FLUX_TASK_RANK=0",
        "FLUX_URI=local:///tmp/x",
        "PALS_RANKID=0 PALS_LOCAL_SIZE=1",
        "PMI_SIZE=1 PMI_RANK=0",
        "OMPI_COMM_WORLD_SIZE=1",
        // A script of PBS, whose first task has any number.
        "PBS_ENVIRONMENT=PBS_BATCH PBS_NODENUM=0 PBS_TASKNUM=146 PBS_NP=16",
        "SLURM_STEP_NUM_TASKS=many",
        "SLURM_STEP_NUM_TASKS=",
    })
    void aJobOfItsOwn(String environment) {
        assertThat(find(environment)).isNull();
    }

    @Test
    void theMessageNamesVariableAndRemedy() {
        assertThat(find("SLURM_STEP_NUM_TASKS=4"))
                .isEqualTo("srun of Slurm started this process as one of 4 tasks (SLURM_STEP_NUM_TASKS=4) and without"
                        + " PMIx; instead, start prterun inside the allocation, as in \"salloc -N 2"
                        + " --ntasks-per-node=4 prterun java ...\" or a script for sbatch");
    }
}
