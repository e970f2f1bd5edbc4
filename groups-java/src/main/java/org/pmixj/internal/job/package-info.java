// SPDX-License-Identifier: Apache-2.0
/** Implements the views of a job: nodes, applications and processes. */
@NullMarked
package org.pmixj.internal.job;

import org.jspecify.annotations.NullMarked;
