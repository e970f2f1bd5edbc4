/* SPDX-License-Identifier: Apache-2.0
 *
 * openmp-alone: OpenMP in a program that is not linked to libpmix. With "pmix" as its argument it loads libpmix, for
 * itself alone, and uses it in between. Part of OmptIT.
 */
#include "regions.h"
#include <dlfcn.h>
#include <pmix.h>
#include <stdio.h>
#include <string.h>

static int been;

static int use_pmix(void) {
    pmix_proc_t self;
    void *pmix = dlopen("libpmix.so.2", RTLD_LAZY | RTLD_LOCAL);
    pmix_status_t (*init)(pmix_proc_t *, pmix_info_t *, size_t);
    pmix_status_t (*finalize)(const pmix_info_t *, size_t);
    if (pmix == NULL) {
        return 1;
    }
    *(void **) &init = dlsym(pmix, "PMIx_Init");
    *(void **) &finalize = dlsym(pmix, "PMIx_Finalize");
    if (init(&self, NULL, 0) != PMIX_SUCCESS) {
        return 1;
    }
    been += regions_run(10, 2);
    return finalize(NULL, 0) == PMIX_SUCCESS ? 0 : 1;
}

int main(int argc, char *argv[]) {
    been = regions_run(100, 2) + regions_together(3, 20, 2) + regions_nested(2, 2);
    if (argc > 1 && strcmp(argv[1], "pmix") == 0 && use_pmix() != 0) {
        return 1;
    }
    printf("%d threads have been in regions; libpmix is %sloaded\n", been,
           dlopen("libpmix.so.2", RTLD_NOLOAD | RTLD_LAZY) == NULL ? "not " : "");
    return 0;
}
