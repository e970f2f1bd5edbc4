/* SPDX-License-Identifier: Apache-2.0
 *
 * regions: OpenMP parallel regions of a known number. OmptIT loads it as a library;
 * openmp-rank.c and openmp-alone.c are programs that are built with it.
 */
#define _GNU_SOURCE
#include "regions.h"
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int regions_run(int count, int threads) {
    int been = 0;
    for (int i = 0; i < count; i++) {
#pragma omp parallel num_threads(threads) reduction(+ : been)
        been++;
    }
    return been;
}

int regions_serial(int count) {
    int been = 0;
    for (int i = 0; i < count; i++) {
#pragma omp parallel if (0) reduction(+ : been)
        been++;
    }
    return been;
}

/* One region, and one in each of its threads. */
int regions_nested(int outer, int inner) {
    int been = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(outer) reduction(+ : been)
    {
        been++;
#pragma omp parallel num_threads(inner) reduction(+ : been)
        been++;
    }
    return been;
}

static int together_count, together_threads;

static void *starter(void *been) {
    *(int *) been = regions_run(together_count, together_threads);
    return NULL;
}

/* Threads that are not OpenMP's own, each with regions of its own. */
int regions_together(int starters, int count, int threads) {
    pthread_t *ids = calloc(starters, sizeof(*ids));
    int *been = calloc(starters, sizeof(*been)), all = 0;
    together_count = count;
    together_threads = threads;
    for (int i = 0; i < starters; i++) {
        pthread_create(&ids[i], NULL, starter, &been[i]);
    }
    for (int i = 0; i < starters; i++) {
        pthread_join(ids[i], NULL);
        all += been[i];
    }
    free(ids);
    free(been);
    return all;
}

/* Something happens in the region's first thread. */
int regions_around(int threads, void (*inside)(void)) {
    int been = 0;
#pragma omp parallel num_threads(threads) reduction(+ : been)
    {
        been++;
        if (omp_get_thread_num() == 0) {
            inside();
        }
    }
    return been;
}

int regions_in_child(int count, int threads) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        exit(regions_run(count, threads));
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int regions_for(int ms, int threads) {
    double end = now_ns() + ms * 1e6;
    int count = 0;
    while (now_ns() < end) {
        regions_run(1, threads);
        count++;
    }
    return count;
}
