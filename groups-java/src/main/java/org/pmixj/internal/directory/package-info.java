// SPDX-License-Identifier: Apache-2.0
/** Publishes, looks up and unpublishes values. */
@NullMarked
package org.pmixj.internal.directory;

import org.jspecify.annotations.NullMarked;
