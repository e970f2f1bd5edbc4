// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Selects the declarations that a listener receives. */
public enum Declarations {
    /** Declarations by others than the same {@link org.pmixj.Pmix} handle. */
    OTHERS,
    /** All declarations, those by the same handle too. */
    ALL
}
