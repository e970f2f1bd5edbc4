/* SPDX-License-Identifier: Apache-2.0
 *
 * group-rank POINTS COMMAND...: a rank in C that does what its arguments say, each
 * argument a command, and prints a line for each: "RANK: COMMAND -> OUTCOME". The C
 * ranks of GroupsWithCIT; its class GroupRank is the same in Java. POINTS is a
 * directory that all ranks share; as in Java's org.pmixj.junit.Points, the file
 * "point-NAME-RANK" in it says that a rank has reached a point.
 *
 *   listen                          handlers for the events of groups and the ends of processes
 *   timeout SECONDS                 PMIX_TIMEOUT of the collectives from now on, 60 at first
 *   put NUMBER                      and commit
 *   construct GROUP RANKS [FLAG...] outcome: the members by group rank; FLAG is notify, tolerant, cid (a context id),
 *                                   local=NUMBER (a local context id, with cid), bootstrap=LEADERS or add=RANKS; after a
 *                                   bootstrap the outcome has the members in the order of the job
 *   added GROUP                     constructs it as a process that a leader adds; outcome: as after a bootstrap
 *   context GROUP                   its context id
 *   local GROUP RANK                the local context id of the process with this rank in the job
 *   fence GROUP | fence job         collects
 *   meet GROUP                      a fence that does not
 *   get GROUP RANK                  what the member with this group rank has put
 *   leave GROUP | destruct GROUP
 *   publish KEY NUMBER              publishes the number, and under KEY.text its digits
 *   lookup KEY [wait]               looks both up; outcome: the number, the digits and the rank of who published them
 *   unpublish KEY                   takes both back
 *   await EVENT                     the next such event: who is affected; EVENT is left, died, failed, updated, aborted,
 *                                   complete, accepted, declined or invite-failed
 *   count EVENT                     how many such events have arrived and were not awaited
 *   forget GROUP RANK               has libpmix of this process take a process out of a group; outcome: the rank
 *   answer accept | decline         to the invitations from now on, from the handler
 *   joined                          waits until libpmix has answered the join; outcome: the members
 *   invite GROUP RANKS [optional]   outcome: the members
 *   reached NAME                    announces that this rank has reached a point
 *   await NAME RANKS                waits until the ranks have reached a point; an outcome only if they do not
 *   finalize                        ends the use of libpmix; afterwards only points are reached and awaited
 *   die                             by SIGKILL
 *
 * "announcing NAME" at the end of a construct, fence or destruct: this rank has reached the point NAME once its server
 * has received the call, which then waits for the others.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pmix.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define KEY "mixed.number"
#define MOST 64
#define WAIT_SECONDS 60
#define POLL_MICROSECONDS 5000

static pmix_proc_t me;
static int seconds = 60;
static const char *points;

/* ---- what is printed ----------------------------------------------------- */

typedef struct {
    char text[2048];
} line;

static void add(line *to, const char *format, ...) {
    va_list arguments;
    size_t used = strlen(to->text);
    va_start(arguments, format);
    vsnprintf(to->text + used, sizeof(to->text) - used, format, arguments);
    va_end(arguments);
}

static void add_status(line *to, pmix_status_t status) {
    const char *name = PMIx_Error_string(status);
    add(to, "%s", strncmp(name, "PMIX_", 5) == 0 ? name + 5 : name);
}

static int by_rank(const void *one, const void *other) {
    pmix_rank_t left = ((const pmix_proc_t *) one)->rank, right = ((const pmix_proc_t *) other)->rank;
    return left < right ? -1 : left > right;
}

/* The members that came with an event or a result. */
static void add_members(line *to, const pmix_info_t *infos, size_t ninfos, bool sorted) {
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_MEMBERSHIP)) {
            const pmix_data_array_t *array = infos[i].value.data.darray;
            pmix_proc_t *members = array->array;
            if (sorted) {
                qsort(members, array->size, sizeof(members[0]), by_rank);
            }
            for (size_t n = 0; n < array->size; n++) {
                add(to, "%s%u", n == 0 ? " " : ",", members[n].rank);
            }
        }
    }
}

