// SPDX-License-Identifier: Apache-2.0
/**
 * The PMIx client session and what it exchanges: {@link org.pmixj.Pmix} is the way in.
 *
 * <p>Unless a type says otherwise, everything here may be used by several threads at once. Every operation that waits
 * has a timeout: the {@code Duration} given, or the session's default. Where an operation has two forms, the blocking
 * one throws {@link org.pmixj.PmixException} and the one whose name ends in {@code Async} completes its future with it.
 */
@NullMarked
package org.pmixj;

import org.jspecify.annotations.NullMarked;
