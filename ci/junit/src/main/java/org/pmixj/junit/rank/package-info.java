// SPDX-License-Identifier: Apache-2.0
/** What runs in the JVM of a rank, and the files by which it reports to the JVM that launched it. */
@NullMarked
package org.pmixj.junit.rank;

import org.jspecify.annotations.NullMarked;