/* ---- events -------------------------------------------------------------- */

static const struct {
    const char *name;
    pmix_status_t code;
} kinds[] = {
    {"left", PMIX_GROUP_LEFT},
    {"died", PMIX_ERR_PROC_ABORTED_BY_SIG},
    {"failed", PMIX_GROUP_MEMBER_FAILED},
    {"updated", PMIX_GROUP_MEMBERSHIP_UPDATE},
    {"aborted", PMIX_GROUP_CONSTRUCT_ABORT},
    {"complete", PMIX_GROUP_CONSTRUCT_COMPLETE},
    {"accepted", PMIX_GROUP_INVITE_ACCEPTED},
    {"declined", PMIX_GROUP_INVITE_DECLINED},
    {"invite-failed", PMIX_GROUP_INVITE_FAILED},
};
enum { NKINDS = sizeof(kinds) / sizeof(kinds[0]) };

static struct {
    int kind;
    line text;
} events[MOST];
static int nevents;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void seen(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                 pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    pmix_rank_t affected = source->rank;
    (void) id, (void) results, (void) nresults;
    pthread_mutex_lock(&lock);
    for (int kind = 0; kind < NKINDS; kind++) {
        if (kinds[kind].code == code && nevents < MOST) {
            for (size_t i = 0; i < ninfos; i++) {
                if (PMIX_CHECK_KEY(&infos[i], PMIX_EVENT_AFFECTED_PROC)) {
                    affected = infos[i].value.data.proc->rank;
                }
            }
            events[nevents].kind = kind;
            add(&events[nevents].text, "%u", affected);
            add_members(&events[nevents++].text, infos, ninfos, false);
            pthread_cond_broadcast(&changed);
        }
    }
    pthread_mutex_unlock(&lock);
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

/* Waits for a condition that "changed" tells of; the lock is held. */
#define AWAIT(CONDITION) do { \
        struct timespec end; \
        clock_gettime(CLOCK_REALTIME, &end); \
        end.tv_sec += WAIT_SECONDS; \
        while (!(CONDITION) && pthread_cond_timedwait(&changed, &lock, &end) == 0) { \
        } \
    } while (0)

/* The first of a kind that was not asked for yet. */
static int next_of(int kind) {
    for (int i = 0; i < nevents; i++) {
        if (events[i].kind == kind) {
            return i;
        }
    }
    return -1;
}

static int kind_of(const char *name) {
    int kind = 0;
    while (kind < NKINDS && strcmp(kinds[kind].name, name) != 0) {
        kind++;
    }
    return kind;
}

static void count(const char *name, line *out) {
    int kind = kind_of(name), arrived = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < nevents; i++) {
        arrived += events[i].kind == kind;
    }
    pthread_mutex_unlock(&lock);
    add(out, "%d", arrived);
}

