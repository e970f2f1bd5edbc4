// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/** Holds what the operations of {@link ElasticGroup} have in common: one deadline, and the messages of the members. */
final class Verb {
    private static final ValueType<List<String>> TEXTS = ValueType.listOf(ValueType.STRING);
    /** A message that starts with it reports no failure. */
    private static final String OK = "ok";

    private static final String FAILED = "failed";
    private static final String DIFFER = "differ";
    /** How long one question waits: after it, departures are noticed and another one's decision is seen. */
    private static final Duration SLICE = Duration.ofMillis(250);

    /** Before the text of a process that has departed, in what new processes read. */
    private static final String VACANT = "-";

    final String what;
    private final Duration timeout;
    private final long end;
    /** The decisions that this process has published, and withdraws when nobody reads them any more. */
    private final List<Key<?>> published;

    Verb(String name, String group, Duration timeout, List<Key<?>> published) {
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException(
                    name + ": the timeout " + timeout + " is not positive; give more than zero");
        }
        this.what = name + (group.isEmpty() ? "" : " of group '" + group + "'");
        this.timeout = timeout;
        this.published = published;
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

    /** Returns most of the time that is left. A failure in this time can still be reported to the others. */
    Duration most() {
        return left().multipliedBy(4).dividedBy(5);
    }

    PmixException.Timeout expired(String why) {
        return new PmixException.Timeout(
                what + " timed out after " + timeout.toMillis() + " ms: " + why, Statuses.ERR_TIMEOUT);
    }

    static String describe(ProcId place, boolean isVacant) {
        return (isVacant ? VACANT : "") + place.nspace() + ":" + place.rank();
    }

    static boolean isVacant(String described) {
        return described.startsWith(VACANT);
    }

    static ProcId place(String described) {
        String proc = isVacant(described) ? described.substring(VACANT.length()) : described;
        int colon = proc.lastIndexOf(':');
        return new ProcId(proc.substring(0, colon), Integer.parseInt(proc.substring(colon + 1)));
    }

    // --- decisions -----------------------------------------------------------------------------------------------

    /**
     * Returns what the members decide, the same in all of them although some end meanwhile: the host keeps the first
     * decision that is published under a name, and refuses others.
     *
     * @param stage names the decision
     * @param proposal what this process proposes; null as long as it waits for others, or for another one's decision
     */
    List<String> decision(Pmix pmix, String stage, Supplier<@Nullable List<String>> proposal) {
        Key<List<String>> key = key(stage);
        while (true) {
            Duration slice = slice();
            List<String> proposed = proposal.get();
            if (proposed != null) {
                try {
                    pmix.directory()
                            .publish(PublishRequest.builder()
                                    .value(key, proposed)
                                    // Not until its publisher's job ends: others may read it later.
                                    .persistence(Persistence.SESSION)
                                    .build());
                    published.add(key);
                } catch (PmixException.Exists e) {
                    // Another one was first.
                }
            }
            List<String> decided = find(pmix, slice, List.of(key)).get(key);
            if (decided != null) {
                return decided;
            }
        }
    }

    /**
     * Returns what the members decide when all that have not departed have sent a message.
     *
     * @param verdict makes the decision from the messages, by rank
     */
    List<String> decision(
            Pmix pmix,
            Group group,
            String stage,
            List<String> message,
            Function<Map<ProcId, List<String>>, List<String>> verdict) {
        Key<List<String>> own = key(stage, pmix.self());
        pmix.directory().publish(own, message);
        try {
            return decision(pmix, stage, () -> {
                List<ProcId> members = group.members();
                Map<Key<List<String>>, List<String>> found = find(
                        pmix,
                        slice(),
                        members.stream().map(member -> key(stage, member)).toList());
                Map<ProcId, List<String>> messages = new LinkedHashMap<>();
                for (ProcId member : members) {
                    List<String> sent = found.get(key(stage, member));
                    if (sent != null) {
                        messages.put(member, sent);
                    }
                }
                List<ProcId> silent = new ArrayList<>(group.members());
                silent.removeAll(messages.keySet());
                // The end of a process may not have been reported here yet.
                silent.removeAll(new HostView(pmix).ended(silent));
                return silent.isEmpty() ? verdict.apply(messages) : null;
            });
        } finally {
            // Whoever has not read it yet finds the decision.
            pmix.directory().unpublish(own);
        }
    }

