// SPDX-License-Identifier: Apache-2.0
/** Keeps changes of the DVM's size apart, and refuses those that would end it or hang. */
@NullMarked
package org.pmixj.internal.elastic.repair;

import org.jspecify.annotations.NullMarked;
