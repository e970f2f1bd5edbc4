// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.ProcId;
import org.pmixj.group.GroupRequest;

/** Describes in what a kind of groups differs from {@link #PLAIN}, the groups that an application constructs. */
public interface GroupKind {
    GroupKind PLAIN = new GroupKind() {};

    /** Returns what messages call a group of this kind. */
    default String title(String id) {
        return "group '" + id + "'";
    }

    /** Returns what messages call an operation on a group of this kind. */
    default String operation(String name, String id) {
        return name + " of " + title(id);
    }

    /**
     * Returns whether members keep their ranks when others depart; then only fault-tolerant operations go on. Such a
     * group is complete on the progress thread, in the order in which libpmix completes groups, which is the same for
     * all members: the construct waits for nothing after the answer of libpmix. The application does not see the group
     * among its groups.
     */
    default boolean isFixed() {
        return false;
    }

    /** Called when a group was constructed, often on the progress thread. */
    default void onMade(GroupImpl group) {}

    /** Called when a member departed, with the lock of the group's {@link Roster} held. */
    default void onGone(GroupImpl group, ProcId member) {}

    /** Called when this process left the group, with the lock of the group's {@link Roster} held. */
    default void onLeft(GroupImpl group) {}

    /**
     * Holds what the members have agreed on for the life of a group.
     *
     * @param notifyTermination whether members are notified when one fails
     * @param faultTolerant whether operations go on without failed members
     * @param kind the kind of the group
     */
    public record Traits(boolean notifyTermination, boolean faultTolerant, GroupKind kind) {
        /** Creates the traits of a group that the application constructs. */
        public Traits(boolean notifyTermination, boolean faultTolerant) {
            this(notifyTermination, faultTolerant, GroupKind.PLAIN);
        }

        static Traits of(GroupRequest request) {
            return new Traits(request.notifyTermination(), request.faultTolerant());
        }
    }
}
