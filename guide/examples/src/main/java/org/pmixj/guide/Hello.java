// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

// --8<-- [start:hello]
import org.pmixj.Pmix;
import org.pmixj.group.Group;

public class Hello {
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups().construct("myapp-all", pmix.job().members());
            System.out.println("I am " + group.rank() + " of " + group.size());
            group.fence();
            group.destruct();
        }
    }
}
// --8<-- [end:hello]
