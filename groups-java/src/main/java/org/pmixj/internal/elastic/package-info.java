// SPDX-License-Identifier: Apache-2.0
/**
 * Grows and shrinks the DVM. A {@link org.pmixj.internal.elastic.SizeChange} takes its turn among those of all
 * processes, checks the request against the {@link org.pmixj.internal.elastic.Ledger} and the nodes that the host
 * reports, asks the host, and waits for the event of its end.
 */
@NullMarked
package org.pmixj.internal.elastic;

import org.jspecify.annotations.NullMarked;
