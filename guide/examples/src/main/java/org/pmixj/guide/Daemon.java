// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.event.Registration;

/** Ends with the daemon of its node. */
public final class Daemon {
    private Daemon() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            // --8<-- [start:end]
            Registration ending = pmix.events()
                    .listen(
                            Statuses.ERR_LOST_CONNECTION,
                            event -> Runtime.getRuntime().halt(1));
            // --8<-- [end:end]
            System.out.println("rank " + pmix.self().rank() + ": watching " + ending.isActive());
            ending.close();
        }
    }
}
