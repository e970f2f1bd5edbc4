/* SPDX-License-Identifier: Apache-2.0
 *
 * openmp-rank: a rank in C with OpenMP and PMIx, part of OmptIT. What it does are
 * its arguments, in their order:
 *
 *   init | init-alone | finalize                         the second without a server of PMIx
 *   run COUNT THREADS | serial COUNT | nested OUTER INNER | child COUNT THREADS
 *   together STARTERS COUNT THREADS | for MS THREADS
 *   entered-init | entered-finalize | entered-again      PMIx comes, goes, or both, within a region
 *   storm ROUNDS        PMIx comes and goes while another thread has regions
 *   await COUNT         prints as many events, or those that came, since the last init
 */
#include "handlers.h"
#include "regions.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 60000, MARK = -3999 };

static int handler, mark, marks;

static void must(int status, const char *what) {
    if (status != PMIX_SUCCESS) {
        printf("%s: %s\n", what, PMIx_Error_string(status));
        exit(1);
    }
}

static void listen(void) {
    static const int codes[] = {PMIX_MODEL_DECLARED, PMIX_MODEL_RESOURCES, PMIX_OPENMP_PARALLEL_ENTERED,
                                PMIX_OPENMP_PARALLEL_EXITED};
    static const int last[] = {MARK};
    handler = handlers_register("openmp-rank", PLACE_NONE, codes, 4);
    mark = handlers_register("openmp-rank.mark", PLACE_NONE, last, 1);
    marks = 0;
}

static void print_events(int count) {
    handlers_wait(handler, count, WAIT_MS);
    /* What was sent before it comes before it. */
    must(handlers_notify(MARK, PMIX_RANGE_PROC_LOCAL, NOTIFY_NON_DEFAULT | NOTIFY_DO_NOT_CACHE, 1, 1), "mark");
    handlers_wait(mark, ++marks, WAIT_MS);
    int seen = handlers_wait(handler, 0, 0);
    for (int i = 0; i < seen; i++) {
        printf("event %s\n", handlers_seen(handler, i));
    }
    printf("events: %d\n", seen);
}

static void init(void) {
    must(handlers_init(), "init");
    listen();
}

static void init_alone(void) {
    must(handlers_init() == PMIX_ERR_UNREACH ? PMIX_SUCCESS : PMIX_ERR_EXISTS, "init without a server");
    listen();
}

static void finalize(void) {
    must(handlers_finalize(), "finalize");
    printf("initialized: %d\n", PMIx_Initialized());
}

static void again(void) {
    finalize();
    init();
}

static atomic_bool over;

static void *regions(void *been) {
    while (!atomic_load(&over)) {
        *(int *) been += regions_run(10, 2);
    }
    return NULL;
}

static void storm(int rounds) {
    pthread_t thread;
    int been = 0;
    pthread_create(&thread, NULL, regions, &been);
    for (int i = 0; i < rounds; i++) {
        init();
        handlers_wait(handler, 50, WAIT_MS);
        must(handlers_finalize(), "finalize");
        usleep(1000);
    }
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    printf("storm: %s\n", been > 0 && been % 20 == 0 ? "over" : "wrong");
}

int main(int argc, char *argv[]) {
    for (int i = 1; i < argc; i++) {
        const char *step = argv[i];
#define NUMBER atoi(argv[++i])
        if (strcmp(step, "init") == 0) {
            init();
        } else if (strcmp(step, "init-alone") == 0) {
            init_alone();
        } else if (strcmp(step, "finalize") == 0) {
            finalize();
        } else if (strcmp(step, "run") == 0) {
            int count = NUMBER;
            printf("threads: %d\n", regions_run(count, NUMBER));
        } else if (strcmp(step, "serial") == 0) {
            printf("threads: %d\n", regions_serial(NUMBER));
        } else if (strcmp(step, "nested") == 0) {
            int outer = NUMBER;
            printf("threads: %d\n", regions_nested(outer, NUMBER));
        } else if (strcmp(step, "child") == 0) {
            int count = NUMBER;
            printf("threads: %d\n", regions_in_child(count, NUMBER));
        } else if (strcmp(step, "together") == 0) {
            int starters = NUMBER, count = NUMBER;
            printf("threads: %d\n", regions_together(starters, count, NUMBER));
        } else if (strcmp(step, "for") == 0) {
            int ms = NUMBER;
            printf("regions: %d\n", regions_for(ms, NUMBER));
        } else if (strcmp(step, "entered-init") == 0) {
            printf("threads: %d\n", regions_around(2, init));
        } else if (strcmp(step, "entered-finalize") == 0) {
            printf("threads: %d\n", regions_around(2, finalize));
        } else if (strcmp(step, "entered-again") == 0) {
            printf("threads: %d\n", regions_around(2, again));
        } else if (strcmp(step, "storm") == 0) {
            storm(NUMBER);
        } else if (strcmp(step, "await") == 0) {
            print_events(NUMBER);
        } else {
            printf("no such step: %s\n", step);
            return 2;
        }
        fflush(stdout);
    }
    return 0;
}
