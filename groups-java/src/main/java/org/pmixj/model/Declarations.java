// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

/** Which declarations a listener is told. */
public enum Declarations {
    /** Those that were not made with the same {@link org.pmixj.Pmix} handle. */
    OTHERS,
    /** One's own, too. */
    ALL
}
