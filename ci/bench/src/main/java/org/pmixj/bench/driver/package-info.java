// SPDX-License-Identifier: Apache-2.0
/** Starts the jobs of {@code ci/bench/run} and prints tables of their times. */
@NullMarked
package org.pmixj.bench.driver;

import org.jspecify.annotations.NullMarked;
