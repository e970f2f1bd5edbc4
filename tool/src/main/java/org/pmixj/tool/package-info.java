// SPDX-License-Identifier: Apache-2.0
/** The command {@code pmixj}: its subcommands, and what they share. */
@NullMarked
package org.pmixj.tool;

import org.jspecify.annotations.NullMarked;
