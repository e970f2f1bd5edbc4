// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.pmixj.it.support.Ends;

/** One cell of the fault matrix: who of a group's members ends, how, when, and on how many nodes. */
record GroupFault(Who who, Ends how, When when, int nodes) {
    /** The processes are dealt to the nodes in turn. */
    enum Who {
        /** The first member. */
        FIRST(0),
        /** One whose node has another member. */
        ANOTHER(1),
        /** The member that has a node of its own. */
        ALONE(2),
        /** One of either kind at once. */
        TWO(1, 2);

        private final List<Integer> ranks;

        Who(Integer... ranks) {
            this.ranks = List.of(ranks);
        }
    }

    /** The moments, as {@code FAULTS.md} explains them. */
    enum When {
        BEFORE("before anybody has called the construct."),
        PENDING("while all others wait in the construct."),
        PENDING_TOLERANT("while all others wait in the construct of a fault-tolerant group."),
        CONTRIBUTED("after it has called the construct, and before another has."),
        COMPLETED("after the construct."),
        FENCE("while all others wait in a fence of the group."),
        FENCE_TOLERANT("while all others wait in a fault-tolerant fence, of a group that is not fault-tolerant."),
        LEAVE("while another member leaves."),
        DESTRUCT("while all others wait in the destruct."),
        AGREE("while all others wait in an agreement of `Consensus`."),
        REVOKE("after its server has learned that it revokes the group, while all others wait in a fence."),
        INVITED("after it was invited, and before it has answered; `FIRST`: before anybody has answered."),
        ACCEPTED("after it has accepted an invitation, and before another has answered.");

        private final String meaning;

        When(String meaning) {
            this.meaning = meaning;
        }

        /** Returns the line of the document that explains the moment. */
        String explanation() {
            return "  - `" + this + "`: " + meaning;
        }

        /** Whether the group is formed by invitation. */
        boolean invites() {
            return compareTo(INVITED) >= 0;
        }
    }

    static List<GroupFault> all() {
        List<GroupFault> cells = new ArrayList<>();
        for (int nodes : new int[] {1, 3}) {
            for (Who who : Who.values()) {
                for (Ends how : Ends.values()) {
                    for (When when : When.values()) {
                        // On one node nobody is alone.
                        if (nodes > 1 || who != Who.ALONE) {
                            cells.add(new GroupFault(who, how, when, nodes));
                        }
                    }
                }
            }
        }
        return List.copyOf(cells);
    }

    /** Some of them: every value of every column. */
    static List<GroupFault> some() {
        List<GroupFault> cells = new ArrayList<>();
        for (When when : When.values()) {
            int i = when.ordinal();
            cells.add(new GroupFault(Who.values()[i % 4], Ends.values()[(i + 1) % 4], when, 3));
        }
        cells.add(new GroupFault(Who.FIRST, Ends.KILLED, When.FENCE, 1));
        cells.add(new GroupFault(Who.TWO, Ends.CLOSED, When.PENDING, 1));
        cells.add(new GroupFault(Who.ANOTHER, Ends.EXITED, When.DESTRUCT, 1));
        return List.copyOf(cells);
    }

    static GroupFault parse(String cell) {
        String[] parts = cell.split("-");
        return new GroupFault(
                Who.valueOf(parts[0]), Ends.valueOf(parts[1]), When.valueOf(parts[2]), Integer.parseInt(parts[3]));
    }

    /** Returns the text that {@link #parse} reads. */
    String argument() {
        return who + "-" + how + "-" + when + "-" + nodes;
    }

    int ranks() {
        return nodes == 1 ? 4 : 5;
    }

    List<Integer> victims() {
        return who.ranks;
    }

    List<Integer> survivors() {
        return IntStream.range(0, ranks())
                .filter(rank -> !victims().contains(rank))
                .boxed()
                .toList();
    }

    /** Returns whether the victim, a member that lives, cannot be distinguished from a slow one. */
    boolean isUnnoticed() {
        boolean isMember =
                when != When.PENDING_TOLERANT && when != When.INVITED && !(when == When.ACCEPTED && who == Who.FIRST);
        return how == Ends.SILENT && isMember;
    }

    /** Who calls late, or leaves. */
    int last() {
        return ranks() - 1;
    }

    @Override
    public String toString() {
        return (who + " " + how + " " + when).toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + nodes
                + (nodes == 1 ? " node" : " nodes");
    }
}
