// SPDX-License-Identifier: Apache-2.0
/** Runs a test method in the JVM of a rank, and reports by files to the JVM that launched it. */
@NullMarked
package org.pmixj.junit.rank;

import org.jspecify.annotations.NullMarked;
