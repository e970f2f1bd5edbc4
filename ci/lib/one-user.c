/* SPDX-License-Identifier: Apache-2.0
 *
 * one-user.c: preloaded into a daemon that runs in a user namespace with one user, root, which may forbid setgroups.
 * ci/lib/daemon compiles it. */
#include <grp.h>
#include <pwd.h>

int setgroups(size_t n, const gid_t *groups) {
    (void) n, (void) groups;
    return 0;
}

int initgroups(const char *user, gid_t group) {
    (void) user, (void) group;
    return 0;
}

/* Nobody else can be switched to. */
struct passwd *getpwnam(const char *name) {
    (void) name;
    return getpwuid(0);
}
