/* SPDX-License-Identifier: Apache-2.0
 *
 * host-connect: a process in C, with libpmix alone, that the host connects with the processes of a job in Java: a rank of
 * ConnectWithCIT. "host-connect NSPACE SIZE" connects with that job, whose processes come first. "host-connect -- COMMAND
 * ARGUMENT..." spawns the other job, which gets the namespace and size of this one as its last arguments.
 */
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 60, MOST = 16, CHILDREN = 2 };

static pmix_proc_t me, procs[MOST];
static size_t nprocs;
static pmix_info_t limit;

static void check(const char *what, pmix_status_t status) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        printf("host-connect: %s: %s\n", what, PMIx_Error_string(status));
        exit(1);
    }
}

static unsigned size_of(const char *nspace) {
    pmix_proc_t all;
    pmix_value_t *value;
    unsigned size;
    PMIX_LOAD_PROCID(&all, nspace, PMIX_RANK_WILDCARD);
    check("size", PMIx_Get(&all, PMIX_JOB_SIZE, &limit, 1, &value));
    size = value->data.uint32;
    PMIX_VALUE_RELEASE(value);
    return size;
}

static void add(const char *nspace, unsigned size) {
    for (unsigned rank = 0; rank < size && nprocs < MOST; rank++) {
        PMIX_LOAD_PROCID(&procs[nprocs], nspace, rank);
        nprocs++;
    }
}

/* Rank 0 spawns a job, and puts its namespace for the others. */
static void spawn(int argc, char **argv, char *child) {
    pmix_proc_t all, first;
    pmix_value_t *value, given;
    PMIX_LOAD_PROCID(&all, me.nspace, PMIX_RANK_WILDCARD);
    PMIX_LOAD_PROCID(&first, me.nspace, 0);
    if (me.rank == 0) {
        char size[16];
        pmix_app_t app;
        pmix_info_t map;
        snprintf(size, sizeof(size), "%u", size_of(me.nspace));
        PMIX_APP_CONSTRUCT(&app);
        app.cmd = strdup(argv[0]);
        for (int i = 0; i < argc; i++) {
            PMIx_Argv_append_nosize(&app.argv, argv[i]);
        }
        PMIx_Argv_append_nosize(&app.argv, me.nspace);
        PMIx_Argv_append_nosize(&app.argv, size);
        app.maxprocs = CHILDREN;
        PMIX_INFO_LOAD(&map, PMIX_MAPBY, "node:OVERSUBSCRIBE", PMIX_STRING);
        check("spawn", PMIx_Spawn(&map, 1, &app, 1, child));
        PMIX_APP_DESTRUCT(&app);
        PMIX_INFO_DESTRUCT(&map);
        given.type = PMIX_STRING;
        given.data.string = child;
        check("put", PMIx_Put(PMIX_GLOBAL, "it.child", &given));
        check("commit", PMIx_Commit());
    }
    check("fence", PMIx_Fence(&all, 1, &limit, 1));
    check("get", PMIx_Get(&first, "it.child", &limit, 1, &value));
    snprintf(child, PMIX_MAX_NSLEN + 1, "%s", value->data.string);
    PMIX_VALUE_RELEASE(value);
}

int main(int argc, char **argv) {
    int seconds = SECONDS;
    char other[PMIX_MAX_NSLEN + 1];
    pmix_info_t *results = NULL;
    size_t nresults = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 3) {
        printf("host-connect: give NSPACE SIZE, or -- COMMAND\n");
        return 2;
    }
    check("init", PMIx_Init(&me, NULL, 0));
    PMIX_INFO_LOAD(&limit, PMIX_TIMEOUT, &seconds, PMIX_INT);
    if (strcmp(argv[1], "--") == 0) {
        spawn(argc - 2, argv + 2, other);
        add(me.nspace, size_of(me.nspace));
        add(other, CHILDREN);
    } else {
        snprintf(other, sizeof(other), "%s", argv[1]);
        add(other, (unsigned) atoi(argv[2]));
        add(me.nspace, size_of(me.nspace));
    }

    check("connect", PMIx_Connect(procs, nprocs, &limit, 1));
    printf("c %u: one of %zu\n", me.rank, nprocs);
    check("disconnect", PMIx_Disconnect(procs, nprocs, &limit, 1));
    check("construct", PMIx_Group_construct("it-host", procs, nprocs, &limit, 1, &results, &nresults));
    check("destruct", PMIx_Group_destruct("it-host", &limit, 1));
    printf("c %u: done\n", me.rank);
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
