// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** A result that must be given up if its caller has given up waiting: a group is left. */
public interface Abandonable {
    /** Gives it up. Waits for nothing. */
    void abandon();
}
