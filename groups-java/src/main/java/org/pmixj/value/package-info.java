// SPDX-License-Identifier: Apache-2.0
/** Represents the structured values in attributes and answers of PMIx. */
@NullMarked
package org.pmixj.value;

import org.jspecify.annotations.NullMarked;
