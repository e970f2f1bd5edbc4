/* SPDX-License-Identifier: Apache-2.0
 *
 * What the environment asks for. A value that makes no sense is named once on
 * standard error, and the default is used.
 */
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

settings_t settings = {.every = 1, .pending = 8192, .range = PMIX_RANGE_PROC_LOCAL};

static void complain(const char *name, const char *value, const char *expected) {
    fprintf(stderr, "pmixj-ompt: %s=%s is not %s; the default is used\n", name, value, expected);
}

/* Unset and empty are the same. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL || value[0] == '\0' ? NULL : value;
}

static void number(const char *name, uint64_t most, const char *expected, uint64_t *into) {
    const char *value = variable(name);
    char *end;
    if (value == NULL) {
        return;
    }
    errno = 0;
    unsigned long long parsed = strtoull(value, &end, 10);
    /* strtoull takes signs and blanks. */
    if (!isdigit((unsigned char) value[0]) || *end != '\0' || errno != 0 || parsed == 0 || parsed > most) {
        complain(name, value, expected);
        return;
    }
    *into = parsed;
}

static void choice(const char *name, const char *const names[], int n, const char *expected, int *into) {
    const char *value = variable(name);
    if (value == NULL) {
        return;
    }
    for (int i = 0; i < n; i++) {
        if (strcmp(value, names[i]) == 0) {
            *into = i;
            return;
        }
    }
    complain(name, value, expected);
}

void settings_read(void) {
    static const char *const ranges[] = {"process", "node", "job"};
    static const pmix_data_range_t values[] = {PMIX_RANGE_PROC_LOCAL, PMIX_RANGE_LOCAL, PMIX_RANGE_CUSTOM};
    static const char *const switches[] = {"0", "1"};
    int range = 0, report = 0;
    number("PMIXJ_OMPT_EVERY", UINT64_MAX, "a number from 1", &settings.every);
    number("PMIXJ_OMPT_PER_SECOND", 1000000, "a number from 1 to 1000000", &settings.per_second);
    number("PMIXJ_OMPT_PENDING", 1000000, "a number from 1 to 1000000", &settings.pending);
    choice("PMIXJ_OMPT_RANGE", ranges, 3, "process, node or job", &range);
    choice("PMIXJ_OMPT_REPORT", switches, 2, "0 or 1", &report);
    settings.range = values[range];
    settings.report = report != 0;
    const char *phase = variable("PMIXJ_OMPT_PHASE");
    settings.phase = phase == NULL ? NULL : strdup(phase);
}
