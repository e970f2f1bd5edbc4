// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

/** Who may read a value that was put ({@code pmix_scope_t}, PMIx Standard 7.1.1). */
public enum Scope {
    /** Processes on the same node ({@code PMIX_LOCAL}). */
    LOCAL,
    /** Processes on other nodes ({@code PMIX_REMOTE}). */
    REMOTE,
    /** Every process ({@code PMIX_GLOBAL}). */
    GLOBAL,
    /** This process alone ({@code PMIX_INTERNAL}). */
    INTERNAL
}
