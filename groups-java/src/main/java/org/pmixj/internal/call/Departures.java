// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

/** Who has departed from those who take part in collective calls; ends the calls that wait for one who has. */
public interface Departures {
    /** Returns how many have departed so far. */
    int departures();

    /**
     * A call is about to start.
     *
     * @param known how many had departed when it was decided who takes part
     */
    void begin(NativeCall<?> call, int known);

    /** A call has ended. */
    void end(NativeCall<?> call);
}