static void await(const char *name, line *out) {
    int kind = kind_of(name), found;
    pthread_mutex_lock(&lock);
    AWAIT(next_of(kind) >= 0);
    found = next_of(kind);
    if (found < 0) {
        add(out, "nothing");
    } else {
        add(out, "%s", events[found].text.text);
        events[found].kind = NKINDS;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- points -------------------------------------------------------------- */

static const char *point_file(const char *name, pmix_rank_t rank) {
    static char file[1024];
    snprintf(file, sizeof(file), "%s/point-%s-%u", points, name, rank);
    return file;
}

static void reached(const char *name) {
    int file = open(point_file(name, me.rank), O_CREAT | O_WRONLY, 0600);
    if (file < 0) {
        perror(point_file(name, me.rank));
        exit(1);
    }
    close(file);
}

static void await_point(const char *name, char *ranks, line *out) {
    char *rest;
    for (char *rank = strtok_r(ranks, ",", &rest); rank != NULL; rank = strtok_r(NULL, ",", &rest)) {
        const char *file = point_file(name, atoi(rank));
        long polls = WAIT_SECONDS * 1000000L / POLL_MICROSECONDS;
        while (access(file, F_OK) != 0 && polls-- > 0) {
            usleep(POLL_MICROSECONDS);
        }
        if (polls < 0) {
            add(out, "rank %s has not reached it ", rank);
        }
    }
}

/* ---- non-blocking calls -------------------------------------------------- */

/* The answer is added to a line, cbdata. */
static void answered(pmix_status_t status, pmix_info_t *infos, size_t ninfos, void *cbdata,
                     pmix_release_cbfunc_t release, void *release_cbdata) {
    line *to = cbdata;
    pthread_mutex_lock(&lock);
    add_status(to, status);
    add_members(to, infos, ninfos, false);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (release != NULL) {
        release(release_cbdata);
    }
}

static void operation_answered(pmix_status_t status, void *cbdata) {
    answered(status, NULL, 0, cbdata, NULL, NULL);
}

static void wait_answer(line *answer, line *out) {
    pthread_mutex_lock(&lock);
    AWAIT(answer->text[0] != 0);
    add(out, "%s", answer->text[0] == 0 ? "nothing" : answer->text);
    answer->text[0] = 0;
    pthread_mutex_unlock(&lock);
}

static line announced;

/* What a call whose answer goes to "announced" has returned. A server handles requests in order: when it has answered
 * the query, it has the call. */
static void announce(const char *point, pmix_status_t rc, line *out) {
    pmix_query_t query;
    pmix_info_t *infos = NULL;
    size_t ninfos = 0;
    if (rc != PMIX_SUCCESS) {
        add_status(out, rc);
        return;
    }
    PMIX_QUERY_CONSTRUCT(&query);
    PMIX_ARGV_APPEND(rc, query.keys, PMIX_QUERY_NAMESPACES);
    rc = PMIx_Query_info(&query, 1, &infos, &ninfos);
    if (rc == PMIX_SUCCESS) {
        reached(point);
    } else {
        fprintf(stderr, "group-rank: query: %s\n", PMIx_Error_string(rc));
    }
    wait_answer(&announced, out);
}

/* ---- invitations --------------------------------------------------------- */

static pmix_group_opt_t answer;
static line joined;

static void invited(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                    pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) id, (void) code, (void) results, (void) nresults;
    /* The one who invites is told of it, too. */
    for (size_t i = 0; i < ninfos && !PMIX_CHECK_PROCID(source, &me); i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID)) {
            pmix_status_t rc = PMIx_Group_join_nb(infos[i].value.data.string, source, answer, NULL, 0, answered,
                                                  &joined);
            if (rc != PMIX_SUCCESS) {
                answered(rc, NULL, 0, &joined, NULL, NULL);
            }
        }
    }
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

/* ---- commands ------------------------------------------------------------ */

static void handler(pmix_status_t code, pmix_notification_fn_t function) {
    pmix_status_t rc = PMIx_Register_event_handler(&code, 1, NULL, 0, function, NULL, NULL);
    if (rc < 0) {
        fprintf(stderr, "group-rank: registration: %s\n", PMIx_Error_string(rc));
        exit(1);
    }
}

static size_t procs_of(char *ranks, pmix_proc_t *procs) {
    size_t n = 0;
    char *rest;
    for (char *rank = strtok_r(ranks, ",", &rest); rank != NULL && n < MOST; rank = strtok_r(NULL, ",", &rest)) {
        PMIX_LOAD_PROCID(&procs[n++], me.nspace, atoi(rank));
    }
    return n;
}

/* What follows a name among the flags; NULL if it is not there. */
static const char *flag(const char *flags, const char *name) {
    const char *found = strstr(flags, name);
    return found == NULL ? NULL : found + strlen(name);
}

