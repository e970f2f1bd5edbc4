/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loops OUTPUT WARMUP ITERATIONS MANY FEW RARE
 *
 * The twin of org.pmixj.bench.Loops and of loops.py: the same phases in the same order, which is in Loops. Writes
 * OUTPUT/RANK.PHASE, the nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
 */
#include "events.h"

#define PUT_KEYS 8
#define EXCHANGED 1024

static pmix_proc_t self;
static pmix_proc_t near; /* on this node */
static pmix_proc_t far;  /* on another one */
static pmix_proc_t *procs;
static uint32_t size;
static pmix_info_t optional;
static const char *put_keys[PUT_KEYS] = {"bench.put.0", "bench.put.1", "bench.put.2", "bench.put.3",
                                         "bench.put.4", "bench.put.5", "bench.put.6", "bench.put.7"};

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
    (void) iteration;
    barrier();
}

/* --- get and put ------------------------------------------------------------------------------------------------ */

/* As Pmix.get does it: what this process knows, and only otherwise what others know. */
static void get(const pmix_proc_t *proc, const char *key, int64_t wanted)
{
    pmix_value_t *value = NULL;

    if (PMIX_SUCCESS != PMIx_Get(proc, key, &optional, 1, &value)) {
        pmix_info_t timeout;
        timeout_info(&timeout);
        check("get", PMIx_Get(proc, key, &timeout, 1, &value));
    }
    if (PMIX_INT64 != value->type || wanted != value->data.int64) {
        check("value", PMIX_ERR_BAD_PARAM);
    }
    PMIx_Value_free(value, 1);
}

static void get_own(int iteration)
{
    (void) iteration;
    get(&self, "bench.get", self.rank);
}

static void get_near(int iteration)
{
    (void) iteration;
    get(&near, "bench.get", near.rank);
}

static void get_far(int iteration)
{
    (void) iteration;
    get(&far, "bench.get", far.rank);
}

static void put_number(const char *key, int64_t number)
{
    pmix_value_t value;

    PMIx_Value_construct(&value);
    value.type = PMIX_INT64;
    value.data.int64 = number;
    check("put", PMIx_Put(PMIX_GLOBAL, key, &value));
}

static void put(int iteration)
{
    put_number(put_keys[iteration % PUT_KEYS], iteration);
}

/* A key that nobody has asked for, which the server of its node has. */
static void offer(const char *key, int iteration)
{
    barrier();
    put_number(key, iteration);
    check("commit", PMIx_Commit());
    barrier();
}

static void offer_near(int iteration)
{
    char key[32];

    snprintf(key, sizeof key, "bench.near.%d", iteration);
    offer(key, iteration);
}

static void offer_far(int iteration)
{
    char key[32];

    snprintf(key, sizeof key, "bench.far.%d", iteration);
    offer(key, iteration);
}

static void ask_near(int iteration)
{
    char key[32];

    snprintf(key, sizeof key, "bench.near.%d", iteration);
    get(&near, key, iteration);
}

static void ask_far(int iteration)
{
    char key[32];

    snprintf(key, sizeof key, "bench.far.%d", iteration);
    get(&far, key, iteration);
}

static void exchange(int iteration)
{
    char data[EXCHANGED];
    pmix_value_t value;

    memset(data, iteration, sizeof data);
    PMIx_Value_construct(&value);
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = data;
    value.data.bo.size = sizeof data;
    check("put", PMIx_Put(PMIX_GLOBAL, "bench.exchange", &value));
    check("commit", PMIx_Commit());
    collect();
}

/* --- publish and lookup ----------------------------------------------------------------------------------------- */

static void directory_infos(pmix_info_t infos[2])
{
    pmix_data_range_t range = PMIX_RANGE_SESSION;

    PMIx_Info_load(&infos[0], PMIX_RANGE, &range, PMIX_DATA_RANGE);
    timeout_info(&infos[1]);
}

static void publish(const char *key, int64_t number)
{
    pmix_persistence_t persistence = PMIX_PERSIST_APP;
    pmix_info_t infos[4];

    PMIx_Info_load(&infos[0], key, &number, PMIX_INT64);
    PMIx_Info_load(&infos[1], PMIX_PERSISTENCE, &persistence, PMIX_PERSIST);
    directory_infos(&infos[2]);
    check("publish", PMIx_Publish(infos, 4));
}

