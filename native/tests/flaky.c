/* SPDX-License-Identifier: Apache-2.0
 *
 * flaky: a library to load in place of libpmix, on which it depends. It is libpmix, but some calls fail: the library of
 * ElasticFaultsIT. PMIXJ_FLAKY has a word for each, KIND:NAME. NAME ends the key that is published, or is "allocation".
 *
 *   late    the request is made, and its answer replaced by a timeout
 *   lost    the request is not made, and fails by timeout; "gone" the same, each time
 *   failed  the request is made, and its answer replaced by an error
 */
#include <dlfcn.h>
#include <pmix.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *real(const char *function) {
    void *libpmix = dlopen("libpmix.so.2", RTLD_LAZY);
    void *found = libpmix == NULL ? NULL : dlsym(libpmix, function);
    if (found == NULL) {
        fprintf(stderr, "flaky: there is no %s in %s\n", function, PMIx_Get_version());
        abort();
    }
    return found;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char words[1024];

static bool ends_with(const char *text, const char *end, size_t length) {
    size_t all = strlen(text);
    return all >= length && strncmp(text + all - length, end, length) == 0;
}

/* Returns whether there is such a word for a name, which is used up unless it is kept. */
static bool use(const char *kind, const char *name, bool keep) {
    bool found = false;
    pthread_mutex_lock(&lock);
    if (words[0] == '\0') {
        snprintf(words, sizeof(words), " %s ", getenv("PMIXJ_FLAKY") == NULL ? "" : getenv("PMIXJ_FLAKY"));
    }
    size_t length = strlen(kind);
    for (char *word = words; (word = strchr(word, ' ')) != NULL && !found; word++) {
        size_t rest = strcspn(word + 1, " ");
        found = rest > length + 1 && strncmp(word + 1, kind, length) == 0 && word[1 + length] == ':'
                && ends_with(name, word + 2 + length, rest - length - 1);
        if (found && !keep) {
            word[1] = '-';
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

/* Whom to answer. */
struct caller {
    pmix_op_cbfunc_t done;
    pmix_info_cbfunc_t answered;
    void *cbdata;
};

static struct caller *caller(pmix_op_cbfunc_t done, pmix_info_cbfunc_t answered, void *cbdata) {
    struct caller *caller = malloc(sizeof(*caller));
    if (caller == NULL) {
        abort();
    }
    *caller = (struct caller){done, answered, cbdata};
    return caller;
}

static void late(pmix_status_t status, void *cbdata) {
    (void) status;
    struct caller *caller = cbdata;
    caller->done(PMIX_ERR_TIMEOUT, caller->cbdata);
    free(caller);
}

static void failed(pmix_status_t status, pmix_info_t *info, size_t ninfo, void *cbdata, pmix_release_cbfunc_t release,
                   void *release_cbdata) {
    (void) status;
    (void) info;
    (void) ninfo;
    struct caller *caller = cbdata;
    caller->answered(PMIX_ERROR, NULL, 0, caller->cbdata, release, release_cbdata);
    free(caller);
}

pmix_status_t PMIx_Publish_nb(const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t done, void *cbdata) {
    pmix_status_t (*publish)(const pmix_info_t[], size_t, pmix_op_cbfunc_t, void *) = real("PMIx_Publish_nb");
    for (size_t i = 0; i < ninfo; i++) {
        const char *key = info[i].key;
        if (use("lost", key, false) || use("gone", key, true)) {
            return PMIX_ERR_TIMEOUT;
        } else if (use("late", key, false)) {
            return publish(info, ninfo, late, caller(done, NULL, cbdata));
        }
    }
    return publish(info, ninfo, done, cbdata);
}

pmix_status_t PMIx_Allocation_request_nb(pmix_alloc_directive_t directive, pmix_info_t *info, size_t ninfo,
                                         pmix_info_cbfunc_t answered, void *cbdata) {
    pmix_status_t (*request)(pmix_alloc_directive_t, pmix_info_t *, size_t, pmix_info_cbfunc_t, void *) =
        real("PMIx_Allocation_request_nb");
    if (use("failed", "allocation", false)) {
        return request(directive, info, ninfo, failed, caller(NULL, answered, cbdata));
    }
    return request(directive, info, ninfo, answered, cbdata);
}
