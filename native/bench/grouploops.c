/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grouploops OUTPUT WARMUP ITERATIONS FEW
 *
 * The twin of org.pmixj.bench.GroupLoops: a group of all ranks is constructed and destructed again and again, and, a
 * FEWth as often or never if that is 0, rank 0 invites all others. In between, all compute the largest of their numbers,
 * a tenth as often: put, commit, a fence that collects, and a get for each rank. Writes OUTPUT/RANK.PHASE, the
 * nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
 */
#include "phase.h"

#include <pthread.h>

static pmix_proc_t self;
static pmix_proc_t *procs;
static uint32_t size;

static void group(int iteration)
{
    char id[32];

    snprintf(id, sizeof id, "bench-%d", iteration);
    construct(id, procs, size);
    destruct(id);
}

/* --- a reduction ------------------------------------------------------------------------------------------------ */

enum { TENTH = 10 };

/* Each has a key of its own, since a get may return what it has got before. */
static void reduce(int iteration)
{
    pmix_value_t number = {.type = PMIX_INT64}, *got;
    char key[32];
    int64_t largest = 0;
    uint32_t rank;

    snprintf(key, sizeof key, "bench.reduce.%d", iteration);
    number.data.int64 = (int64_t) self.rank + iteration;
    check("put", PMIx_Put(PMIX_GLOBAL, key, &number));
    check("commit", PMIx_Commit());
    collect();
    for (rank = 0; rank < size; rank++) {
        got = NULL;
        check("get", PMIx_Get(&procs[rank], key, NULL, 0, &got));
        largest = got->data.int64 > largest ? got->data.int64 : largest;
        PMIx_Value_free(got, 1);
    }
    if ((int64_t) size - 1 + iteration != largest) {
        check("largest", PMIX_ERROR);
    }
}

/* --- invitations ------------------------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int joined;

static void has_joined(pmix_status_t status, pmix_info_t *infos, size_t count, void *cbdata,
                       pmix_release_cbfunc_t release, void *release_cbdata)
{
    (void) infos, (void) count, (void) cbdata;
    check("join", status);
    if (NULL != release) {
        release(release_cbdata);
    }
    pthread_mutex_lock(&lock);
    joined++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void invited(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
                    pmix_info_t *results, size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *cbdata)
{
    size_t i;

    (void) handler, (void) code, (void) results, (void) result_count;
    /* The one who invites is told of it, too. */
    for (i = 0; i < count && !PMIX_CHECK_PROCID(source, &self); i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID)) {
            check("join", PMIx_Group_join_nb(infos[i].value.data.string, source, PMIX_GROUP_ACCEPT, NULL, 0, has_joined,
                                             NULL));
        }
    }
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

static void end_last(int iteration)
{
    char id[32];

    if (iteration > 0) {
        snprintf(id, sizeof id, "bench-invited-%d", iteration - 1);
        destruct(id);
    }
}

/* All are ready, and the last group is no more; those who are invited wait for the end of it here. */
static void prepare_invite(int iteration)
{
    end_last(iteration);
    barrier();
    if (0 != self.rank) {
        pthread_mutex_lock(&lock);
        while (joined <= iteration) {
            pthread_cond_wait(&changed, &lock);
        }
        pthread_mutex_unlock(&lock);
    }
}

static void invite(int iteration)
{
    pmix_info_t timeout, *results = NULL;
    size_t count = 0;
    char id[32];

    snprintf(id, sizeof id, "bench-invited-%d", iteration);
    timeout_info(&timeout);
    check("invite", PMIx_Group_invite(id, procs, size, &timeout, 1, &results, &count));
    if (NULL != results) {
        PMIx_Info_free(results, count);
    }
}

/* --- the program ------------------------------------------------------------------------------------------------ */

int main(int argc, char **argv)
{
    pmix_status_t code = PMIX_GROUP_INVITED;

    if (5 != argc) {
        fprintf(stderr, "usage: grouploops OUTPUT WARMUP ITERATIONS FEW\n");
        return 2;
    }
    check("init", PMIx_Init(&self, NULL, 0));
    size = job_size(&self);
    procs = all_ranks(&self, size);
    if (PMIx_Register_event_handler(&code, 1, NULL, 0, invited, NULL, NULL) < 0) {
        check("handler", PMIX_ERROR);
    }

    /* Before 7.0 the invited are not notified that the group is complete. */
    int warmup = atoi(argv[2]), iterations = atoi(argv[3]), few = ASSIGNED ? 0 : atoi(argv[4]);
    phase_t constructs = {"group", NULL, group, warmup + iterations, NULL};
    phase_t invites = {"invite", prepare_invite, 0 == self.rank ? invite : NULL,
                       0 == few ? 0 : warmup / few + iterations / few, NULL};
    phase_t reductions = {"reduce", NULL, reduce, warmup / TENTH + iterations / TENTH, NULL};
    measure(&constructs);
    measure(&reductions);
    if (0 != few) {
        measure(&invites);
        end_last(invites.count);
    }
    barrier();
    save(argv[1], self.rank, &constructs);
    save(argv[1], self.rank, &reductions);
    if (0 != few) {
        save(argv[1], self.rank, &invites);
    }
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
