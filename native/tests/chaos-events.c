/* SPDX-License-Identifier: Apache-2.0
 *
 * chaos-events END SECONDS SEED RANKS: a rank in C of ChaosIT. It sends events with
 * random codes, ranges and infos to the other ranks, of which there are RANKS, until
 * the file END exists, or for SECONDS. It leaves out what reports the end of a
 * process, of a job or of a connection, which others believe.
 */
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INFOS = 6, MOST_TEXT = 300, MOST_PAUSE_MICROSECONDS = 200000 };

static pmix_proc_t me;
static unsigned ranks;
static unsigned long long state;

/* xorshift64* */
static unsigned below(unsigned limit) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned) ((state * 0x2545F4914F6CDD1DULL) >> 33) % limit;
}

static int is_believed(pmix_status_t code) {
    switch (code) {
    case PMIX_ERR_PROC_ABORTED:
    case PMIX_ERR_PROC_ABORTING:
    case PMIX_ERR_PROC_REQUESTED_ABORT:
    case PMIX_PROC_TERMINATED:
    case PMIX_ERR_LOST_CONNECTION:
    case PMIX_ERR_LOST_CONNECTION_TO_SERVER:
    case PMIX_ERR_LOST_PEER_CONNECTION:
    case PMIX_ERR_LOST_CONNECTION_TO_CLIENT:
    case PMIX_ERR_UNREACH:
    case PMIX_ERR_JOB_WDIR_NOT_ACCESSIBLE:
    case PMIX_EVENT_JOB_END:
        return 1;
    default:
        /* The ends of jobs, of sessions, of nodes and of processes. */
        return (code <= -177 && code >= -204) || (code <= -230 && code >= -400) || code <= -400;
    }
}

static pmix_status_t random_code(void) {
    /* Those of applications. */
    if (below(2) == 0) {
        return PMIX_EXTERNAL_ERR_BASE - 1 - (pmix_status_t) below(999);
    }
    for (;;) {
        pmix_status_t code = -1 - (pmix_status_t) below(410);
        if (!is_believed(code)) {
            return code;
        }
    }
}

static pmix_proc_t random_proc(void) {
    pmix_proc_t proc = me;
    proc.rank = below(ranks);
    return proc;
}

static void random_text(char *text) {
    unsigned length = below(MOST_TEXT);
    for (unsigned i = 0; i < length; i++) {
        text[i] = (char) (1 + below(255));
    }
    text[length] = '\0';
}

static void load_value(pmix_info_t *info, const char *key) {
    char text[MOST_TEXT + 1];
    int number = (int) below(1u << 30) - (1 << 29);
    double real = number / 7.0;
    bool flag = number & 1;
    pmix_proc_t proc = random_proc();
    random_text(text);
    switch (below(6)) {
    case 0: PMIX_INFO_LOAD(info, key, text, PMIX_STRING); break;
    case 1: PMIX_INFO_LOAD(info, key, &number, PMIX_INT32); break;
    case 2: PMIX_INFO_LOAD(info, key, &real, PMIX_DOUBLE); break;
    case 3: PMIX_INFO_LOAD(info, key, &flag, PMIX_BOOL); break;
    case 4: PMIX_INFO_LOAD(info, key, &proc, PMIX_PROC); break;
    default: {
        pmix_byte_object_t bytes = {text, strlen(text)};
        PMIX_INFO_LOAD(info, key, &bytes, PMIX_BYTE_OBJECT);
    }
    }
}

static void load_random(pmix_info_t *info) {
    char text[MOST_TEXT + 1];
    pmix_proc_t proc = me;
    int number = (int) below(200);
    switch (below(7)) {
    case 0:
        /* Itself, or nobody. */
        proc.rank = below(2) == 0 ? me.rank : ranks + below(9);
        PMIX_INFO_LOAD(info, PMIX_EVENT_AFFECTED_PROC, &proc, PMIX_PROC);
        break;
    case 1: PMIX_INFO_LOAD(info, PMIX_GROUP_ID, below(2) == 0 ? "chaos-none" : "", PMIX_STRING); break;
    case 2: PMIX_INFO_LOAD(info, PMIX_EVENT_NON_DEFAULT, NULL, PMIX_BOOL); break;
    case 3: PMIX_INFO_LOAD(info, PMIX_EXIT_CODE, &number, PMIX_INT); break;
    case 4:
        random_text(text);
        PMIX_INFO_LOAD(info, PMIX_EVENT_TEXT_MESSAGE, text, PMIX_STRING);
        break;
    default:
        snprintf(text, sizeof(text), "chaos.%u", below(50));
        load_value(info, text);
    }
}

static pmix_status_t notify(void) {
    static const pmix_data_range_t ranges[] = {PMIX_RANGE_LOCAL,  PMIX_RANGE_NAMESPACE, PMIX_RANGE_SESSION,
                                               PMIX_RANGE_GLOBAL, PMIX_RANGE_CUSTOM,    PMIX_RANGE_PROC_LOCAL};
    pmix_data_range_t range = ranges[below(sizeof(ranges) / sizeof(ranges[0]))];
    pmix_status_t code = random_code();
    size_t ninfos = below(MOST_INFOS + 1), n = 0;
    pmix_info_t *infos;
    PMIX_INFO_CREATE(infos, ninfos + 2);
    while (n < ninfos) {
        load_random(&infos[n++]);
    }
    /* Servers keep few events, and some for those that register later. */
    if (below(4) != 0) {
        PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_DO_NOT_CACHE, NULL, PMIX_BOOL);
    }
    if (range == PMIX_RANGE_CUSTOM) {
        pmix_proc_t targets[4];
        pmix_data_array_t array = {PMIX_PROC, 1 + below(4), targets};
        for (size_t i = 0; i < array.size; i++) {
            targets[i] = random_proc();
        }
        PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_CUSTOM_RANGE, &array, PMIX_DATA_ARRAY);
    }
    pmix_status_t status = PMIx_Notify_event(code, &me, range, infos, n, NULL, NULL);
    PMIX_INFO_FREE(infos, ninfos + 2);
    return status;
}

int main(int argc, char **argv) {
    if (argc != 5 || PMIx_Init(&me, NULL, 0) != PMIX_SUCCESS) {
        fprintf(stderr, "chaos-events: no start\n");
        return 1;
    }
    time_t last = time(NULL) + atoi(argv[2]);
    long sent = 0, refused = 0;
    state = strtoull(argv[3], NULL, 10) * 2 + 1 + 0x9E3779B97F4A7C15ULL * me.rank;
    ranks = (unsigned) atoi(argv[4]);
    while (access(argv[1], F_OK) != 0 && time(NULL) < last) {
        pmix_status_t status = notify();
        if (status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED) {
            sent++;
        } else {
            refused++;
        }
        usleep(below(MOST_PAUSE_MICROSECONDS));
    }
    printf("chaos-events: rank %u has sent %ld events, %ld were refused\n", me.rank, sent, refused);
    return PMIx_Finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 1;
}
