// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;

/**
 * Keeps the models that this process knows, and their listeners. Events arrive in order only per code. So the resources
 * of a model may arrive before its declaration, and a declaration after the end of its process. A process numbers all
 * its events; the numbers show which is newer.
 */
public final class ModelTable implements SessionPart {
    private static final SessionPart.Slot<ModelTable> SLOT = SessionPart.Slot.of(3, ModelTable::new);

    /** The codes of the events of models. */
    static final List<Integer> CODES = List.of(
            PMIxConstants.PMIX_MODEL_DECLARED(),
            PMIxConstants.PMIX_MODEL_RESOURCES(),
            PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED(),
            PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED());

    /** The most entries that are kept: more than any job has. */
    private static final int MAX_ENTRIES = 1 << 16;

    private static final String SUBJECT = "programming models";

    private record Key(ProcId proc, ProgrammingModel model) {}

    private final Session session;
    final OwnModels own = new OwnModels();
    final ModelEvents events;
    private final Listeners<DeclaredModel> others = new Listeners<>(SUBJECT);
    private final Listeners<DeclaredModel> everybody = new Listeners<>(SUBJECT);
    private final Listeners<ModelActivity> activity = new Listeners<>(SUBJECT);

    // The fields below are guarded by this.
    private final LinkedHashMap<Key, ModelEntry> declared = new LinkedHashMap<>();
    /** Resources of models that are not declared yet. */
    private final Map<Key, ModelEntry> early = new LinkedHashMap<>();

    /** Ended processes with a number: events with a higher one are from a process that replaced it. */
    private final Map<ProcId, Long> ended = new Bounded<>(MAX_ENTRIES);

    /** Whether the host was queried for ended processes of this job. */
    volatile boolean lookedForEnded;

    public static ModelTable of(Session session) {
        return session.part(SLOT);
    }

    /** Returns the table of a session; null if nobody has used it. */
    static @Nullable ModelTable known(Session session) {
        return session.known(SLOT);
    }

    private ModelTable(Session session) {
        this.session = session;
        this.events = new ModelEvents(session, this);
        for (DeclaredModel model : EarlierModels.get().libraries()) {
            ModelEntry entry = new ModelEntry(model.proc(), OwnModels.withoutResources(model.model()));
            entry.resources = model.model().resources();
            declared.put(key(entry), entry);
        }
    }

    private static Key key(ModelEntry entry) {
        return new Key(entry.proc, entry.model);
    }

    // --- what events report --------------------------------------------------------------------------------------

    /** Takes an event of models, on the progress thread. Returns true if no handler is to receive it. */
    synchronized boolean arrived(ReceivedEvent event) {
        return events.arrived(event);
    }

    synchronized @Nullable ModelEntry find(ProcId proc, ProgrammingModel model) {
        return declared.get(new Key(proc, model));
    }

    /** Returns whether an event is older than the end of its process. Events that are not kept have no number. */
    synchronized boolean isOutdated(ProcId proc, long number) {
        Long end = ended.get(proc);
        return end != null && number != 0 && number <= end;
    }

    /** Adds a declaration, with the resources that were reported before, and reports it. */
    synchronized void add(ModelEntry entry) {
        if (declared.size() >= MAX_ENTRIES) {
            return;
        }
        for (ModelEntry before : List.copyOf(early.values())) {
            if (entry.matches(before.proc, before.model)) {
                early.remove(key(before));
                entry.use(before.resources, before.whole, before.sequence);
            }
        }
        declared.put(key(entry), entry);
        everybody.report(entry.view());
        others.reportToOthers(entry.owner, entry.view());
    }

    /** Applies reported resources to a model, or if none is named, to the only one of the process. */
    synchronized void use(
            ProcId proc,
            @Nullable ProgrammingModel model,
            ModelResources resources,
            boolean whole,
            long number,
            boolean ours) {
        List<ModelEntry> matching = declared.values().stream()
                .filter(entry -> entry.matches(proc, model))
                .toList();
        if (!matching.isEmpty() && (model != null || matching.size() == 1)) {
            for (ModelEntry entry : matching) {
                // The resources of a model of Java in this process are set before they are sent.
                if (entry.owner == null || !ours) {
                    entry.use(resources, whole, number);
                }
            }
        } else if (model != null && early.size() < MAX_ENTRIES) {
            early.computeIfAbsent(new Key(proc, model), _ -> new ModelEntry(proc, model))
                    .use(resources, whole, number);
        }
    }

