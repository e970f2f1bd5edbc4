// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;

/**
 * Holds what the operations of {@link ElasticGroup} have in common: the handle, one deadline, and the messages about
 * failures.
 */
class Verb {
    static final ValueType<List<String>> TEXTS = ValueType.listOf(ValueType.STRING);
    /** A message that reports no failure. */
    static final List<String> OK = List.of("ok");

    private static final String FAILED = "failed";

    final Pmix pmix;
    final String what;
    private final Duration timeout;
    private final long end;

    Verb(Pmix pmix, String name, String group, Duration timeout) {
        // Throws if it is not positive.
        CollectiveOptions _ = CollectiveOptions.within(timeout);
        this.pmix = pmix;
        this.what = name + (group.isEmpty() ? "" : " of group '" + group + "'");
        this.timeout = timeout;
        // Decades are enough, and do not overflow.
        this.end = System.nanoTime() + Math.min(TimeUnit.NANOSECONDS.convert(timeout), Long.MAX_VALUE / 4);
    }

    Duration left() {
        long nanos = end - System.nanoTime();
        if (nanos <= 0) {
            throw expired("it has used up its time");
        }
        return Duration.ofNanos(nanos);
    }

    /** Returns the time that is left, or a longer one. */
    Duration leftOr(Duration least) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return left.compareTo(least) < 0 ? least : left;
    }

    /** Returns most of the time that is left. A failure in this time can still be reported to the others. */
    Duration most() {
        return left().multipliedBy(4).dividedBy(5);
    }

    PmixException.Timeout expired(String why) {
        return new PmixException.Timeout(
                what + " timed out after " + timeout.toMillis() + " ms: " + why, Statuses.ERR_TIMEOUT);
    }

    static ProcId place(String described) {
        int colon = described.lastIndexOf(':');
        return new ProcId(described.substring(0, colon), Integer.parseInt(described.substring(colon + 1)));
    }

    // --- messages ------------------------------------------------------------------------------------------------

    /** Returns the message of a failure: its status, its text, and the processes that were lost. */
    static List<String> failed(ProcId member, RuntimeException failure) {
        PmixStatus status = failure instanceof PmixException known ? known.status() : Statuses.ERROR;
        List<String> message = new ArrayList<>(
                List.of(FAILED, Integer.toString(status.code()), " on " + member + ": " + failure.getMessage()));
        if (failure instanceof PmixException.MemberLost lost) {
            lost.lost().forEach(process -> message.add(process.toString()));
        }
        return message;
    }

    static List<String> lost(ProcId member) {
        return List.of(
                FAILED,
                Integer.toString(Statuses.ERR_LOST_CONNECTION.code()),
                ": member " + member + " has ended or left",
                member.toString());
    }

    static boolean isFailure(List<String> message) {
        return message.getFirst().equals(FAILED);
    }

    /** Reports this process's own failure, with its trace, or the one that was decided, by an exception. */
    void check(List<String> decided, @Nullable RuntimeException own) {
        if (own != null) {
            throw own;
        } else if (!isFailure(decided)) {
            return;
        }
        PmixStatus status = new PmixStatus(Integer.parseInt(decided.get(1)));
        String text = what + " failed" + decided.get(2);
        List<ProcId> lost = decided.stream().skip(3).map(Verb::place).toList();
        if (!lost.isEmpty()) {
            throw new PmixException.MemberLost(text, status, lost);
        } else if (status.equals(Statuses.ERR_TIMEOUT)) {
            throw new PmixException.Timeout(text, status);
        } else if (status.equals(Statuses.ERR_NOT_SUPPORTED)) {
            throw new PmixException.NotSupported(text, status, null);
        }
        throw new PmixException(text, status);
    }
}
