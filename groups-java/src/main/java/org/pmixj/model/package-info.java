// SPDX-License-Identifier: Apache-2.0
/**
 * Programming models of a hybrid program: which are active, in which process, with which CPUs, and what they do now.
 * {@link org.pmixj.model.Models} has all of it.
 */
@NullMarked
package org.pmixj.model;

import org.jspecify.annotations.NullMarked;
