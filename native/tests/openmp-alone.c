/* SPDX-License-Identifier: Apache-2.0
 *
 * openmp-alone: OpenMP in a program that knows nothing of PMIx. Part of OmptIT.
 */
#include "regions.h"
#include <stdio.h>

int main(void) {
    printf("%d threads have been in regions\n", regions_run(100, 2) + regions_together(3, 20, 2) + regions_nested(2, 2));
    return 0;
}
