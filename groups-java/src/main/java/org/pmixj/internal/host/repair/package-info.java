// SPDX-License-Identifier: Apache-2.0
/** Refuses requests on which the host fails. */
@NullMarked
package org.pmixj.internal.host.repair;

import org.jspecify.annotations.NullMarked;
