// SPDX-License-Identifier: Apache-2.0
/**
 * Finds out who has not called a collective that has timed out. With few participants, this process asks the others.
 * With many, it reports to the first three, and one of them asks. The libraries answer on their own threads. Before a
 * timeout no message is sent; each process only registers for the questions.
 */
@NullMarked
package org.pmixj.internal.rollcall;

import org.jspecify.annotations.NullMarked;
