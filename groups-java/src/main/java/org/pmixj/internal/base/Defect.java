// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.Locale;

/**
 * Names the defects of libpmix and PRRTE that this library works around. {@code DEFECTS.md} lists them, from what {@code
 * KnownDefect} in {@code src/checks} says.
 *
 * <p>A repair asks {@link #isHere} whether it is needed. {@code -Dpmixj.repair.NAME=off}, such as {@code
 * -Dpmixj.repair.fences-alike=off}, switches one off, so that a corrected libpmix can be tried, and {@code
 * -Dpmixj.repair.all=off} all of them: then no class of a {@code .repair} package is loaded. A defect has a
 * canary, a C program in {@code native/tests/defects} that shows the defect, or {@code KnownDefect} says why not; the
 * test that runs it fails when the defect is no longer there.
 */
public enum Defect {
    // --- data ----------------------------------------------------------------------------------------------------
    FENCES_ALIKE,
    FINALIZED_FENCE_COUNTS,
    FAILED_FENCE_SUCCEEDS,
    COLLECTED_VALUES_MISSING,
    DOUBLES_ARE_TEXT,
    SHARED_VALUE_POINTERS,
    LARGE_MESSAGE_DISCONNECTS,
    LARGE_FENCE_DISCONNECTS,
    GETS_SHARE_REQUEST,
    GET_OF_UNKNOWN_NAMESPACE_HANGS,
    GET_LEAKS_VALUE,
    VALUES_NOT_COPIED,

    // --- events --------------------------------------------------------------------------------------------------
    REPLAY_REVERSED,
    REPLAY_REPEATED,
    UNKNOWN_PLACE_ACCEPTED,
    NEW_EVENTS_DROPPED,
    NAMESPACE_RANGE_LEAKS,
    EVENT_FOR_NOBODY_ACCEPTED,
    ABORT_MESSAGE_LOST,
    SERVER_AWAITS_ACKNOWLEDGEMENT,

    // --- groups --------------------------------------------------------------------------------------------------
    DEAD_MEMBER_AWAITED,
    DEAD_MEMBER_COUNTED,
    FAULT_TOLERANCE_FAILS,
    ORDERLY_END_UNREPORTED,
    FAILURE_UNREPORTED,
    GROUP_IDS_COLLIDE,
    GROUP_OPERATIONS_ALIKE,
    LOCAL_GROUPS_COLLIDE,
    ADDED_MEMBERS_NOT_AWAITED,
    UNADDED_CALLER_COUNTED,
    NAMESPACE_AS_GROUP_ID,
    TIMEOUT_REPORTED_AS_ABORT,
    LEAVER_TAKEN_FOR_LOST,
    LATE_DEPARTURE_MISTAKEN,
    FAILED_CONSTRUCT_CONTINUES,
    PUBLISHED_VALUES_DROPPED,
    WAITING_LOOKUP_ANSWERED_AGAIN,
    LOOKUP_ANSWER_LOST,

    // --- the host ------------------------------------------------------------------------------------------------
    CONTROL_OF_NOBODY_IS_OF_ALL,
    SIGNAL_REACHES_ALL,
    CONNECT_CORRUPTS_HOST,
    FAILED_LAUNCH_HANGS,
    SPAWNED_STDIN_STAYS_OPEN,
    JOB_HOSTS_IGNORED,
    JOB_END_LOST,
    LEADER_RANK_OF_APPLICATION,
    FAILURE_UNREPORTED_TO_OTHER_JOBS;

    private final boolean here =
            !"off".equals(System.getProperty("pmixj.repair." + title(), System.getProperty("pmixj.repair.all")));

    /** Returns the name in lower case with hyphens, as its property and its canary have it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether any repair is needed. */
    public static boolean isAny() {
        for (Defect defect : values()) {
            if (defect.here) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the repair is needed: always, unless it was switched off. */
    public boolean isHere() {
        return here;
    }
}
