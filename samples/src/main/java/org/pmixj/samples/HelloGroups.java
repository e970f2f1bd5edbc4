// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * Each rank prints its identity. All ranks form a group, and the even and the odd ones a group each, in which every member
 * reads a value that its neighbour has put.
 */
public final class HelloGroups {
    private static final Key<String> GREETING = Key.of("hello.greeting", ValueType.STRING);

    private HelloGroups() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            ProcId self = pmix.self();
            say(
                    self,
                    "one of " + pmix.job().size() + ", process "
                            + ProcessHandle.current().pid());

            Group all = pmix.groups()
                    .construct(GroupRequest.named("hello-all")
                            .members(pmix.job().members())
                            .assignContextId()
                            .build());
            OptionalLong contextId = all.contextId();
            say(
                    self,
                    "group " + all.id() + ": rank " + all.rank() + " of " + all.size()
                            + (contextId.isPresent() ? ", context id " + contextId.getAsLong() : ""));

            // Each parity calls with its own members only: the two groups are constructed concurrently.
            String parity = self.rank() % 2 == 0 ? "even" : "odd";
            Group half = pmix.groups().construct("hello-" + parity, sameParity(pmix));

            pmix.put(Scope.GLOBAL, GREETING, "greetings from " + parity + " member " + half.rank());
            pmix.commit();
            half.fence();
            ProcId neighbour = half.members().get((half.rank() + 1) % half.size());
            say(
                    self,
                    "group " + half.id() + ": rank " + half.rank() + " of " + half.size() + ", " + neighbour + " says: "
                            + pmix.get(neighbour, GREETING));

            half.destruct();
            all.destruct();
            say(self, "groups destructed");
        }
    }

    private static List<ProcId> sameParity(Pmix pmix) {
        List<ProcId> members = new ArrayList<>();
        for (int rank = pmix.self().rank() % 2; rank < pmix.job().size(); rank += 2) {
            members.add(pmix.job().member(rank));
        }
        return members;
    }

    private static void say(ProcId self, String what) {
        System.out.println("rank " + self.rank() + ": " + what);
    }
}
