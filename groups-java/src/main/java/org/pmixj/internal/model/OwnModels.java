// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InTurn;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.notice.SendOrder;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Keeps the models that Java of this process declares: their resources, reach, and handles. */
public final class OwnModels {
    /** Holds one of the models: the handle that declared it first, and to whom it was declared so far. */
    record Own(Handle handle, ModelResources resources, Set<Reach> reached) {}

    /** The changes of models with their reports, so that the last report is what is known here. */
    final InTurn changes = new InTurn();

    private volatile boolean over;

    // The fields below are guarded by this. The keys are models without their resources.
    /** Declared models, and those whose declaration libpmix has not reported yet. */
    private final Map<ProgrammingModel, Own> expected = new LinkedHashMap<>();

    private final Map<ProgrammingModel, Own> models = new LinkedHashMap<>();
    /** The handles that report the end of the session. */
    private final Map<Reach, Handle> reporters = new EnumMap<>(Reach.class);

    static ProgrammingModel withoutResources(ProgrammingModel model) {
        return model.withResources(ModelResources.none());
    }

    /** Waits until all earlier {@link #changes} have ended. Throws if the session ends. */
    void awaitTurn(String what, long number, Deadline deadline) {
        if (!changes.await(number, deadline.end())) {
            throw Thread.currentThread().isInterrupted()
                    ? StatusCodes.interrupted(what)
                    : StatusCodes.timeout(what, deadline.nanos());
        }
        checkOpen(what);
    }

    /** Throws if the session ends: nothing is reported after its end. */
    void checkOpen(String what) {
        if (over) {
            throw StatusCodes.closed(what);
        }
    }

    synchronized @Nullable Own find(ProgrammingModel name) {
        return expected.get(name);
    }

    /** Records a model that is about to be declared, and returns its former state, for {@link #restore}. */
    synchronized @Nullable Own expect(Handle handle, ProgrammingModel model, Reach reach) {
        ProgrammingModel name = withoutResources(model);
        Own before = models.get(name);
        Set<Reach> reached = EnumSet.of(reach);
        if (before != null) {
            reached.addAll(before.reached);
        }
        expected.put(name, new Own(before == null ? handle : before.handle, model.resources(), reached));
        return before;
    }

    /** Undoes {@link #expect} after a failure. */
    synchronized void restore(ProgrammingModel model, @Nullable Own before) {
        if (before == null) {
            expected.remove(withoutResources(model));
        } else {
            expected.put(withoutResources(model), before);
        }
    }

    /** Records that an expected model is declared. */
    synchronized void declared(ProgrammingModel model) {
        ProgrammingModel name = withoutResources(model);
        models.put(name, Objects.requireNonNull(expected.get(name)));
    }

    /** Changes the resources of a model, and returns to whom it was declared. */
    synchronized Set<Reach> update(ProgrammingModel model) {
        Own known = require(model);
        Own now = new Own(known.handle, model.resources(), known.reached);
        models.put(withoutResources(model), now);
        expected.put(withoutResources(model), now);
        return EnumSet.copyOf(known.reached);
    }

    synchronized Own require(ProgrammingModel model) {
        Own known = models.get(withoutResources(model));
        if (known == null) {
            throw new IllegalStateException(
                    "this process has not declared " + withoutResources(model) + ": declare it first");
        }
        return known;
    }

    /** Returns the one model of a handle; empty if it has none or several. */
    synchronized Optional<ProgrammingModel> modelOf(Handle handle) {
        List<ProgrammingModel> its = new ArrayList<>();
        models.forEach((model, own) -> {
            if (own.handle.equals(handle)) {
                its.add(model);
            }
        });
        return its.size() == 1 ? Optional.of(its.getFirst()) : Optional.empty();
    }

    /** Records that processes within reach receive reports, and so must receive the end of the session. */
    synchronized void reports(Handle handle, Reach reach) {
        reporters.putIfAbsent(reach, handle.own());
    }

    /** Returns the models that Java has declared; all others that libpmix reports are from C libraries. */
    synchronized Set<ProgrammingModel> names() {
        return Set.copyOf(expected.keySet());
    }

    /** Asks all processes within reach to report again. */
    public void ask(Handle handle, Reach reach, Deadline deadline) {
        ModelNotices.ask(handle, reach).run(deadline.left());
    }

    /** Returns whether this process has declared anything to that reach. */
    public synchronized boolean hasReported(Reach reach) {
        return reporters.containsKey(reach);
    }

    /** Returns a function that reports the present models of this process to a job; null if the session ends. */
    public @Nullable Consumer<List<ProcId>> repetition(Reach reach) {
        // Taken before the models are read, so that later changes have higher numbers.
        long number = SendOrder.number();
        if (over) {
            // The event that reports the end of the session may have a lower number.
            return null;
        }
        List<ProgrammingModel> current = new ArrayList<>();
        Handle handle;
        synchronized (this) {
            models.forEach((model, own) -> {
                if (own.reached.contains(reach)) {
                    current.add(model.withResources(own.resources));
                }
            });
            handle = Objects.requireNonNull(reporters.get(reach));
        }
        return askers -> current.forEach(model ->
                ModelNotices.repeated(handle, model, reach, askers, number).run(Patience.ANSWER));
    }

    /** Reports the end of the session to everybody who received a report. Nothing is reported afterwards. */
    void end() {
        over = true;
        boolean interrupted = Thread.interrupted();
        changes.awaitIdle(Deadline.in(Patience.FAREWELL));
        if (!changes.isIdle()) {
            // A report under way may arrive after the end.
            PmixException late = StatusCodes.timeout("the end of programming models", Patience.FAREWELL);
            Log.warning(String.valueOf(late.getMessage()));
        }
        Map<Reach, Handle> all;
        synchronized (this) {
            all = new EnumMap<>(reporters);
        }
        all.forEach((reach, handle) -> ModelNotices.ended(handle, reach));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
