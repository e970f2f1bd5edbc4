// SPDX-License-Identifier: Apache-2.0
/** Starts the jobs of {@code ci/bench/run} and makes tables of what they took. */
@NullMarked
package org.pmixj.bench.driver;

import org.jspecify.annotations.NullMarked;
