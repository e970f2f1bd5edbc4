/* SPDX-License-Identifier: Apache-2.0
 *
 * model-library: a library that declares its programming model, in the process
 * of a Java program, as Open MPI does. ModelsIT loads it.
 */
#include <pmix.h>
#include <stdint.h>

static pmix_proc_t self;

/* A session of the library's own. */
int model_init(const char *model, const char *name, const char *version, const char *threading) {
    pmix_info_t infos[4];
    PMIx_Info_load(&infos[0], PMIX_PROGRAMMING_MODEL, model, PMIX_STRING);
    PMIx_Info_load(&infos[1], PMIX_MODEL_LIBRARY_NAME, name, PMIX_STRING);
    PMIx_Info_load(&infos[2], PMIX_MODEL_LIBRARY_VERSION, version, PMIX_STRING);
    PMIx_Info_load(&infos[3], PMIX_THREADING_MODEL, threading, PMIX_STRING);
    int status = PMIx_Init(&self, infos, 4);
    for (int i = 0; i < 4; i++) {
        PMIx_Info_destruct(&infos[i]);
    }
    return status;
}

/* As a library would that takes the attributes of what it uses for those of PMIx_Init, too. */
int model_init_with(const char *model, uint64_t threads, uint64_t cpus, const char *cpu_type, const char *affinity) {
    pmix_info_t infos[5];
    PMIx_Info_load(&infos[0], PMIX_PROGRAMMING_MODEL, model, PMIX_STRING);
    PMIx_Info_load(&infos[1], PMIX_MODEL_NUM_THREADS, &threads, PMIX_UINT64);
    PMIx_Info_load(&infos[2], PMIX_MODEL_NUM_CPUS, &cpus, PMIX_UINT64);
    PMIx_Info_load(&infos[3], PMIX_MODEL_CPU_TYPE, cpu_type, PMIX_STRING);
    PMIx_Info_load(&infos[4], PMIX_MODEL_AFFINITY_POLICY, affinity, PMIX_STRING);
    int status = PMIx_Init(&self, infos, 5);
    for (int i = 0; i < 5; i++) {
        PMIx_Info_destruct(&infos[i]);
    }
    return status;
}

int model_finalize(void) {
    return PMIx_Finalize(NULL, 0);
}

/* Tells this process that the model uses something else now; in a process of several models it names itself. */
int model_uses(const char *model, uint64_t threads, uint64_t cpus, const char *cpu_type, const char *affinity) {
    pmix_info_t infos[6];
    bool yes = true;
    PMIx_Info_load(&infos[0], PMIX_PROGRAMMING_MODEL, model, PMIX_STRING);
    PMIx_Info_load(&infos[1], PMIX_MODEL_NUM_THREADS, &threads, PMIX_UINT64);
    PMIx_Info_load(&infos[2], PMIX_MODEL_NUM_CPUS, &cpus, PMIX_UINT64);
    PMIx_Info_load(&infos[3], PMIX_MODEL_CPU_TYPE, cpu_type, PMIX_STRING);
    PMIx_Info_load(&infos[4], PMIX_MODEL_AFFINITY_POLICY, affinity, PMIX_STRING);
    PMIx_Info_load(&infos[5], PMIX_EVENT_NON_DEFAULT, &yes, PMIX_BOOL);
    int status = PMIx_Notify_event(PMIX_MODEL_RESOURCES, &self, PMIX_RANGE_PROC_LOCAL, infos, 6, NULL, NULL);
    for (int i = 0; i < 6; i++) {
        PMIx_Info_destruct(&infos[i]);
    }
    return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}
