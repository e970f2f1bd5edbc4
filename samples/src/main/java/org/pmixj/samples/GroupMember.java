// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.List;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.Group;

/**
 * Constructs a group with ranks that are programs in C, {@code group-member.c}, which does the same. The last member
 * leaves, and the others end the group. Half of the ranks of the job are in C, unless they are started otherwise.
 */
public final class GroupMember {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key<Integer> NUMBER = Key.of("member.number", ValueType.INT32);
    private static final Key<String> LANGUAGE = Key.of("member.language", ValueType.STRING);

    private GroupMember() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    // --8<-- [start:main]
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            int rank = pmix.self().rank();
            pmix.put(Scope.GLOBAL, NUMBER, rank + 1);
            pmix.put(Scope.GLOBAL, LANGUAGE, "Java");
            pmix.commit();

            Group group = pmix.groups().construct("java-and-c", pmix.job().members());
            List<ProcId> members = group.members(); // before anybody leaves
            group.fence();
            int sum = 0;
            int inC = 0;
            for (ProcId member : members) {
                sum += pmix.get(member, NUMBER);
                inC += pmix.get(member, LANGUAGE).equals("C") ? 1 : 0;
            }
            System.out.println("rank " + rank + " in Java: " + inC + " of " + members.size()
                    + " members are in C, the sum is " + sum);

            if (members.getLast().equals(pmix.self())) {
                group.leave();
                System.out.println("rank " + rank + " in Java: has left");
            } else {
                group.awaitSize(members.size() - 1, BOUND);
                group.fence(); // of those who remain
                group.destruct();
                System.out.println("rank " + rank + " in Java: the group has ended");
            }
        }
    }
    // --8<-- [end:main]
}
