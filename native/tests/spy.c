/* SPDX-License-Identifier: Apache-2.0
 *
 * spy: a library to load in place of libpmix, on which it depends. It is libpmix, but prints "spy: FUNCTION TEXT" for
 * each call of a collective, or of a leave, that is given the directive "it.directive" with a text: the library of
 * DirectivesIT.
 */
#include <dlfcn.h>
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>

static void *real(const char *function) {
    static void *libpmix;
    void *found;
    if (libpmix == NULL) {
        libpmix = dlopen("libpmix.so.2", RTLD_LAZY);
    }
    found = libpmix == NULL ? NULL : dlsym(libpmix, function);
    if (found == NULL) {
        fprintf(stderr, "spy: there is no %s\n", function);
        abort();
    }
    return found;
}

static void print(const char *function, const pmix_info_t infos[], size_t ninfos) {
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], "it.directive") && infos[i].value.type == PMIX_STRING) {
            printf("spy: %s %s\n", function, infos[i].value.data.string);
            fflush(stdout);
        }
    }
}

/* Each takes its infos as INFOS and NINFOS. */
#define SPY(FUNCTION, PARAMETERS, ARGUMENTS) \
    pmix_status_t FUNCTION PARAMETERS { \
        pmix_status_t (*call) PARAMETERS = (pmix_status_t (*) PARAMETERS) real(#FUNCTION); \
        print(#FUNCTION, infos, ninfos); \
        return call ARGUMENTS; \
    }

#define OF_PROCS (const pmix_proc_t procs[], size_t nprocs, const pmix_info_t infos[], size_t ninfos, \
                  pmix_op_cbfunc_t done, void *cbdata)
#define OF_GROUP (const char group[], const pmix_info_t infos[], size_t ninfos, pmix_op_cbfunc_t done, void *cbdata)

SPY(PMIx_Fence_nb, OF_PROCS, (procs, nprocs, infos, ninfos, done, cbdata))
SPY(PMIx_Connect_nb, OF_PROCS, (procs, nprocs, infos, ninfos, done, cbdata))
SPY(PMIx_Disconnect_nb, OF_PROCS, (procs, nprocs, infos, ninfos, done, cbdata))
SPY(PMIx_Group_destruct_nb, OF_GROUP, (group, infos, ninfos, done, cbdata))
SPY(PMIx_Group_leave_nb, OF_GROUP, (group, infos, ninfos, done, cbdata))
SPY(PMIx_Group_construct_nb,
    (const char group[], const pmix_proc_t procs[], size_t nprocs, const pmix_info_t infos[], size_t ninfos,
     pmix_info_cbfunc_t done, void *cbdata),
    (group, procs, nprocs, infos, ninfos, done, cbdata))
