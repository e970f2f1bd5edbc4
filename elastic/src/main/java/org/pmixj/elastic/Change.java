// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.group.Members;

/** Adds members to a group or removes some: an operation that all members start, and about which they decide. */
abstract class Change extends Verb {
    final ElasticGroup elastic;
    /** The state in which the operation started, not that after {@link #agree}. It names the decisions. */
    final State before;

    Change(String name, ElasticGroup elastic, Duration timeout) {
        super(elastic.pmix, name, elastic.state.plan().name(), timeout);
        this.elastic = elastic;
        this.before = elastic.state;
    }

    /**
     * Returns the decision of the members, after all that have not departed have sent a message.
     *
     * @param stage the end of the decision's name, another one for each decision of an operation
     * @param message what this process contributes
     * @param verdict makes the decision from the messages of the members, by rank
     */
    List<String> decide(String stage, List<String> message, Function<Map<ProcId, List<String>>, List<String>> verdict) {
        try {
            return before.consensus()
                    .decide("change-" + (before.plan().changes() + 1) + stage, left(), TEXTS, message, messages -> {
                        Map<ProcId, List<String>> present = new LinkedHashMap<>(messages);
                        present.keySet().retainAll(before.group().members());
                        return verdict.apply(present);
                    });
        } catch (PmixException.Timeout e) {
            throw (PmixException) expired(e.missing() + " have not come so far").initCause(e);
        }
    }

    /**
     * Lets the members agree that they request the same, and counts the operation in the state of the group. Returns those
     * that take part, by rank.
     */
    Members agree(String request) {
        List<String> agreed = decide("", List.of(request), requests -> {
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
        elastic.state = before.next(before.places());
        if (!agreed.getFirst().equals(request)) {
            throw new IllegalArgumentException(what + ": " + agreed.getFirst() + "; all members must request the same");
        }
        return Members.of(agreed.stream().skip(1).map(Verb::place).toList());
    }

    /** Ends when all members have succeeded. Throws, on all of them, if one has failed. */
    void finish(String stage, @Nullable RuntimeException failure) {
        List<String> own = failure == null ? OK : failed(pmix.self(), failure);
        List<String> worst = decide(
                stage,
                own,
                messages -> messages.values().stream()
                        .filter(Verb::isFailure)
                        .findFirst()
                        .orElse(OK));
        check(worst, failure);
    }
}
