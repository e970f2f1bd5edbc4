// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import org.pmixj.Pmix;

/** Does what {@link Cold} does except for the group: init and finalize. */
public final class ColdInit {
    private ColdInit() {}

    /**
     * Runs one rank.
     *
     * @param args none, or a folder
     * @throws IOException if the output cannot be written
     */
    public static void main(String[] args) throws IOException {
        try (Pmix pmix = Pmix.init()) {
            Cold.saveMemory(args, pmix.self().rank());
        }
    }
}
