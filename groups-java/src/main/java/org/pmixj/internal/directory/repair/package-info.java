// SPDX-License-Identifier: Apache-2.0
/** Keeps published values at the host, and lets calls that publish them and look them up have turns. */
@NullMarked
package org.pmixj.internal.directory.repair;

import org.jspecify.annotations.NullMarked;
