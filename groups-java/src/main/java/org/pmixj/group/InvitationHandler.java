// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

/**
 * Answers invitations. It is called on the session's executor and may block; several invitations may be handled at
 * once.
 *
 * {@snippet file="GroupSnippets.java" region="invitation"}
 */
@FunctionalInterface
public interface InvitationHandler {
    /** Lists what becomes of an invitation when the handler returns. */
    enum Reply {
        /** It is accepted with {@link AcceptOptions#defaults}; its {@link Invitation#outcome} has the group. */
        ACCEPT,
        /** It is declined. */
        DECLINE,
        /** It stays open for the next handler, or to be answered by any thread later; or the handler has answered. */
        LATER
    }

    /**
     * Handles an invitation of this process.
     *
     * @param invitation by whom to what
     * @return the answer; an exception, or null, is logged and counts as {@link Reply#LATER}
     * @throws Exception is logged
     */
    Reply handle(Invitation invitation) throws Exception;
}
