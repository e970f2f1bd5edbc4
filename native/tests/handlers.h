/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HANDLERS_H
#define HANDLERS_H

#include <pmix.h>

/* Where a handler is to be. */
enum { PLACE_NONE, PLACE_FIRST, PLACE_LAST, PLACE_PREPEND, PLACE_APPEND, PLACE_BEFORE, PLACE_AFTER };

/* What goes with a notification. */
enum { NOTIFY_NON_DEFAULT = 1, NOTIFY_DO_NOT_CACHE = 2, NOTIFY_REPLAYED = 4 };

int handlers_init(void);
int handlers_finalize(void);
int handlers_register(const char *name, int place, const int *codes, int ncodes);
int handlers_register_beside(const char *name, int place, const char *anchor, const int *codes, int ncodes);
void handlers_answer(int handler, int status, int nresults, int delay_ms);
void handlers_release(int handler);
int handlers_wait(int handler, int count, int ms);
const char *handlers_seen(int handler, int event);
int handlers_notify(int code, int range, int flags, int first, int count);

#endif
