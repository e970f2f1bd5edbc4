/* SPDX-License-Identifier: Apache-2.0 */
#define LOCAL_GROUPS
#include "group-ids-collide.c"
