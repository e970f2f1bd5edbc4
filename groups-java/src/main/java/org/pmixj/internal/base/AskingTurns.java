// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

/**
 * Decides when a member of a group asks the host about the others, while they wait: soon at first, then less often.
 * Each answer is as long as the job is large, so the members of a large group take turns.
 *
 * @param index the place of the member among all
 * @param size how many members there are
 */
public record AskingTurns(int index, int size) {
    // So many members ask in an interval; all, if there are no more.
    private static final int AT_A_TIME = 32;

    // The longest time between two questions of a member: intervals of a small group, rounds of turns of a large one.
    private static final int LONGEST = 16;

    /** Returns whether the member asks after so many intervals. */
    public boolean isDue(int intervals) {
        int turns = (size - 1) / AT_A_TIME + 1;
        int round = (intervals - 1) / turns + 1;
        boolean isTurn = intervals > 0 && (intervals - 1) % turns == index % turns;
        return isTurn && (round % LONGEST == 0 || Integer.bitCount(round) == 1);
    }
}
