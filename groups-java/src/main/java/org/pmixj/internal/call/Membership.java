// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** Counts the departed participants of collective calls, and ends the calls that wait for one of them. */
public interface Membership {
    /** Returns how many participants have departed. */
    int departures();

    /**
     * Returns whether this process constructed this group after it had done with an earlier one, and had started to do
     * so at a moment (of {@code Deadline.now}).
     */
    boolean follows(Membership earlier, long moment);

    /**
     * Adds a call that is about to start.
     *
     * @param departuresBefore how many had departed when its participants were determined
     */
    void begin(NativeCall<?> call, int departuresBefore);

    void end(NativeCall<?> call);
}
