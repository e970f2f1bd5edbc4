// SPDX-License-Identifier: Apache-2.0
/**
 * Tests that need ranks: a method annotated with {@link org.pmixj.junit.PmixTest} is what every rank of a job does.
 *
 * <p>The job is a real one, started by {@code prterun} with one JVM for each rank. Every rank is a test case of its
 * own in the report, and a last one, named "job", is about what belongs to no rank: the launcher's exit status, and
 * processes left behind.
 */
@NullMarked
package org.pmixj.junit;

import org.jspecify.annotations.NullMarked;
