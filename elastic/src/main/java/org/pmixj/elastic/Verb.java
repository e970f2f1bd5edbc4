// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Members;

/** Holds what the operations of {@link ElasticGroup} have in common: one deadline, and the decisions of the members. */
final class Verb {
    static final ValueType<List<String>> TEXTS = ValueType.listOf(ValueType.STRING);
    /** A message that reports no failure. */
    static final List<String> OK = List.of("ok");

    private static final String FAILED = "failed";

    final String what;
    private final Duration timeout;
    private final long end;

    Verb(String name, String group, Duration timeout) {
        // Throws if it is not positive.
        CollectiveOptions _ = CollectiveOptions.within(timeout);
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

    // --- decisions -----------------------------------------------------------------------------------------------

    /**
     * Returns the decision of the members, after all that have not departed have sent a message.
     *
     * @param before the state in which the operation started, not that after {@link #agree}: it names the decision
     * @param stage the end of the decision's name, another one for each decision of an operation
     * @param message what this process contributes
     * @param verdict makes the decision from the messages of the members, by rank
     */
    List<String> decide(
            State before,
            String stage,
            List<String> message,
            Function<Map<ProcId, List<String>>, List<String>> verdict) {
        try {
            return before.consensus()
                    .decide("change-" + (before.plan().changes() + 1) + stage, left(), TEXTS, message, messages -> {
                        Map<ProcId, List<String>> present = new LinkedHashMap<>(messages);
                        present.keySet().retainAll(before.group().members());
                        return verdict.apply(present);
                    });
        } catch (PmixException.Timeout e) {
            PmixException.Timeout failure = expired(e.missing() + " have not come so far");
            failure.initCause(e);
            throw failure;
        }
    }

    /**
     * Lets the members agree that they request the same, and counts the operation in the state of the group. Returns those
     * that take part, by rank.
     */
    Members agree(ElasticGroup elastic, String request) {
        State before = elastic.state();
        List<String> agreed = decide(before, "", List.of(request), requests -> {
            String first = requests.values().iterator().next().getFirst();
            List<String> members = new ArrayList<>(List.of(first));
            for (Map.Entry<ProcId, List<String>> each : requests.entrySet()) {
                String other = each.getValue().getFirst();
                if (!other.equals(first)) {
                    return List.of(each.getKey() + " requests " + other + ", and others " + first);
                }
                members.add(each.getKey().toString());
            }
            return members;
        });
        // The next operation has another name, whatever was decided.
        elastic.set(before.next(before.places()));
        if (!agreed.getFirst().equals(request)) {
            throw new IllegalArgumentException(what + ": " + agreed.getFirst() + "; all members must request the same");
        }
        return Members.of(agreed.stream().skip(1).map(Verb::place).toList());
    }

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

    /** Ends when all members have succeeded. Throws, on all of them, if one has failed. */
    void finish(State before, String stage, ProcId self, @Nullable RuntimeException failure) {
        List<String> own = failure == null ? OK : failed(self, failure);
        List<String> worst = decide(
                before,
                stage,
                own,
                messages -> messages.values().stream()
                        .filter(Verb::isFailure)
                        .findFirst()
                        .orElse(OK));
        check(worst, failure);
    }

    private static boolean isFailure(List<String> message) {
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
