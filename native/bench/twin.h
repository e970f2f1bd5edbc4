/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmark programs share: failing in one way, and the arguments the Java layer passes. */
#ifndef PMIXJ_BENCH_TWIN_H
#define PMIXJ_BENCH_TWIN_H

#include <pmix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rank that gives up takes the job with it: its peers would wait in the next collective. */
static inline void check(const char *what, pmix_status_t status)
{
    if (PMIX_SUCCESS != status && PMIX_OPERATION_SUCCEEDED != status) {
        fprintf(stderr, "bench: %s: %s\n", what, PMIx_Error_string(status));
        PMIx_Abort(1, "benchmark failed", NULL, 0);
        exit(1);
    }
}

/* Pmix's default timeout, which the Java layer hands to libpmix with every collective. */
static int timeout_seconds = 60;

static inline void timeout_info(pmix_info_t *info)
{
    PMIx_Info_load(info, PMIX_TIMEOUT, &timeout_seconds, PMIX_INT);
}

static inline uint32_t job_size(const pmix_proc_t *self)
{
    pmix_proc_t all;
    pmix_info_t optional;
    pmix_value_t *value = NULL;
    bool yes = true;
    uint32_t size;

    PMIx_Load_procid(&all, self->nspace, PMIX_RANK_WILDCARD);
    PMIx_Info_load(&optional, PMIX_OPTIONAL, &yes, PMIX_BOOL);
    check("job size", PMIx_Get(&all, PMIX_JOB_SIZE, &optional, 1, &value));
    size = value->data.uint32;
    PMIx_Value_free(value, 1);
    return size;
}

/* Every rank by name, not the wildcard: so does Job.members(). */
static inline pmix_proc_t *all_ranks(const pmix_proc_t *self, uint32_t size)
{
    pmix_proc_t *procs = calloc(size, sizeof *procs);
    uint32_t rank;

    if (NULL == procs) {
        check("memory", PMIX_ERR_NOMEM);
    }
    for (rank = 0; rank < size; rank++) {
        PMIx_Load_procid(&procs[rank], self->nspace, rank);
    }
    return procs;
}

static inline void barrier(void)
{
    pmix_info_t timeout;

    timeout_info(&timeout);
    check("fence", PMIx_Fence(NULL, 0, &timeout, 1));
}

/* A fence after which all have what all have committed. */
static inline void collect(void)
{
    pmix_info_t infos[2];
    bool yes = true;

    timeout_info(&infos[0]);
    PMIx_Info_load(&infos[1], PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
    check("fence", PMIx_Fence(NULL, 0, infos, 2));
}

/* Whether a group gets a context id: before 7.0 a construct without one fails. */
enum { ASSIGNED = PMIX_VERSION_MAJOR < 7 };

static inline void construct(const char *id, const pmix_proc_t *procs, uint32_t size)
{
    pmix_info_t infos[2], *results = NULL;
    bool assigns = true;
    size_t count = 0;

    timeout_info(&infos[0]);
    PMIx_Info_load(&infos[1], PMIX_GROUP_ASSIGN_CONTEXT_ID, &assigns, PMIX_BOOL);
    check("construct", PMIx_Group_construct(id, procs, size, infos, ASSIGNED ? 2 : 1, &results, &count));
    if (NULL != results) {
        PMIx_Info_free(results, count);
    }
}

static inline void destruct(const char *id)
{
    pmix_info_t timeout;

    timeout_info(&timeout);
    check("destruct", PMIx_Group_destruct(id, &timeout, 1));
}

#endif