static size_t valued_directives(const char *flags, pmix_info_t *infos) {
    const char *value;
    size_t n = 0;
    if ((value = flag(flags, "local=")) != NULL) {
        size_t number = strtoul(value, NULL, 10);
        pmix_data_array_t array;
        PMIX_DATA_ARRAY_CONSTRUCT(&array, 1, PMIX_INFO);
        PMIX_INFO_LOAD((pmix_info_t *) array.array, PMIX_GROUP_LOCAL_CID, &number, PMIX_SIZE);
        PMIX_INFO_LOAD(&infos[n++], PMIX_GROUP_INFO, &array, PMIX_DATA_ARRAY);
        PMIX_DATA_ARRAY_DESTRUCT(&array);
    }
    if ((value = flag(flags, "bootstrap=")) != NULL) {
        size_t leaders = strtoul(value, NULL, 10);
        PMIX_INFO_LOAD(&infos[n++], PMIX_GROUP_BOOTSTRAP, &leaders, PMIX_SIZE);
    }
    if ((value = flag(flags, "add=")) != NULL) {
        char ranks[100];
        pmix_proc_t added[MOST];
        pmix_data_array_t array = {.type = PMIX_PROC, .array = added};
        snprintf(ranks, sizeof(ranks), "%s", value);
        array.size = procs_of(ranks, added);
        PMIX_INFO_LOAD(&infos[n++], PMIX_GROUP_ADD_MEMBERS, &array, PMIX_DATA_ARRAY);
    }
    return n;
}

static size_t directives(const char *flags, pmix_info_t *infos) {
    static const struct {
        const char *name, *key;
    } known[] = {{"notify", PMIX_GROUP_NOTIFY_TERMINATION}, {"tolerant", PMIX_GROUP_FT_COLLECTIVE},
                 {"optional", PMIX_GROUP_OPTIONAL}, {"cid", PMIX_GROUP_ASSIGN_CONTEXT_ID}};
    size_t n = 0;
    bool yes = true;
    PMIX_INFO_LOAD(&infos[n++], PMIX_TIMEOUT, &seconds, PMIX_INT);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (strstr(flags, known[i].name) != NULL) {
            PMIX_INFO_LOAD(&infos[n++], known[i].key, &yes, PMIX_BOOL);
        }
    }
    return n + valued_directives(flags, infos + n);
}

static struct {
    char group[64];
    size_t id;
} contexts[MOST];
static int ncontexts;

static void keep_context(const char *group, const pmix_info_t *results, size_t nresults) {
    for (size_t i = 0; i < nresults && ncontexts < MOST; i++) {
        if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_CONTEXT_ID)) {
            snprintf(contexts[ncontexts].group, sizeof(contexts[0].group), "%s", group);
            PMIx_Value_get_number(&results[i].value, &contexts[ncontexts++].id, PMIX_SIZE);
        }
    }
}

static size_t context_of(const char *group) {
    for (int i = 0; i < ncontexts; i++) {
        if (strcmp(contexts[i].group, group) == 0) {
            return contexts[i].id;
        }
    }
    return 0;
}

static void construct(const char *group, char *ranks, const char *flags, bool invites, const char *point, line *out) {
    pmix_proc_t procs[MOST];
    pmix_info_t infos[8], *results = NULL;
    size_t nprocs = procs_of(ranks, procs), ninfos = directives(flags, infos), nresults = 0;
    bool known = nprocs > 0 && flag(flags, "bootstrap=") == NULL;
    if (point != NULL) {
        announce(point, PMIx_Group_construct_nb(group, procs, nprocs, infos, ninfos, answered, &announced), out);
        return;
    }
    pmix_status_t rc = invites ? PMIx_Group_invite(group, procs, nprocs, infos, ninfos, &results, &nresults)
                               : PMIx_Group_construct(group, nprocs == 0 ? NULL : procs, nprocs, infos, ninfos,
                                                      &results, &nresults);
    add_status(out, rc);
    add_members(out, results, nresults, !known);
    keep_context(group, results, nresults);
}

static void local(const char *group, int rank, line *out) {
    pmix_proc_t proc;
    pmix_info_t infos[2];
    pmix_value_t *value = NULL;
    size_t context = context_of(group);
    PMIX_LOAD_PROCID(&proc, me.nspace, rank);
    PMIX_INFO_LOAD(&infos[0], PMIX_GROUP_CONTEXT_ID, &context, PMIX_SIZE);
    PMIX_INFO_SET_QUALIFIER(&infos[0]);
    PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &seconds, PMIX_INT);
    pmix_status_t rc = PMIx_Get(&proc, PMIX_GROUP_LOCAL_CID, infos, 2, &value);
    if (rc == PMIX_SUCCESS) {
        add(out, "%zu", value->data.size);
    } else {
        add_status(out, rc);
    }
}

