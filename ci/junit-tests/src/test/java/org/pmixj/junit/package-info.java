// SPDX-License-Identifier: Apache-2.0
/** Tests the extension, on fixtures that run through JUnit's test kit and fail on purpose. */
@NullMarked
package org.pmixj.junit;

import org.jspecify.annotations.NullMarked;
