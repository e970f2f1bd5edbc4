// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.trace.Rank.Operation;

/** Reads what one rank has recorded. Events of others than pmixj are passed over. */
final class RankReader {
    private static final String OURS = "pmixj.";

    /** The folder that {@code pmixj run --trace} has each rank write to: its namespace and its number. */
    private static final Pattern FOLDER = Pattern.compile("(.+)\\.(\\d+)");

    private static final long SECOND = 1_000_000_000L;

    private final Recording recording;
    private final int kept;
    /** The texts of all ranks, which are few. */
    private final Map<String, String> texts;

    private final Rank rank = new Rank();
    /** The calls of the rank that have not ended. The two events of a call may be read in either order. */
    private final Map<Call, Operation> entered = new HashMap<>();

    private boolean any;

    /** Identifies a call in one rank. */
    private record Call(String kind, String name, String members, long sequence, int copy, String within) {
        static Call of(Operation call) {
            return new Call(call.kind(), call.name(), call.members(), call.sequence(), call.copy(), call.within());
        }
    }

    RankReader(Recording recording, int kept, Map<String, String> texts) {
        this.recording = recording;
        this.kept = kept;
        this.texts = texts;
    }

    /** Returns the rank; null, with a problem, if it recorded nothing that says which one it is. */
    @Nullable
    Rank read(List<String> problems) throws IOException {
        int before = problems.size();
        for (Path file : recording.files()) {
            Recording.End end = Recording.read(file, this::event);
            rank.cut = !end.finished();
            if (!end.problem().isEmpty()) {
                problems.add(end.problem());
            }
        }
        if (!any) {
            if (problems.size() == before) {
                problems.add(recording.folder() + " has no events of pmixj");
            }
            return null;
        }
        if (rank.number < 0) {
            Path parent = recording.folder().toAbsolutePath().getParent();
            Matcher name = FOLDER.matcher(parent == null ? "" : String.valueOf(parent.getFileName()));
            if (!name.matches()) {
                problems.add(recording.folder() + " does not say which rank recorded it");
                return null;
            }
            rank.nspace = name.group(1);
            rank.number = Integer.parseInt(name.group(2));
        }
        rank.operations.forEach(call -> entered.remove(Call.of(call)));
        // These are the last calls, which were left out if any was.
        if (rank.dropped == 0) {
            entered.values().forEach(call -> rank.operations.add(call.during(call.begin(), rank.last)));
        }
        keepFirst();
        countTogether();
        rank.handled.sort(Comparator.comparingLong(Rank.Handled::begin));
        return rank;
    }

    /** The n-th calls of all ranks are compared, so each keeps its first ones. */
    private void keepFirst() {
        rank.operations.sort(Comparator.comparingLong(Operation::begin));
        if (rank.operations.size() > kept) {
            rank.dropped += rank.operations.size() - kept;
            rank.operations.subList(kept, rank.operations.size()).clear();
        }
    }

    /**
     * Numbers the collective calls of all copies of the library together. Each copy counts its own, and libpmix
     * completes the n-th call of one process with the n-th call of another, whichever copies they are of.
     */
    private void countTogether() {
        Map<List<String>, Map<Integer, Long>> latest = new HashMap<>();
        rank.operations.replaceAll(call -> {
            if (!call.isCollective()) {
                return call;
            }
            Map<Integer, Long> ofCopies =
                    latest.computeIfAbsent(List.of(call.kind(), call.name(), call.members()), _ -> new HashMap<>());
            ofCopies.merge(call.copy(), call.sequence(), Math::max);
            long ofOthers = 0;
            for (Map.Entry<Integer, Long> each : ofCopies.entrySet()) {
                ofOthers += each.getKey() == call.copy() ? 0 : each.getValue();
            }
            return ofOthers == 0 ? call : call.numbered(call.sequence() + ofOthers);
        });
    }

