// SPDX-License-Identifier: Apache-2.0
/** Checks, in the compiler, that the build of the tests will run them. */
@NullMarked
package org.pmixj.junit.build;

import org.jspecify.annotations.NullMarked;
