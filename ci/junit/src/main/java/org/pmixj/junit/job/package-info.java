// SPDX-License-Identifier: Apache-2.0
/** Starts, watches, ends and judges jobs, in the JVM of the JUnit run. */
@NullMarked
package org.pmixj.junit.job;

import org.jspecify.annotations.NullMarked;
