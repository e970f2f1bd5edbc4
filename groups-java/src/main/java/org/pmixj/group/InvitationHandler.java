// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

/**
 * Answers invitations. It is called on the executor of the handle and may block. Several calls may run at once.
 *
 * {@snippet file="GroupSnippets.java" region="invitation"}
 */
@FunctionalInterface
public interface InvitationHandler {
    /** Lists the answers of a handler. */
    enum Reply {
        /** Accepts the invitation with {@link AcceptOptions#defaults}; {@link Invitation#outcome} has the group. */
        ACCEPT,
        /** Declines the invitation. */
        DECLINE,
        /** Leaves the invitation to the next handler or any thread; or the handler has answered it. */
        LATER
    }

    /**
     * Handles an invitation of this process.
     *
     * @param invitation the invitation
     * @return the answer; null or an exception is logged and counts as {@link Reply#LATER}
     * @throws Exception is logged
     */
    Reply handle(Invitation invitation) throws Exception;
}
