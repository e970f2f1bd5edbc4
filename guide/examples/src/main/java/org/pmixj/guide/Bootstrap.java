// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/** Constructs a group whose leaders do not know each other, and which adds a process that knows only its id. */
public final class Bootstrap {
    private Bootstrap() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            Group group = switch (pmix.self().rank()) {
                case 0 -> adding(pmix);
                case 1 -> added(pmix);
                default -> leading(pmix);
            };
            System.out.println("rank " + pmix.self().rank() + " is one of " + group.size());
            group.destruct();
        }
    }

    private static Group leading(Pmix pmix) {
        // --8<-- [start:leading]
        return pmix.groups()
                .construct(GroupRequest.named("myapp-services").bootstrap(3).build());
        // --8<-- [end:leading]
    }

    private static Group adding(Pmix pmix) {
        // --8<-- [start:adding]
        return pmix.groups()
                .construct(GroupRequest.named("myapp-services")
                        .bootstrap(3)
                        .addMembers(pmix.job().member(1))
                        .build());
        // --8<-- [end:adding]
    }

    private static Group added(Pmix pmix) {
        // --8<-- [start:added]
        return pmix.groups().construct(GroupRequest.added("myapp-services").build());
        // --8<-- [end:added]
    }
}
