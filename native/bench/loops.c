/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops OUTPUT WARMUP ITERATIONS LOCAL-FACTOR
 *
 * The twin of org.pmixj.bench.Loops: the same phases in the same order. Writes OUTPUT/RANK.PHASE, the nanoseconds of
 * every iteration, the warm-up's first, as 64-bit numbers.
 */
#include "twin.h"

#include <inttypes.h>
#include <time.h>

#define PUT_KEYS 8

static pmix_proc_t self;
static pmix_proc_t peer;
static pmix_proc_t *procs;
static uint32_t size;
static pmix_info_t optional;
static const char *put_keys[PUT_KEYS] = {"bench.put.0", "bench.put.1", "bench.put.2", "bench.put.3",
                                         "bench.put.4", "bench.put.5", "bench.put.6", "bench.put.7"};

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void nothing(int iteration)
{
    (void) iteration;
}

static void group(int iteration)
{
    char id[32];

    snprintf(id, sizeof id, "bench-%d", iteration);
    construct(id, procs, size);
    destruct(id);
}

static void fence(int iteration)
{
    pmix_info_t timeout;

    (void) iteration;
    timeout_info(&timeout);
    check("fence", PMIx_Fence(NULL, 0, &timeout, 1));
}

/* As Pmix.get does it: what this process knows, and only otherwise what others know, which the first get of a peer does. */
static void get(const pmix_proc_t *proc)
{
    pmix_value_t *value = NULL;

    if (PMIX_SUCCESS != PMIx_Get(proc, "bench.get", &optional, 1, &value)) {
        pmix_info_t timeout;
        timeout_info(&timeout);
        check("get", PMIx_Get(proc, "bench.get", &timeout, 1, &value));
    }
    if (PMIX_INT64 != value->type || (int64_t) proc->rank != value->data.int64) {
        check("value", PMIX_ERR_BAD_PARAM);
    }
    PMIx_Value_free(value, 1);
}

static void get_own(int iteration)
{
    (void) iteration;
    get(&self);
}

static void get_peer(int iteration)
{
    (void) iteration;
    get(&peer);
}

static void put(int iteration)
{
    pmix_value_t value;

    PMIx_Value_construct(&value);
    value.type = PMIX_INT64;
    value.data.int64 = iteration;
    check("put", PMIx_Put(PMIX_GLOBAL, put_keys[iteration % PUT_KEYS], &value));
}

/* The key that the gets read, known to all. */
static void publish(void)
{
    pmix_value_t value;
    pmix_info_t infos[2];
    bool yes = true;

    PMIx_Value_construct(&value);
    value.type = PMIX_INT64;
    value.data.int64 = self.rank;
    check("put", PMIx_Put(PMIX_GLOBAL, "bench.get", &value));
    check("commit", PMIx_Commit());
    timeout_info(&infos[0]);
    PMIx_Info_load(&infos[1], PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
    check("fence", PMIx_Fence(NULL, 0, infos, 2));
}

typedef struct {
    const char *name;
    void (*run)(int iteration);
    int count;
    int64_t *samples;
} phase_t;

static void measure(phase_t *phase)
{
    int i;

    /* Touched before it is measured. */
    phase->samples = malloc(phase->count * sizeof *phase->samples);
    if (NULL == phase->samples) {
        check("memory", PMIX_ERR_NOMEM);
    }
    memset(phase->samples, 0, phase->count * sizeof *phase->samples);
    fence(0);
    for (i = 0; i < phase->count; i++) {
        int64_t begin = now();
        phase->run(i);
        phase->samples[i] = now() - begin;
    }
}

static void save(const char *directory, const phase_t *phase)
{
    char name[4096];
    FILE *file;

    snprintf(name, sizeof name, "%s/%" PRIu32 ".%s", directory, self.rank, phase->name);
    file = fopen(name, "wb");
    if (NULL == file || (size_t) phase->count != fwrite(phase->samples, sizeof *phase->samples, phase->count, file)
        || 0 != fclose(file)) {
        perror(name);
        check("output", PMIX_ERROR);
    }
}

int main(int argc, char **argv)
{
    bool yes = true;
    size_t i;

    if (5 != argc) {
        fprintf(stderr, "usage: loops OUTPUT WARMUP ITERATIONS LOCAL-FACTOR\n");
        return 2;
    }
    int count = atoi(argv[2]) + atoi(argv[3]);
    int local = count * atoi(argv[4]);
    phase_t phases[] = {
        {"group", group, count, NULL},       {"fence", fence, count, NULL}, {"get-own", get_own, local, NULL},
        {"get-peer", get_peer, local, NULL}, {"put", put, local, NULL},     {"clock", nothing, local, NULL},
    };

    check("init", PMIx_Init(&self, NULL, 0));
    size = job_size(&self);
    procs = all_ranks(&self, size);
    PMIx_Load_procid(&peer, self.nspace, (self.rank + 1) % size);
    PMIx_Info_load(&optional, PMIX_OPTIONAL, &yes, PMIX_BOOL);
    publish();
    for (i = 0; i < sizeof phases / sizeof *phases; i++) {
        measure(&phases[i]);
    }
    check("commit", PMIx_Commit());
    /* Nobody writes while another one measures. */
    fence(0);
    for (i = 0; i < sizeof phases / sizeof *phases; i++) {
        save(argv[1], &phases[i]);
    }
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
