/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REGIONS_H
#define REGIONS_H

/* Each returns how many threads have been in its regions, all together. */
int regions_run(int count, int threads);
int regions_serial(int count);
int regions_nested(int outer, int inner);
int regions_together(int starters, int count, int threads);
int regions_around(int threads, void (*inside)(void));
int regions_in_child(int count, int threads);

/* Runs regions for so long, and returns how many. */
int regions_for(int ms, int threads);

#endif
