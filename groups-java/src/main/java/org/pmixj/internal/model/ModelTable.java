// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.ffi.OpenMpi;
import org.pmixj.internal.model.repair.AskModelsAgain;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.ModelResources;
import org.pmixj.model.Models;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * The models this process was told of. Events of four codes come here in an order that is known for each code alone; so
 * what a model uses may be told before the model is, and a process may end before what it declared arrives. The numbers
 * of the events, which one process gives to all that it sends, tell what is newer.
 */
public final class ModelTable implements SessionPart {
    private static final SessionPart.Slot<ModelTable> SLOT = new SessionPart.Slot<>(3) {
        @Override
        protected ModelTable create(Session session) {
            return new ModelTable(session);
        }
    };

    /** Returns the one of a session. */
    public static ModelTable of(Session session) {
        return session.part(SLOT);
    }

    /** Returns the one of a session, or null where nobody has anything to do with models. */
    public static @Nullable ModelTable known(Session session) {
        return session.known(SLOT);
    }

    /**
     * What is known of models from sessions before, in which the same libpmix was initialised.
     *
     * @param generation of libpmix
     * @param libraries what C libraries had declared, which libpmix does not report again
     * @param own what Java had declared, which libpmix may report again
     */
    private record Earlier(int generation, List<DeclaredModel> libraries, Set<ProgrammingModel> own) {
        private static volatile Earlier last = new Earlier(-1, List.of(), Set.of());

        /** Where C libraries keep libpmix up from one session to the next. */
        static Earlier get() {
            Earlier known = last;
            return known.generation == Session.generation() ? known : new Earlier(-1, List.of(), Set.of());
        }
    }

    /** More than any job has; who declares more is in error. */
    private static final int MOST = 1 << 16;

    private static final String SUBJECT = "programming models";

    private record Place(ProcId proc, ProgrammingModel model) {}

