/* SPDX-License-Identifier: Apache-2.0
 *
 * The libpmix of the process: linked to the program, or loaded by whoever uses
 * it, as a JVM does. This library neither links nor loads it.
 */
#define _GNU_SOURCE
#include "internal.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>

int (*pmix_initialized)(void);
notify_fn pmix_notify;

static atomic_bool found;              /* both functions are known */
static atomic_ullong looked;           /* libraries that had been loaded when it was not found */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int first_object(struct dl_phdr_info *object, size_t size, void *loaded) {
    (void) size;
    *(unsigned long long *) loaded = object->dlpi_adds;
    return 1;
}

/* In a process without PMIx each region comes here: a look at a counter, and at the libraries if it has changed. */
static bool find(void) {
    unsigned long long loaded = 0;
    dl_iterate_phdr(first_object, &loaded);
    if (loaded == atomic_load(&looked)) {
        return false;
    }
    /* dlopen takes the loader's lock, which whoever waits here may hold: a region of a library that is being loaded. */
    if (pthread_mutex_trylock(&lock) != 0) {
        return false;
    }
    if (!atomic_load(&found)) {
        /* Never closed, so that the functions stay where they are. */
        void *library = dlopen("libpmix.so.2", RTLD_NOLOAD | RTLD_LAZY);
        if (library != NULL) {
            pmix_initialized = (int (*)(void)) dlsym(library, "PMIx_Initialized");
            pmix_notify = (notify_fn) dlsym(library, "PMIx_Notify_event");
            atomic_store(&found, pmix_initialized != NULL && pmix_notify != NULL);
        }
        atomic_store(&looked, loaded);
    }
    pthread_mutex_unlock(&lock);
    return atomic_load(&found);
}

bool libpmix_found(void) {
    return atomic_load(&found) || find();
}