static void publish_unpublish(int iteration)
{
    char key[32];
    char *keys[] = {key, NULL};
    pmix_info_t infos[2];

    snprintf(key, sizeof key, "bench.publish.%" PRIu32, self.rank);
    publish(key, iteration);
    directory_infos(infos);
    check("unpublish", PMIx_Unpublish(keys, infos, 2));
}

static void lookup(int iteration)
{
    pmix_info_t infos[2];
    pmix_pdata_t found;

    (void) iteration;
    PMIx_Pdata_construct(&found);
    snprintf(found.key, sizeof found.key, "bench.lookup.%" PRIu32, (self.rank + 1) % size);
    directory_infos(infos);
    check("lookup", PMIx_Lookup(&found, 1, infos, 2));
    if (PMIX_INT64 != found.value.type || (self.rank + 1) % size != found.value.data.int64) {
        check("value", PMIX_ERR_BAD_PARAM);
    }
    PMIx_Pdata_destruct(&found);
}

/* --- the program ------------------------------------------------------------------------------------------------ */

/* What the gets and lookups read, known to all. */
static void provide(void)
{
    char key[32];

    put_number("bench.get", self.rank);
    check("commit", PMIx_Commit());
    snprintf(key, sizeof key, "bench.lookup.%" PRIu32, self.rank);
    publish(key, self.rank);
    collect();
}

/* The next rank on this node and on another one, this rank itself where there is none. */
static void find_peers(void)
{
    pmix_proc_t all;
    pmix_value_t *value = NULL;
    bool *local = calloc(size, sizeof *local);
    char *at, *word;
    uint32_t i;

    PMIx_Load_procid(&all, self.nspace, PMIX_RANK_WILDCARD);
    check("local peers", PMIx_Get(&all, PMIX_LOCAL_PEERS, &optional, 1, &value));
    for (word = strtok_r(value->data.string, ",", &at); NULL != word; word = strtok_r(NULL, ",", &at)) {
        local[atoi(word) % size] = true;
    }
    PMIx_Value_free(value, 1);
    near = far = self;
    for (i = size - 1; i > 0; i--) {
        uint32_t rank = (self.rank + i) % size;
        PMIx_Load_procid(local[rank] ? &near : &far, self.nspace, rank);
    }
    find_pairs(&self, size, local);
    free(local);
}

int main(int argc, char **argv)
{
    bool yes = true;
    size_t i;

    if (7 != argc) {
        fprintf(stderr, "usage: loops OUTPUT WARMUP ITERATIONS MANY FEW RARE\n");
        return 2;
    }
    check("init", PMIx_Init(&self, NULL, 0));
    size = job_size(&self);
    procs = all_ranks(&self, size);
    PMIx_Info_load(&optional, PMIX_OPTIONAL, &yes, PMIX_BOOL);
    find_peers();
    provide();
    register_handler();

    int warmup = atoi(argv[2]), iterations = atoi(argv[3]);
    int count = warmup + iterations;
    int many = count * atoi(argv[4]);
    int few = warmup / atoi(argv[5]) + iterations / atoi(argv[5]);
    int rare = warmup / atoi(argv[6]) + iterations / atoi(argv[6]);
    bool has_near = near.rank != self.rank, has_far = far.rank != self.rank;
    phase_t phases[] = {
        {"group", NULL, group, count, NULL},
        {"fence", NULL, fence, count, NULL},
        {"get-own", NULL, get_own, many, NULL},
        {"get-near", NULL, has_near ? get_near : NULL, many, NULL},
        {"get-far", NULL, has_far ? get_far : NULL, many, NULL},
        {"put", NULL, put, many, NULL},
        {"ask-near", offer_near, has_near ? ask_near : NULL, few, NULL},
        {"ask-far", offer_far, has_far ? ask_far : NULL, few, NULL},
        {"exchange", NULL, exchange, few, NULL},
        {"publish", NULL, publish_unpublish, count, NULL},
        {"lookup", NULL, lookup, count, NULL},
        {"event-self", NULL, event_self, count, NULL},
        {"event-near", answers(&near_pair) ? answer_near : NULL, asks(&near_pair) ? ask_near_pair : NULL, rare, NULL},
        {"event-far", answers(&far_pair) ? answer_far : NULL, asks(&far_pair) ? ask_far_pair : NULL, rare, NULL},
        {"clock", NULL, nothing, many, NULL},
    };
    for (i = 0; i < sizeof phases / sizeof *phases; i++) {
        measure(&phases[i]);
    }
    barrier();
    for (i = 0; i < sizeof phases / sizeof *phases; i++) {
        save(argv[1], self.rank, &phases[i]);
    }
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
