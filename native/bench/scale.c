/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scale OUTPUT ROUNDS SECONDS
 *
 * The twin of org.pmixj.bench.Scale: a group of all ranks is constructed, passes a fence, exchanges a number of each
 * member, receives an event of rank 0, and is destructed, ROUNDS times. The exchange is what a program in C would do:
 * put, commit, a fence that collects, and a get for each member. SECONDS is the timeout of an operation.
 *
 * Writes OUTPUT/RANK.scale, with three 64-bit numbers, in nanoseconds, for the init, for each operation of each round
 * and for the finalize: its begin and its end by the monotonic clock, and the CPU time of the process in between. Writes
 * OUTPUT/RANK.memory, the process's /proc/self/smaps_rollup in the first round.
 */
#include "events.h"
#include "memory.h"

static uint32_t size;
static pmix_proc_t *procs;
static char id[32];
static int round_;
static FILE *output;

static int64_t cpu_now(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static void record(int64_t begin, int64_t cpu)
{
    int64_t numbers[3] = {begin, now(), cpu_now() - cpu};

    if (1 != fwrite(numbers, sizeof numbers, 1, output)) {
        check("output", PMIX_ERROR);
    }
}

static void measured(void (*operation)(void))
{
    int64_t begin = now(), cpu = cpu_now();

    operation();
    record(begin, cpu);
}

static void construct_all(void)
{
    construct(id, procs, size);
}

static void fence_all(bool collects)
{
    pmix_info_t infos[2];

    timeout_info(&infos[0]);
    PMIx_Info_load(&infos[1], PMIX_COLLECT_DATA, &collects, PMIX_BOOL);
    check("fence", PMIx_Fence(procs, size, infos, 2));
}

static void fence_group(void)
{
    fence_all(true);
}

static void exchange(void)
{
    pmix_value_t number = {.type = PMIX_INT32}, *got;
    char key[32];
    uint32_t rank;

    snprintf(key, sizeof key, "bench.%d", round_);
    number.data.int32 = (int32_t) me.rank;
    check("put", PMIx_Put(PMIX_GLOBAL, key, &number));
    check("commit", PMIx_Commit());
    fence_all(true);
    for (rank = 0; rank < size; rank++) {
        got = NULL;
        check("get", PMIx_Get(&procs[rank], key, NULL, 0, &got));
        if (PMIX_INT32 != got->type || (int32_t) rank != got->data.int32) {
            check("value", PMIX_ERROR);
        }
        PMIx_Value_free(got, 1);
    }
}

static void event(void)
{
    if (0 == me.rank) {
        notify_all(round_, procs, size);
    }
    await(round_);
}

static void destruct_all(void)
{
    destruct(id);
}

int main(int argc, char **argv)
{
    int64_t begin = now();
    int rounds;
    char name[4096];

    if (4 != argc) {
        fprintf(stderr, "usage: scale OUTPUT ROUNDS SECONDS\n");
        return 2;
    }
    rounds = atoi(argv[2]);
    timeout_seconds = atoi(argv[3]);
    check("init", PMIx_Init(&me, NULL, 0));
    size = job_size(&me);
    procs = all_ranks(&me, size);
    register_handler();
    snprintf(name, sizeof name, "%s/%u.scale", argv[1], me.rank);
    output = fopen(name, "wb");
    if (NULL == output) {
        perror(name);
        check("output", PMIX_ERROR);
    }
    record(begin, 0);
    for (round_ = 0; round_ < rounds; round_++) {
        snprintf(id, sizeof id, "bench-%d", round_);
        measured(construct_all);
        measured(fence_group);
        measured(exchange);
        if (0 == round_) {
            save_memory(argv[1], me.rank);
        }
        measured(event);
        measured(destruct_all);
    }
    int64_t last = now(), cpu = cpu_now();
    check("finalize", PMIx_Finalize(NULL, 0));
    record(last, cpu);
    return 0 == fclose(output) ? 0 : 1;
}
