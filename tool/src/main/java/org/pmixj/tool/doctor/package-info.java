// SPDX-License-Identifier: Apache-2.0
/** {@code pmixj doctor}: checks what a job needs, and says how to repair it. */
@NullMarked
package org.pmixj.tool.doctor;

import org.jspecify.annotations.NullMarked;
