// SPDX-License-Identifier: Apache-2.0
/** Declares programming models and follows those of other processes. */
@NullMarked
package org.pmixj.internal.model;

import org.jspecify.annotations.NullMarked;
