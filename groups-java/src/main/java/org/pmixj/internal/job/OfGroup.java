// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Procedure;
import org.pmixj.job.Job;

/**
 * Asks about the members of a group where the id of the group stands in the place of a namespace: asks about each job
 * that has members, and keeps what concerns them, in the order of their group ranks.
 */
public final class OfGroup<T> extends Procedure<List<T>> {
    /** Makes the call that asks about a namespace. */
    @FunctionalInterface
    public interface Calls<T> {
        /** Checks the namespace, null for all, and returns the call. */
        NativeCall<List<T>> about(@Nullable String nspace);
    }

    private interface Question<T> {
        /** Returns the answer, or throws, within some nanoseconds. */
        @Nullable
        List<T> ask(String nspace, long nanos);
    }

    private final List<ProcId> members;
    private final Question<T> question;
    private final Function<T, ProcId> proc;

    private OfGroup(Handle handle, String what, List<ProcId> members, Question<T> question, Function<T, ProcId> proc) {
        super(handle, what);
        this.members = members;
        this.question = question;
        this.proc = proc;
    }

    /** Returns the members of the group with an id, or null if this process is in no such group. */
    private static @Nullable List<ProcId> members(Handle handle, @Nullable String id) {
        return id != null && handle.session.addresses().isActive(id)
                ? handle.session.addresses().expand(List.of(ProcId.all(id)))
                : null;
    }

    /**
     * Returns the question about a group, or the call about a namespace if this process is in no group of that id.
     *
     * @param proc the process that an element of an answer concerns
     */
    public static <T> AddressBook.Operation<List<T>> of(
            Handle handle, String what, @Nullable String id, Calls<T> calls, Function<T, ProcId> proc) {
        handle.checkOpen();
        List<ProcId> members = members(handle, id);
        Question<T> question = (nspace, nanos) -> calls.about(nspace).run(nanos);
        return members == null
                ? calls.about(id)
                : new OfGroup<>(handle, what + " of group '" + id + "'", members, question, proc);
    }

    @Override
    protected List<T> call() {
        Map<ProcId, T> answers = new HashMap<>();
        Set<String> nspaces = new LinkedHashSet<>();
        members.forEach(member -> nspaces.add(member.nspace()));
        for (String nspace : nspaces) {
            try {
                Objects.requireNonNull(question.ask(nspace, Deadline.until(deadline.end())))
                        .forEach(answer -> answers.put(proc.apply(answer), answer));
            } catch (PmixException.NotFound e) {
                // The job has ended, or has no process on the node.
            }
        }
        return members.stream().map(answers::get).filter(Objects::nonNull).toList();
    }

    /** Returns the names of the nodes of the members of a group, or null if this process is in no group of that id. */
    public static @Nullable Procedure<List<String>> nodes(Handle handle, String what, @Nullable String id) {
        List<ProcId> members = members(handle, id);
        if (members == null) {
            return null;
        }
        Question<Place> question = (nspace, nanos) -> places(handle, members, nspace, nanos);
        OfGroup<Place> places = new OfGroup<>(handle, what + " of group '" + id + "'", members, question, Place::proc);
        return new Procedure<>(handle, places.what) {
            @Override
            protected List<String> call() {
                return places.call().stream().map(Place::node).distinct().toList();
            }
        };
    }

    /** Where a member runs. */
    private record Place(ProcId proc, String node) {}

    private static List<Place> places(Handle handle, List<ProcId> members, String nspace, long nanos) {
        Job job = JobImpl.other(handle.with(Duration.ofNanos(Math.max(1, nanos))), nspace);
        List<Place> places = new ArrayList<>();
        for (ProcId member : members) {
            if (member.nspace().equals(nspace)) {
                job.hostname(member.rank()).ifPresent(node -> places.add(new Place(member, node)));
            }
        }
        return places;
    }
}