    void report(ModelActivity what) {
        activity.report(what);
    }

    void reportResources(ModelActivity.Kind kind, ProcId proc, Optional<String> model, ModelResources resources) {
        report(new ModelActivity(kind, proc, model, resources, Optional.empty(), Optional.empty()));
    }

    // --- ends ----------------------------------------------------------------------------------------------------

    /**
     * Removes the models of a process that has ended. Numbers of events start with the time, so those of a process that
     * replaces it are higher. The clock of its node may be ahead of this one's.
     */
    synchronized void died(ProcId proc) {
        long highest = System.currentTimeMillis() << 20;
        for (Map<Key, ModelEntry> entries : List.of(declared, early)) {
            for (ModelEntry entry : entries.values()) {
                highest = entry.proc.equals(proc) ? Math.max(highest, entry.sequence) : highest;
            }
        }
        end(proc, 0, highest);
    }

    /** Removes what a process has reported under numbers between two. */
    synchronized void end(ProcId proc, long first, long number) {
        ended.merge(proc, number, Math::max);
        remove(early, proc, first, number);
        if (remove(declared, proc, first, number)) {
            reportResources(ModelActivity.Kind.ENDED, proc, Optional.empty(), ModelResources.none());
        }
    }

    private static boolean remove(Map<Key, ModelEntry> entries, ProcId proc, long first, long number) {
        return entries.values()
                .removeIf(entry -> entry.proc.equals(proc) && entry.sequence >= first && entry.sequence <= number);
    }

    /** Returns the other processes of a namespace that have declared models, with the number of their last event. */
    synchronized Map<ProcId, Long> numbers(String nspace) {
        Map<ProcId, Long> numbers = new HashMap<>();
        for (ModelEntry entry : declared.values()) {
            if (entry.proc.nspace().equals(nspace) && !entry.proc.equals(session.self())) {
                numbers.merge(entry.proc, entry.sequence, Math::max);
            }
        }
        return numbers;
    }

    // --- models of this process ----------------------------------------------------------------------------------

    /** Adds a model of this process that was declared before all others. */
    synchronized void addFirst(ProgrammingModel model) {
        if (find(session.self(), model) == null) {
            ModelEntry added = new ModelEntry(session.self(), model);
            add(added);
            declared.putFirst(key(added), added);
        }
    }

    /** Adds a model that Java has declared, also if libpmix has not reported it. */
    synchronized void declared(Handle handle, ProgrammingModel model) {
        ProgrammingModel name = OwnModels.withoutResources(model);
        ModelEntry known = find(session.self(), name);
        ModelEntry entry = known == null ? new ModelEntry(session.self(), name) : known;
        entry.owner = entry.owner == null ? handle : entry.owner;
        entry.resources = model.resources();
        if (known == null) {
            add(entry);
        }
    }

    /** Replaces the resources of a model that Java has declared. */
    synchronized void use(ProgrammingModel model) {
        ModelEntry entry = find(session.self(), OwnModels.withoutResources(model));
        if (entry != null) {
            entry.resources = model.resources();
        }
    }

    // --- queries and listeners -----------------------------------------------------------------------------------

    synchronized List<ModelEntry> entries() {
        return List.copyOf(declared.values());
    }

    synchronized DeclaredModel view(ModelEntry entry) {
        return entry.view();
    }

    synchronized Registration onDeclared(Handle handle, Declarations which, Consumer<? super DeclaredModel> consumer) {
        boolean all = which == Declarations.ALL;
        List<DeclaredModel> earlier = declared.values().stream()
                .filter(entry -> all || !handle.equals(entry.owner))
                .map(ModelEntry::view)
                .toList();
        return (all ? everybody : others).add(handle, consumer, earlier);
    }

    Registration onActivity(Handle handle, Consumer<? super ModelActivity> consumer) {
        return activity.add(handle, consumer);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void handleClosed(Handle handle) {
        everybody.close(handle);
        others.close(handle);
        activity.close(handle);
    }

    @Override
    public void leave() {
        own.end();
        synchronized (this) {
            List<DeclaredModel> libraries = declared.values().stream()
                    .filter(entry -> entry.owner == null && entry.proc.equals(session.self()))
                    .map(ModelEntry::view)
                    .toList();
            EarlierModels.add(libraries, own.names());
        }
    }
}
