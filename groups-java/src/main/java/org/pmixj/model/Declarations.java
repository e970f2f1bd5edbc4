// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Lists which declarations a listener receives. */
public enum Declarations {
    /** Those that were not made with the same {@link org.pmixj.Pmix} handle. */
    OTHERS,
    /** One's own, too. */
    ALL
}