static void fence(const char *group, bool collect, const char *point, line *out) {
    pmix_proc_t all;
    pmix_info_t infos[2];
    PMIX_INFO_LOAD(&infos[0], PMIX_TIMEOUT, &seconds, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    PMIX_LOAD_PROCID(&all, strcmp(group, "job") == 0 ? me.nspace : group, PMIX_RANK_WILDCARD);
    if (point != NULL) {
        announce(point, PMIx_Fence_nb(&all, 1, infos, collect ? 2 : 1, operation_answered, &announced), out);
    } else {
        add_status(out, PMIx_Fence(&all, 1, infos, collect ? 2 : 1));
    }
}

static void destruct(const char *group, const char *point, line *out) {
    pmix_info_t timeout;
    PMIX_INFO_LOAD(&timeout, PMIX_TIMEOUT, &seconds, PMIX_INT);
    if (point != NULL) {
        announce(point, PMIx_Group_destruct_nb(group, &timeout, 1, operation_answered, &announced), out);
    } else {
        add_status(out, PMIx_Group_destruct(group, &timeout, 1));
    }
}

static void get(const char *group, int rank, line *out) {
    pmix_proc_t member;
    pmix_value_t *value = NULL;
    PMIX_LOAD_PROCID(&member, group, rank);
    pmix_status_t rc = PMIx_Get(&member, KEY, NULL, 0, &value);
    if (rc == PMIX_SUCCESS) {
        add(out, "%d", value->data.int32);
    } else {
        add_status(out, rc);
    }
}

/* ---- what is published --------------------------------------------------- */

static void text_key(const char *key, char text[PMIX_MAX_KEYLEN + 1]) {
    snprintf(text, PMIX_MAX_KEYLEN + 1, "%.490s.text", key);
}

static pmix_status_t publish(const char *key, const char *digits) {
    char text[PMIX_MAX_KEYLEN + 1];
    pmix_info_t infos[2];
    size_t number = strtoul(digits, NULL, 10);
    text_key(key, text);
    PMIX_INFO_LOAD(&infos[0], key, &number, PMIX_SIZE);
    PMIX_INFO_LOAD(&infos[1], text, digits, PMIX_STRING);
    return PMIx_Publish(infos, 2);
}

static void lookup(const char *key, bool waits, line *out) {
    char text[PMIX_MAX_KEYLEN + 1];
    pmix_pdata_t found[2];
    pmix_info_t infos[2];
    int both = 2;
    PMIX_PDATA_CONSTRUCT(&found[0]);
    PMIX_PDATA_CONSTRUCT(&found[1]);
    text_key(key, text);
    PMIX_LOAD_KEY(found[0].key, key);
    PMIX_LOAD_KEY(found[1].key, text);
    PMIX_INFO_LOAD(&infos[0], PMIX_TIMEOUT, &seconds, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_WAIT, &both, PMIX_INT);
    pmix_status_t rc = PMIx_Lookup(found, 2, infos, waits ? 2 : 1);
    if (rc != PMIX_SUCCESS) {
        add_status(out, rc);
    } else if (found[0].value.type != PMIX_SIZE || found[1].value.type != PMIX_STRING
               || found[0].proc.rank != found[1].proc.rank) {
        add(out, "other values");
    } else {
        add(out, "%zu %s %u", found[0].value.data.size, found[1].value.data.string, found[0].proc.rank);
    }
}

static pmix_status_t unpublish(char *key) {
    char text[PMIX_MAX_KEYLEN + 1];
    char *keys[] = {key, text, NULL};
    text_key(key, text);
    return PMIx_Unpublish(keys, NULL, 0);
}

static pmix_status_t put(int32_t number) {
    pmix_value_t value = {.type = PMIX_INT32, .data.int32 = number};
    pmix_status_t rc = PMIx_Put(PMIX_GLOBAL, KEY, &value);
    return rc == PMIX_SUCCESS ? PMIx_Commit() : rc;
}

/* libpmix takes who has left a group out of it; that somebody did is told here. It has when the handler is called,
 * and not when the call returns. */
static void forget(const char *group, int rank, line *out) {
    pmix_proc_t gone;
    pmix_info_t infos[2];
    PMIX_LOAD_PROCID(&gone, me.nspace, rank);
    PMIX_INFO_LOAD(&infos[0], PMIX_GROUP_ID, group, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_EVENT_AFFECTED_PROC, &gone, PMIX_PROC);
    pmix_status_t rc = PMIx_Notify_event(PMIX_GROUP_LEFT, &gone, PMIX_RANGE_PROC_LOCAL, infos, 2, NULL, NULL);
    if (rc == PMIX_SUCCESS || rc == PMIX_OPERATION_SUCCEEDED) {
        await("left", out);
    } else {
        add_status(out, rc);
    }
}

static void listen_to_all(void) {
    for (int kind = 0; kind < NKINDS; kind++) {
        handler(kinds[kind].code, seen);
    }
    handler(PMIX_GROUP_INVITED, invited);
}

static pmix_status_t finalize(void) {
    static bool finalized;
    pmix_status_t rc = finalized ? PMIX_SUCCESS : PMIx_Finalize(NULL, 0);
    finalized = true;
    return rc;
}

#define ANNOUNCING " announcing "

static void obey(const char *command, line *out) {
    char name[32] = "", first[300] = "", second[300] = "", flags[100] = "";
    const char *point = strstr(command, ANNOUNCING);
    if (point != NULL) {
        point += strlen(ANNOUNCING);
    }
    sscanf(command, "%31s %299s %299s %99[^\n]", name, first, second, flags);
#define IS(NAME) (strcmp(name, NAME) == 0)
    if (IS("listen")) {
        listen_to_all();
    } else if (IS("timeout")) {
        seconds = atoi(first);
    } else if (IS("put")) {
        add_status(out, put(atoi(first)));
    } else if (IS("construct") || IS("invite")) {
        construct(first, second, flags, IS("invite"), point, out);
    } else if (IS("added")) {
        construct(first, second, flags, false, NULL, out);
    } else if (IS("context")) {
        add(out, "%zu", context_of(first));
    } else if (IS("local")) {
        local(first, atoi(second), out);
    } else if (IS("publish")) {
        add_status(out, publish(first, second));
    } else if (IS("lookup")) {
        lookup(first, second[0] != 0, out);
    } else if (IS("unpublish")) {
        add_status(out, unpublish(first));
    } else if (IS("fence") || IS("meet")) {
        fence(first, IS("fence"), point, out);
    } else if (IS("get")) {
        get(first, atoi(second), out);
    } else if (IS("leave")) {
        add_status(out, PMIx_Group_leave(first, NULL, 0));
    } else if (IS("destruct")) {
        destruct(first, point, out);
    } else if (IS("reached")) {
        reached(first);
    } else if (IS("await") && second[0] != 0) {
        await_point(first, second, out);
    } else if (IS("await")) {
        await(first, out);
    } else if (IS("count")) {
        count(first, out);
    } else if (IS("forget")) {
        forget(first, atoi(second), out);
    } else if (IS("answer")) {
        answer = strcmp(first, "accept") == 0 ? PMIX_GROUP_ACCEPT : PMIX_GROUP_DECLINE;
    } else if (IS("joined")) {
        wait_answer(&joined, out);
    } else if (IS("finalize")) {
        add_status(out, finalize());
    } else if (IS("die")) {
        raise(SIGKILL);
    } else {
        add(out, "no such command");
    }
}

int main(int argc, char *argv[]) {
    pmix_status_t rc = PMIx_Init(&me, NULL, 0);
    if (rc != PMIX_SUCCESS) {
        fprintf(stderr, "group-rank: init: %s\n", PMIx_Error_string(rc));
        return 1;
    }
    points = argc > 1 ? argv[1] : ".";
    for (int i = 2; i < argc; i++) {
        line out = {""};
        obey(argv[i], &out);
        if (out.text[0] != 0) {
            printf("%u: %s -> %s\n", me.rank, argv[i], out.text);
            fflush(stdout);
        }
    }
    return finalize() != PMIX_SUCCESS;
}