    private void event(RecordedEvent event) {
        String type = event.getEventType().getName();
        if (!type.startsWith(OURS)) {
            return;
        }
        any = true;
        long begin = nanos(event.getStartTime());
        long end = nanos(event.getEndTime());
        rank.covers(begin, end);
        switch (type.substring(OURS.length())) {
            case "Session" -> {
                rank.nspace = text(event, "nspace");
                rank.number = (int) number(event, "rank");
                rank.jobSize = (int) number(event, "size");
                rank.host = text(event, "node");
            }
            case "Operation" -> {
                Operation call = called(event, status(event), begin, end);
                add(call);
                entered.remove(Call.of(call));
            }
            case "OperationEntered" -> {
                Operation call = called(event, Operation.OPEN, begin, end);
                entered.put(Call.of(call), call);
            }
            case "HostQuery" -> add(operation(event, "query", text(event, "keys"), status(event), begin, end));
            case "EventSent" ->
                add(
                        rank.sent,
                        new Rank.Sent(
                                code(event),
                                text(event, "range"),
                                text(event, "targets"),
                                number(event, "id"),
                                begin,
                                end));
            case "HandlerCalled" ->
                add(
                        rank.handled,
                        new Rank.Handled(
                                text(event, "handler"),
                                code(event),
                                process(event),
                                number(event, "id"),
                                text(event, "outcome"),
                                begin,
                                end));
            case "Group" -> {
                long context = number(event, "contextId");
                add(
                        rank.changes,
                        new Rank.Change(
                                text(event, "name"),
                                text(event, "change"),
                                text(event, "members") + (context < 0 ? "" : ", context id " + context),
                                begin));
            }
            case "Phase" ->
                add(
                        rank.phases,
                        new Rank.Phase(text(event, "model"), text(event, "name"), text(event, "type"), begin, end));
            case "MemberLost" ->
                rank.losses.add(new Rank.Loss(
                        process(event), "group " + text(event, "group") + " has " + text(event, "members"), begin));
            default -> {
                // Later versions of the library may have more.
            }
        }
    }

    private void add(Operation call) {
        if (rank.operations.size() / 2 >= kept) {
            keepFirst();
        }
        rank.operations.add(call);
    }

    private <T> void add(List<T> list, T one) {
        if (list.size() < kept) {
            list.add(one);
        } else {
            rank.dropped++;
        }
    }

    private Operation called(RecordedEvent event, String status, long begin, long end) {
        return operation(event, text(event, "kind"), text(event, "name"), status, begin, end);
    }

    /** Returns an operation. It is of this rank alone if the event has no members. */
    private Operation operation(RecordedEvent event, String kind, String name, String status, long begin, long end) {
        return new Operation(
                rank,
                kind,
                name,
                text(event, "members"),
                (int) number(event, "size"),
                number(event, "sequence"),
                (int) number(event, "copy"),
                text(event, "within"),
                status,
                text(event, "failure"),
                begin,
                end,
                number(event, "nativeWait"),
                number(event, "dispatchWait"));
    }

    private String code(RecordedEvent event) {
        String name = text(event, "codeName");
        return name.isEmpty() ? text(event, "code") : name;
    }

    /** Returns the name of a status, without what all or many of them begin with. */
    private String status(RecordedEvent event) {
        return shared(text(event, "status").replaceFirst("^PMIX_(ERR_)?", ""));
    }

    private String process(RecordedEvent event) {
        String nspace = text(event, "nspace");
        return nspace.isEmpty() ? "" : shared(nspace + ":" + number(event, "rank"));
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * SECOND + time.getNano();
    }

    private String shared(String text) {
        return texts.computeIfAbsent(text, same -> same);
    }

    private String text(RecordedEvent event, String field) {
        Object value = event.hasField(field) ? event.getValue(field) : null;
        return value == null ? "" : shared(value.toString());
    }

    private static long number(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof Number number ? number.longValue() : 0;
    }
}
