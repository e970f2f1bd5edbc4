// SPDX-License-Identifier: Apache-2.0
/** Lets the processes of a PMIx job form a JGroups cluster. */
@NullMarked
package org.pmixj.jgroups;

import org.jspecify.annotations.NullMarked;
