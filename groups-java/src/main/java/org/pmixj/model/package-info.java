// SPDX-License-Identifier: Apache-2.0
/**
 * Declares and finds the programming models of a hybrid program: which are active, in which process, on which CPUs, and
 * what they do now. Start with {@link org.pmixj.model.Models}.
 */
@NullMarked
package org.pmixj.model;

import org.jspecify.annotations.NullMarked;
