// SPDX-License-Identifier: Apache-2.0
/**
 * The hardware of this node, as far as PMIx speaks of it (PMIx Standard 11.4): what a process is bound to, what two
 * processes share, how far devices are.
 */
@NullMarked
package org.pmixj.topology;

import org.jspecify.annotations.NullMarked;
