// SPDX-License-Identifier: Apache-2.0
/** Programs a user would start from; {@code samples/run} starts them. */
@NullMarked
package org.pmixj.samples;

import org.jspecify.annotations.NullMarked;
