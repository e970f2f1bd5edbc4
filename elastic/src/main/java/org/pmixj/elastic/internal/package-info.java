// SPDX-License-Identifier: Apache-2.0
/**
 * Grows and shrinks the DVM. A {@link org.pmixj.elastic.internal.SizeChange} takes its turn among those of all
 * processes ({@link org.pmixj.elastic.internal.Turns}), checks the request against the {@link
 * org.pmixj.elastic.internal.Ledger} and the nodes that the host reports, asks the host, and waits for the event of its
 * end.
 */
@NullMarked
package org.pmixj.elastic.internal;

import org.jspecify.annotations.NullMarked;
