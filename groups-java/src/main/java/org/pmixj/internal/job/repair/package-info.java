// SPDX-License-Identifier: Apache-2.0
/** Recognises wrong answers of the host about a job. */
@NullMarked
package org.pmixj.internal.job.repair;

import org.jspecify.annotations.NullMarked;