    /** Forgets what is oldest. */
    private static final class Latest extends LinkedHashMap<ProcId, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ProcId, Long> eldest) {
            return size() > MOST;
        }
    }

    private final Session session;
    final OwnModels own = new OwnModels();
    final AskModelsAgain missed;
    private final Listeners<DeclaredModel> others = new Listeners<>(SUBJECT);
    private final Listeners<DeclaredModel> everybody = new Listeners<>(SUBJECT);
    private final Listeners<ModelActivity> activity = new Listeners<>(SUBJECT);
    /** While Open MPI is asked, which the progress thread does not wait for. */
    private final Object mpi = new Object();

    private boolean lookedForMpi;

    // What follows is guarded by this.
    private final LinkedHashMap<Place, ModelEntry> declared = new LinkedHashMap<>();
    /** What models use that are not declared yet. */
    private final Map<Place, ModelEntry> early = new LinkedHashMap<>();

    /** Processes that have ended, and the number above which events are of one in its place. */
    private final Map<ProcId, Long> ended = new Latest();

    private boolean looked;

    public ModelTable(Session session) {
        this.session = session;
        this.missed = new AskModelsAgain(session, own);
        for (DeclaredModel model : Earlier.get().libraries()) {
            ProgrammingModel bare = OwnModels.bare(model.model());
            ModelEntry entry = new ModelEntry(model.proc(), bare);
            entry.resources = model.model().resources();
            declared.put(new Place(model.proc(), bare), entry);
        }
    }

    /** The codes of models. */
    static List<Integer> codes() {
        return List.of(
                PMIxConstants.PMIX_MODEL_DECLARED(),
                PMIxConstants.PMIX_MODEL_RESOURCES(),
                PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED(),
                PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED());
    }

    public static boolean isOfModels(int code) {
        return code == PMIxConstants.PMIX_MODEL_DECLARED()
                || code == PMIxConstants.PMIX_MODEL_RESOURCES()
                || code == PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED()
                || code == PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED();
    }

    // --- events, on the progress thread --------------------------------------------------------------------------

    /**
     * An event of models.
     *
     * @return whether it is of no concern to anybody else
     */
    public synchronized boolean arrived(ReceivedEvent event) {
        ProcId source = event.source;
        if (source == null) {
            return false;
        }
        boolean self = source.equals(session.self());
        if (event.find(ModelCodec.ASKED) != null) {
            if (!self) {
                missed.asked(source, isOf(event, Reach.NODE) ? Reach.NODE : Reach.JOB);
            }
            return true;
        }
        boolean known = event.find(ModelCodec.AGAIN) != null && isKnown(event, source);
        arrived(event, source, self);
        return known;
    }

    private boolean isKnown(ReceivedEvent event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        return model != null && declared.containsKey(new Place(source, model));
    }

    private void arrived(ReceivedEvent event, ProcId source, boolean self) {
        if (event.find(ModelCodec.ENDED) != null) {
            if (!self) {
                // Only what Java has told, which is numbered: a C library's goes on.
                end(source, 1, event.sequence);
            }
            return;
        }
        Long end = ended.get(source);
        long number = ModelCodec.number(event);
        // Events that are not kept have no number.
        if (end != null && number != 0 && number <= end) {
            return;
        }
        if (event.code != PMIxConstants.PMIX_MODEL_DECLARED()) {
            acts(event, source);
        } else if (!self || !isOurs(event)) {
            // To others it was told once more, with all that is used.
            declares(event, source);
        }
    }

    /** Whether this library has sent it. */
    private static boolean isOurs(ReceivedEvent event) {
        return event.find(ModelCodec.REACH) != null;
    }

    private static boolean isOf(ReceivedEvent event, Reach reach) {
        return event.find(ModelCodec.REACH) instanceof PmixValue.Str text
                && text.value().equals(reach.name());
    }

    private void declares(ReceivedEvent event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        if (model == null) {
            return;
        }
        boolean self = source.equals(session.self());
        OwnModels.Own mine = self ? own.find(model) : null;
        if (self && mine == null && Earlier.get().own().contains(model)) {
            // libpmix, which another library has kept up, tells again what a session before this had declared.
            return;
        }
        ModelResources resources = mine == null ? ModelCodec.resources(event) : mine.resources();
        ModelEntry known = declared.get(new Place(source, model));
        if (known == null) {
            ModelEntry made = new ModelEntry(source, model);
            made.here = isOf(event, Reach.NODE);
            made.owner = mine == null ? null : mine.handle();
            made.use(resources, true, ModelCodec.number(event));
            add(made);
        } else if (isOurs(event)) {
            known.here |= isOf(event, Reach.NODE);
            ModelResources before = known.resources;
            known.use(resources, true, ModelCodec.number(event));
            if (!known.resources.equals(before)) {
                act(ModelActivity.Kind.RESOURCES, source, Optional.of(model.name()), known.resources);
            }
        }
    }

    /** Something that has nothing to do with a phase. */
    private void act(ModelActivity.Kind kind, ProcId source, Optional<String> model, ModelResources resources) {
        activity.report(new ModelActivity(kind, source, model, resources, Optional.empty(), Optional.empty()));
    }

    private void add(ModelEntry entry) {
        if (declared.size() >= MOST) {
            return;
        }
        for (ModelEntry before : List.copyOf(early.values())) {
            if (entry.isMeant(before.proc, before.model)) {
                early.remove(new Place(before.proc, before.model));
                entry.use(before);
            }
        }
        declared.put(new Place(entry.proc, entry.model), entry);
        everybody.report(entry.view());
        others.reportToOthers(entry.owner, entry.view());
    }

    private void acts(ReceivedEvent event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        ModelResources resources = ModelCodec.resources(event);
        ModelActivity.Kind kind = kind(event);
        if (event.code == PMIxConstants.PMIX_MODEL_RESOURCES() && (!resources.isEmpty() || ModelCodec.isWhole(event))) {
            uses(event, source, model, resources);
        }
        activity.report(new ModelActivity(
                kind,
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
        return event.find(Models.PHASE_LEFT.name()) instanceof PmixValue.Bool left && left.value()
                ? ModelActivity.Kind.PHASE_LEFT
                : ModelActivity.Kind.PHASE_ENTERED;
    }

    /** Of a model that is not named it is known which is meant where the process has one. */
    private void uses(ReceivedEvent event, ProcId source, @Nullable ProgrammingModel model, ModelResources resources) {
        boolean whole = ModelCodec.isWhole(event);
        List<ModelEntry> meant = new ArrayList<>();
        for (ModelEntry entry : declared.values()) {
            if (entry.isMeant(source, model)) {
                meant.add(entry);
            }
        }
        if (!meant.isEmpty() && (model != null || meant.size() == 1)) {
            for (ModelEntry entry : meant) {
                // What Java of this process says of itself is known here before it is told.
                if (entry.owner == null || !isOurs(event)) {
                    entry.use(resources, whole, event.sequence);
                }
            }
        } else if (model != null && early.size() < MOST) {
            Place place = new Place(source, model);
            ModelEntry entry = early.get(place);
            if (entry == null) {
                entry = new ModelEntry(source, model);
                early.put(place, entry);
            }
            entry.use(resources, whole, event.sequence);
        }
    }

    /**
     * A process has ended. Numbers of events begin with the time: those of one that takes its place are higher. But its
     * node's clock may have been ahead of this one's.
     */
    public synchronized void died(ProcId proc) {
        end(proc, 0, Math.max(System.currentTimeMillis() << 20, number(proc)));
    }

    /** One has ended that had told so much. */
    public synchronized void died(ProcId proc, long number) {
        end(proc, 0, number);
    }

    /** The highest number of what is known of a process. */
    private long number(ProcId proc) {
        long highest = 0;
        for (Map<Place, ModelEntry> entries : List.of(declared, early)) {
            for (ModelEntry entry : entries.values()) {
                if (entry.proc.equals(proc)) {
                    highest = Math.max(highest, entry.sequence);
                }
            }
        }
        return highest;
    }

    /** Those of the others of a namespace that have declared something. */
    public synchronized Map<ProcId, Long> numbers(String nspace) {
        Map<ProcId, Long> numbers = new HashMap<>();
        for (ModelEntry entry : declared.values()) {
            if (entry.proc.nspace().equals(nspace) && !entry.proc.equals(session.self())) {
                numbers.merge(entry.proc, entry.sequence, Math::max);
            }
        }
        return numbers;
    }

    /** What a process has told under numbers from one to another is over. */
    private void end(ProcId proc, long first, long number) {
        ended.merge(proc, number, Math::max);
        remove(early, proc, first, number);
        if (remove(declared, proc, first, number)) {
            act(ModelActivity.Kind.ENDED, proc, Optional.empty(), ModelResources.none());
        }
    }

    private static boolean remove(Map<Place, ModelEntry> entries, ProcId proc, long first, long number) {
        boolean some = false;
        for (Iterator<ModelEntry> all = entries.values().iterator(); all.hasNext(); ) {
            ModelEntry entry = all.next();
            if (entry.proc.equals(proc) && entry.sequence >= first && entry.sequence <= number) {
                all.remove();
                some = true;
            }
        }
        return some;
    }

    /**
     * Open MPI declares itself when it is initialised, which is before this session. libpmix tells that to the first
     * handler that comes afterwards: it may have been one of another library.
     */
    void findMpi() {
        synchronized (mpi) {
            if (lookedForMpi || !session.joins) {
                return;
            }
            String version = OpenMpi.initialized();
            if (version != null) {
                addFirst(ModelCodec.openMpi(version));
            }
            lookedForMpi = true;
        }
    }

    private synchronized void addFirst(ProgrammingModel model) {
        Place place = new Place(session.self(), model);
        if (!declared.containsKey(place)) {
            ModelEntry made = new ModelEntry(session.self(), model);
            add(made);
            declared.putFirst(place, made);
        }
    }

    // --- what Java of this process does --------------------------------------------------------------------------

    /** libpmix has told it. */
    synchronized void declared(Handle handle, ProgrammingModel model) {
        ProgrammingModel bare = OwnModels.bare(model);
        ModelEntry known = declared.get(new Place(session.self(), bare));
        if (known == null) {
            ModelEntry made = new ModelEntry(session.self(), bare);
            made.owner = handle;
            made.resources = model.resources();
            add(made);
        } else {
            known.owner = known.owner == null ? handle : known.owner;
            known.resources = model.resources();
        }
    }

    /** What a model of this process uses has changed. */
    synchronized void use(ProgrammingModel model) {
        ModelEntry entry = declared.get(new Place(session.self(), OwnModels.bare(model)));
        if (entry != null) {
            entry.resources = model.resources();
        }
    }

    /** Whether the host was asked who has ended. */
    public synchronized boolean hasLooked() {
        return looked;
    }

    public synchronized void looked() {
        looked = true;
    }

    // --- who asks ------------------------------------------------------------------------------------------------

    public synchronized List<ModelEntry> entries() {
        return List.copyOf(declared.values());
    }

    synchronized DeclaredModel view(ModelEntry entry) {
        return entry.view();
    }

    synchronized Registration onDeclared(Handle handle, Declarations which, Consumer<? super DeclaredModel> consumer) {
        boolean all = which == Declarations.ALL;
        List<DeclaredModel> earlier = declared.values().stream()
                .filter(entry -> all || entry.owner != handle)
                .map(ModelEntry::view)
                .toList();
        return open(handle, (all ? everybody : others).add(handle, consumer, earlier));
    }

    Registration onActivity(Handle handle, Consumer<? super ModelActivity> consumer) {
        return open(handle, activity.add(handle, consumer));
    }

    /** Closes a listener whose handle was closed meanwhile. */
    private static Registration open(Handle handle, Registration added) {
        if (handle.isClosed()) {
            added.close();
        }
        return added;
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void handleClosed(Handle handle) {
        everybody.close(handle);
        others.close(handle);
        activity.close(handle);
    }

    /** The session ends. */
    @Override
    public void leave() {
        own.end();
        Earlier.last = earlier();
    }

    private synchronized Earlier earlier() {
        List<DeclaredModel> libraries = new ArrayList<>();
        for (ModelEntry entry : declared.values()) {
            if (entry.owner == null && entry.proc.equals(session.self())) {
                libraries.add(entry.view());
            }
        }
        Set<ProgrammingModel> names = new HashSet<>(Earlier.get().own());
        names.addAll(own.names());
        return new Earlier(Session.generation(), List.copyOf(libraries), Set.copyOf(names));
    }
}
