// SPDX-License-Identifier: Apache-2.0
/** What the ranks of a measured job run: the Java twins of {@code native/bench}. */
@NullMarked
package org.pmixj.bench;

import org.jspecify.annotations.NullMarked;
