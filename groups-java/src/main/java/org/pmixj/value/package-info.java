// SPDX-License-Identifier: Apache-2.0
/** Values with a structure of their own, as they occur in attributes and answers of PMIx. */
@NullMarked
package org.pmixj.value;

import org.jspecify.annotations.NullMarked;
