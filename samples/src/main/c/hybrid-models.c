/* SPDX-License-Identifier: Apache-2.0
 *
 * This is the C half of the sample HybridModels: a stencil in a parallel region of OpenMP. It does not use PMIx; the tool
 * of native/ompt reports what the runtime does.
 */

/* Sweeps once over the cells, in a region, and returns the largest change. */
double hybrid_sweep(const double *from, double *to, int cells, int threads) {
    double change = 0;
#pragma omp parallel for num_threads(threads) reduction(max : change)
    for (int i = 1; i < cells - 1; i++) {
        double difference = (from[i - 1] + from[i + 1]) / 2 - from[i];
        to[i] = from[i] + difference;
        change = difference > change ? difference : -difference > change ? -difference : change;
    }
    to[0] = from[0];
    to[cells - 1] = from[cells - 1];
    return change;
}
