// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** Counts the departed participants of collective calls, and ends the calls that wait for one of them. */
public interface Departures {
    /** Returns how many participants have departed. */
    int departures();

    /**
     * Adds a call that is about to start.
     *
     * @param known how many had departed when the participants were determined
     */
    void begin(NativeCall<?> call, int known);

    /** Removes a call that has ended. */
    void end(NativeCall<?> call);
}
