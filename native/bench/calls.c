/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts the calls of libpmix's functions that may send a message to the server, and the bytes that pass over the
 * connection. The blocking functions call the non-blocking ones, except PMIx_Get; so the non-blocking ones and PMIx_Get
 * are counted. This file is a library that Java loads in the place of libpmix (pmixj.library), and a part of scale.c. On
 * PMIx_Finalize it writes $PMIXJ_BENCH_CALLS/RANK.calls, with lines of a name and a number. Without the variable it does
 * nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pmix.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

/* The kernel's struct; that of the C library lacks the bytes. */
struct connection {
    uint8_t bytes[8];
    uint32_t numbers[24];
    uint64_t pacing_rate, max_pacing_rate, bytes_acked, bytes_received;
    uint32_t segs_out, segs_in, notsent_bytes, min_rtt, data_segs_in, data_segs_out;
};

#define FUNCTIONS(F)                                                                                                   \
    F(Commit, (void), ())                                                                                              \
    F(Fence_nb, (const pmix_proc_t *a, size_t b, const pmix_info_t *c, size_t d, pmix_op_cbfunc_t e, void *f),         \
      (a, b, c, d, e, f))                                                                                              \
    F(Get, (const pmix_proc_t *a, const char *b, const pmix_info_t *c, size_t d, pmix_value_t **e), (a, b, c, d, e))   \
    F(Get_nb, (const pmix_proc_t *a, const char *b, const pmix_info_t *c, size_t d, pmix_value_cbfunc_t e, void *f),   \
      (a, b, c, d, e, f))                                                                                              \
    F(Publish_nb, (const pmix_info_t *a, size_t b, pmix_op_cbfunc_t c, void *d), (a, b, c, d))                         \
    F(Lookup_nb, (char **a, const pmix_info_t *b, size_t c, pmix_lookup_cbfunc_t d, void *e), (a, b, c, d, e))         \
    F(Unpublish_nb, (char **a, const pmix_info_t *b, size_t c, pmix_op_cbfunc_t d, void *e), (a, b, c, d, e))          \
    F(Query_info_nb, (pmix_query_t *a, size_t b, pmix_info_cbfunc_t c, void *d), (a, b, c, d))                         \
    F(Register_event_handler,                                                                                          \
      (pmix_status_t *a, size_t b, pmix_info_t *c, size_t d, pmix_notification_fn_t e, pmix_hdlr_reg_cbfunc_t f,       \
       void *g),                                                                                                       \
      (a, b, c, d, e, f, g))                                                                                           \
    F(Notify_event,                                                                                                    \
      (pmix_status_t a, const pmix_proc_t *b, pmix_data_range_t c, const pmix_info_t *d, size_t e, pmix_op_cbfunc_t f, \
       void *g),                                                                                                       \
      (a, b, c, d, e, f, g))                                                                                           \
    F(Group_construct_nb,                                                                                              \
      (const char *a, const pmix_proc_t *b, size_t c, const pmix_info_t *d, size_t e, pmix_info_cbfunc_t f, void *g),  \
      (a, b, c, d, e, f, g))                                                                                           \
    F(Group_destruct_nb, (const char *a, const pmix_info_t *b, size_t c, pmix_op_cbfunc_t d, void *e),                 \
      (a, b, c, d, e))                                                                                                 \
    F(Group_leave_nb, (const char *a, const pmix_info_t *b, size_t c, pmix_op_cbfunc_t d, void *e), (a, b, c, d, e))

#define NUMBER(name, parameters, arguments) NUMBER_##name,
enum { FUNCTIONS(NUMBER) NUMBER_COUNT };

#define NAME(name, parameters, arguments) #name,
static const char *const names[] = {FUNCTIONS(NAME)};

static atomic_long calls[NUMBER_COUNT];

#define FUNCTION(name, parameters, arguments)                                                                          \
    PMIX_EXPORT pmix_status_t PMIx_##name parameters                                                                   \
    {                                                                                                                  \
        static pmix_status_t(*_Atomic next) parameters;                                                                \
        if (NULL == next) {                                                                                            \
            next = (pmix_status_t(*) parameters) dlsym(RTLD_NEXT, "PMIx_" #name);                                      \
        }                                                                                                              \
        atomic_fetch_add(&calls[NUMBER_##name], 1);                                                                    \
        return next arguments;                                                                                         \
    }
FUNCTIONS(FUNCTION)

/* The connection to the server is the only one to a peer. */
static int find_connection(struct connection *found)
{
    struct sockaddr_storage peer;
    int fd;

    for (fd = 0; fd < 1024; fd++) {
        socklen_t length = sizeof peer, size = sizeof *found;
        if (0 == getpeername(fd, (struct sockaddr *) &peer, &length)
            && (AF_INET == peer.ss_family || AF_INET6 == peer.ss_family)
            && 0 == getsockopt(fd, IPPROTO_TCP, TCP_INFO, found, &size)) {
            return 1;
        }
    }
    return 0;
}

PMIX_EXPORT pmix_status_t PMIx_Finalize(const pmix_info_t info[], size_t count)
{
    pmix_status_t (*next)(const pmix_info_t *, size_t) = dlsym(RTLD_NEXT, "PMIx_Finalize");
    const char *folder = getenv("PMIXJ_BENCH_CALLS"), *rank = getenv("PMIX_RANK");
    struct connection connection = {0};
    char name[4096];
    FILE *file;
    int i;

    if (NULL != folder && NULL != rank && find_connection(&connection)) {
        snprintf(name, sizeof name, "%s/%s.calls", folder, rank);
        file = fopen(name, "w");
        if (NULL == file) {
            perror(name);
            exit(1);
        }
        for (i = 0; i < NUMBER_COUNT; i++) {
            fprintf(file, "%s %ld\n", names[i], (long) calls[i]);
        }
        fprintf(file, "segments-sent %u\nsegments-received %u\nbytes-sent %llu\nbytes-received %llu\n",
                connection.data_segs_out, connection.data_segs_in, (unsigned long long) connection.bytes_acked,
                (unsigned long long) connection.bytes_received);
        fclose(file);
    }
    return next(info, count);
}
