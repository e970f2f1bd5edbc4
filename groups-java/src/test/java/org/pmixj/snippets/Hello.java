// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

// @start region="hello"
import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

public class Hello {
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups()
                    .construct(GroupRequest.named("myapp-all")
                            .members(pmix.job().members())
                            .build());
            System.out.println(pmix.self() + " is " + group.rank() + " of " + group.size());
            group.fence();
            group.destruct();
        }
    }
}
// @end
