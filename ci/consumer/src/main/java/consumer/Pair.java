// SPDX-License-Identifier: Apache-2.0
package consumer;

import org.pmixj.Pmix;
import org.pmixj.group.Group;

/** Constructs a group of all ranks, and prints the rank and how the program was started. */
public class Pair {
    private Pair() {}

    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups().construct("pair", pmix.job().members());
            group.fence();
            Module module = Pmix.class.getModule();
            System.out.println("rank " + group.rank() + " of " + group.size() + ", pmixj in "
                    + (module.isNamed() ? "module " + module.getName() : "the class path"));
            group.destruct();
        }
    }
}