    private Duration slice() {
        Duration left = left();
        return left.compareTo(SLICE) < 0 ? left : SLICE;
    }

    /** Waits for values, and returns those that are there in the end. */
    private static Map<Key<List<String>>, List<String>> find(Pmix pmix, Duration slice, List<Key<List<String>>> keys) {
        Map<Key<List<String>>, List<String>> found = new HashMap<>();
        LookupRequest.Builder request = LookupRequest.builder().keys(keys.toArray(Key<?>[]::new));
        try {
            add(
                    found,
                    pmix.directory().lookup(request.waitForAll().timeout(slice).build()),
                    keys);
        } catch (PmixException.Timeout e) {
            LookupRequest present =
                    LookupRequest.builder().keys(keys.toArray(Key<?>[]::new)).build();
            try {
                add(found, pmix.directory().lookup(present), keys);
            } catch (PmixException.NotFound none) {
                // Nothing is there yet.
            }
        }
        return found;
    }

    private static void add(Map<Key<List<String>>, List<String>> found, Lookup lookup, List<Key<List<String>>> keys) {
        keys.forEach(key -> lookup.find(key).ifPresent(value -> found.put(key, value)));
    }

    static Key<List<String>> key(String stage) {
        return Key.of("org.pmixj.elastic.group." + stage, TEXTS);
    }

    private static Key<List<String>> key(String stage, ProcId member) {
        return key(stage + "." + member);
    }

    /**
     * Lets the members agree that they request the same. Returns those that take part, by rank.
     *
     * @param id names this change
     * @param decided called when it was decided, whatever that is: the next change has another name
     */
    List<ProcId> agree(Pmix pmix, Group group, String id, List<String> request, Runnable decided) {
        List<String> agreed = decision(pmix, group, id, request, requests -> {
            List<String> first = requests.values().iterator().next();
            for (Map.Entry<ProcId, List<String>> each : requests.entrySet()) {
                if (!each.getValue().equals(first)) {
                    return List.of(DIFFER, each.getKey() + " requests " + each.getValue() + ", and others " + first);
                }
            }
            List<String> members = new ArrayList<>(List.of(OK));
            requests.keySet().forEach(member -> members.add(describe(member, false)));
            return members;
        });
        decided.run();
        if (agreed.getFirst().equals(DIFFER)) {
            throw new IllegalArgumentException(what + ": " + agreed.getLast() + "; all members must request the same");
        }
        // All have ended the change before.
        Key<?> now = key(id);
        List<Key<?>> old = published.stream().filter(key -> !key.equals(now)).toList();
        if (!old.isEmpty()) {
            pmix.directory().unpublish(old.toArray(Key<?>[]::new));
            published.removeAll(old);
        }
        return agreed.stream().skip(1).map(Verb::place).toList();
    }

    static List<String> ok(String... more) {
        List<String> message = new ArrayList<>(List.of(OK));
        message.addAll(List.of(more));
        return message;
    }

    /** Returns the message of a failure: its status, its text, and the processes that were lost. */
    static List<String> failed(ProcId member, RuntimeException failure) {
        PmixStatus status = failure instanceof PmixException known ? known.status() : Statuses.ERROR;
        List<String> message = new ArrayList<>(
                List.of(FAILED, Integer.toString(status.code()), " on " + member + ": " + failure.getMessage()));
        if (failure instanceof PmixException.MemberLost lost) {
            lost.lost().forEach(process -> message.add(describe(process, false)));
        }
        return message;
    }

    static List<String> lost(ProcId member) {
        return List.of(
                FAILED,
                Integer.toString(Statuses.ERR_LOST_CONNECTION.code()),
                ": member " + member + " has ended or left",
                describe(member, false));
    }

    /** Returns the first failure of members, or success. */
    static List<String> worst(Map<ProcId, List<String>> messages) {
        return messages.values().stream().filter(Verb::isFailure).findFirst().orElse(ok());
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

    // --- the new group -------------------------------------------------------------------------------------------

    /** Returns the request by which old and new members construct a group. */
    GroupRequest request(String id, List<ProcId> members, boolean hasContextId) {
        GroupRequest.Builder request = GroupRequest.named(id).members(members).timeout(most());
        if (hasContextId) {
            request.assignContextId();
        }
        return request.build();
    }
}
