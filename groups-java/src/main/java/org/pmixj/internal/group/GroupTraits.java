// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.group.GroupRequest;

/**
 * What the members agreed upon for the life of a group.
 *
 * @param notifyTermination whether members are notified when one fails
 * @param faultTolerant whether operations go on without failed members
 * @param kind the kind of the group
 */
public record GroupTraits(boolean notifyTermination, boolean faultTolerant, GroupKind kind) {
    /** Creates the traits of a group that the application constructs. */
    public GroupTraits(boolean notifyTermination, boolean faultTolerant) {
        this(notifyTermination, faultTolerant, GroupKind.PLAIN);
    }

    static GroupTraits of(GroupRequest request) {
        return new GroupTraits(request.notifyTermination(), request.faultTolerant());
    }
}
