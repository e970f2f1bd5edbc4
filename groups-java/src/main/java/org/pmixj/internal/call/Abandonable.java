// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** A result that must be undone if its caller no longer waits for it: a group is left. */
public interface Abandonable {
    /** Undoes the result, without waiting. */
    void abandon();
}
