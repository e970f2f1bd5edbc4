// SPDX-License-Identifier: Apache-2.0
/** What runs in the JVM of the JUnit run: starts a job, watches it, ends it, and judges it. */
@NullMarked
package org.pmixj.junit.job;

import org.jspecify.annotations.NullMarked;
