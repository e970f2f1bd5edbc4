/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a process, this makes its time of day ten minutes later. Other clocks stay as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

#define SHIFT_SECONDS 600

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (NULL == real) {
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }
    int status = real(clock, now);
    if (0 == status && CLOCK_REALTIME == clock) {
        now->tv_sec += SHIFT_SECONDS;
    }
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    int status = clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return status;
}

time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (NULL != to) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}
