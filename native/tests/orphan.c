/* SPDX-License-Identifier: Apache-2.0
 *
 * orphan: a rank in C that initialises PMIx and then calls nothing, as one in LostServerIT. It creates the file of its
 * argument when it is ready. If it is not killed, it ends after five minutes.
 */
#include <pmix.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
    pmix_proc_t self;
    FILE *ready;
    if (argc != 2 || PMIx_Init(&self, NULL, 0) != PMIX_SUCCESS || (ready = fopen(argv[1], "w")) == NULL) {
        return 1;
    }
    fprintf(ready, "%d", (int) getpid());
    fclose(ready);
    alarm(300);
    pause();
    return 0;
}
