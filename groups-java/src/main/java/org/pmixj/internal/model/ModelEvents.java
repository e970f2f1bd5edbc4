// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.OpenMpi;
import org.pmixj.internal.model.repair.AskModelsAgain;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Receives the events of models and updates the {@link ModelTable}. */
final class ModelEvents {
    private final Session session;
    private final ModelTable table;
    final AskModelsAgain missed;
    /** Held while Open MPI is asked. The progress thread does not wait for it. */
    private final Object mpi = new Object();

    private boolean lookedForMpi;

    ModelEvents(Session session, ModelTable table) {
        this.session = session;
        this.table = table;
        this.missed = new AskModelsAgain(session, table.own);
    }

    /** Registers for the events, and waits until those of this process, which libpmix keeps, were delivered. */
    void listen(Handle handle, Deadline deadline) {
        NativeRegistrations events = NativeRegistrations.of(session);
        events.ensureInternal(handle, EventCodes.ofMembers());
        events.await(handle, ModelTable.CODES, deadline.what(), deadline.left());
        findMpi();
    }

    /**
     * Adds Open MPI if it is initialised. It declares itself in {@code MPI_Init}, before this session, and libpmix
     * reports that only to the first handler afterwards, which may belong to another library.
     */
    private void findMpi() {
        synchronized (mpi) {
            if (lookedForMpi || !session.joins) {
                return;
            }
            String version = OpenMpi.initialized();
            if (version != null) {
                table.addFirst(ModelCodec.openMpi(version));
            }
            lookedForMpi = true;
        }
    }

    /** Processes an event, on the progress thread. Returns true if no handler is to receive it. */
    boolean arrived(ReceivedEvent event) {
        ProcId source = event.source;
        if (source == null) {
            return false;
        }
        boolean self = source.equals(session.self());
        if (event.find(WireKeys.MODEL_ASKED) != null) {
            if (!self) {
                missed.asked(source, isSentTo(event, Reach.NODE) ? Reach.NODE : Reach.JOB);
            }
            return true;
        }
        ProgrammingModel model = ModelCodec.model(event);
        boolean repeated =
                event.find(WireKeys.MODEL_AGAIN) != null && model != null && table.find(source, model) != null;
        if (event.find(WireKeys.MODEL_ENDED) != null) {
            if (!self) {
                // Java's events are numbered from 1; those of a C library, which has not ended, are not.
                table.end(source, 1, event.sequence);
            }
        } else if (!table.isOutdated(source, ModelCodec.number(event))) {
            if (event.code != PMIxConstants.PMIX_MODEL_DECLARED()) {
                changed(event, source, model);
            } else if (model != null && (!self || !isOurs(event))) {
                // This process knows its own declarations; it sends them only to others.
                declared(event, source, model);
            }
        }
        return repeated;
    }

    /** Returns whether this library has sent an event. */
    private static boolean isOurs(ReceivedEvent event) {
        return event.find(WireKeys.MODEL_REACH) != null;
    }

    private static boolean isSentTo(ReceivedEvent event, Reach reach) {
        return reach.name().equals(event.text(WireKeys.MODEL_REACH));
    }

    private void declared(ReceivedEvent event, ProcId source, ProgrammingModel model) {
        boolean self = source.equals(session.self());
        OwnModels.Own mine = self ? table.own.find(model) : null;
        if (self && mine == null && EarlierModels.get().own().contains(model)) {
            // A C library has kept libpmix initialised, which repeats a declaration of an earlier session.
            return;
        }
        ModelResources resources = mine == null ? ModelCodec.resources(event) : mine.resources();
        long number = ModelCodec.number(event);
        ModelEntry known = table.find(source, model);
        if (known == null) {
            ModelEntry added = new ModelEntry(source, model);
            added.here = isSentTo(event, Reach.NODE);
            added.owner = mine == null ? null : mine.handle();
            added.use(resources, true, number);
            table.add(added);
        } else if (isOurs(event)) {
            known.here |= isSentTo(event, Reach.NODE);
            ModelResources before = known.resources;
            known.use(resources, true, number);
            if (!known.resources.equals(before)) {
                table.reportResources(ModelActivity.Kind.RESOURCES, source, Optional.of(model.name()), known.resources);
            }
        }
    }

    private void changed(ReceivedEvent event, ProcId source, @Nullable ProgrammingModel model) {
        ModelResources resources = ModelCodec.resources(event);
        boolean whole = ModelCodec.isWhole(event);
        if (event.code == PMIxConstants.PMIX_MODEL_RESOURCES() && (!resources.isEmpty() || whole)) {
            table.use(source, model, resources, whole, event.sequence, isOurs(event));
        }
        table.report(new ModelActivity(
                kind(event),
                source,
                model == null ? Optional.empty() : Optional.of(model.name()),
                resources,
                ModelCodec.read(event, EventKeys.PHASE_NAME),
                ModelCodec.read(event, EventKeys.PHASE_TYPE)));
    }

    private static ModelActivity.Kind kind(ReceivedEvent event) {
        if (event.code == PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED()) {
            return ModelActivity.Kind.PARALLEL_ENTERED;
        } else if (event.code == PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED()) {
            return ModelActivity.Kind.PARALLEL_EXITED;
        } else if (ModelCodec.read(event, EventKeys.PHASE_NAME).isEmpty()) {
            return ModelActivity.Kind.RESOURCES;
        }
        return event.find(WireKeys.MODEL_LEFT) instanceof PmixValue.Bool left && left.value()
                ? ModelActivity.Kind.PHASE_LEFT
                : ModelActivity.Kind.PHASE_ENTERED;
    }
}
