// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.OpenMpi;
import org.pmixj.ffi.PMIxConstants;
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
final class ModelRegistry {
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

    /** What Java of this process declares. */
    private record Own(Context context, ModelResources resources, Reach reach) {}

    private final Session session;
    // All is guarded by this.
    private final LinkedHashMap<Place, ModelEntry> declared = new LinkedHashMap<>();
    /** What models use that are not declared yet. */
    private final Map<Place, ModelEntry> early = new LinkedHashMap<>();

    private final Map<ProgrammingModel, Own> own = new HashMap<>();
    /** Processes that have ended, and the number above which events are of one in its place. */
    private final Map<ProcId, Long> ended = new Latest();

    private final List<Listener<DeclaredModel>> others = new CopyOnWriteArrayList<>();
    private final List<Listener<DeclaredModel>> everybody = new CopyOnWriteArrayList<>();
    private final List<Listener<ModelActivity>> activity = new CopyOnWriteArrayList<>();
    /** Other processes were told of models of this one, by this. */
    private @Nullable Context teller;

    private Reach told = Reach.PROCESS;
    private boolean looked;
    private boolean lookedForMpi;

    ModelRegistry(Session session) {
        this.session = session;
        for (DeclaredModel model : Session.libraries) {
            ProgrammingModel bare = model.model().withResources(ModelResources.none());
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

    static boolean isOfModels(int code) {
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
    synchronized boolean arrived(EventData event) {
        ProcId source = event.source;
        if (source == null) {
            return false;
        }
        boolean self = source.equals(session.self());
        if (event.find(ModelCodec.ASKED) != null) {
            if (!self) {
                answer(source, event);
            }
            return true;
        }
        boolean known = event.find(ModelCodec.AGAIN) != null && isKnown(event, source);
        if (!known) {
            arrived(event, source, self);
        }
        return known;
    }

    /** Tells one again of the models of this process that are meant for as many as it has asked. */
    private void answer(ProcId asker, EventData event) {
        Reach reach = isOf(event, Reach.NODE) ? Reach.NODE : Reach.JOB;
        List<ProgrammingModel> models = new ArrayList<>();
        Context by = null;
        for (ModelEntry entry : declared.values()) {
            Own mine = entry.proc.equals(session.self()) ? own.get(entry.model) : null;
            if (mine != null && mine.reach == reach) {
                models.add(entry.model.withResources(mine.resources));
                by = mine.context.own();
            }
        }
        if (by != null) {
            Dispatcher.apart(new ModelsMissed.Answer(by, asker, models, reach));
        }
    }

    private boolean isKnown(EventData event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        return model != null && declared.containsKey(new Place(source, model));
    }

    private void arrived(EventData event, ProcId source, boolean self) {
        if (event.find(ModelCodec.ENDED) != null) {
            if (!self) {
                end(source, event.sequence);
            }
            return;
        }
        Long end = ended.get(source);
        // Events that are not kept have no number.
        if (end != null && event.sequence != 0 && event.sequence <= end) {
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
    private static boolean isOurs(EventData event) {
        return event.find(ModelCodec.REACH) != null;
    }

    private static boolean isOf(EventData event, Reach reach) {
        return event.find(ModelCodec.REACH) instanceof PmixValue.Str text
                && text.value().equals(reach.name());
    }

    private void declares(EventData event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        if (model == null) {
            return;
        }
        Own mine = source.equals(session.self()) ? own.get(model) : null;
        ModelResources resources = mine == null ? ModelCodec.resources(event) : mine.resources;
        ModelEntry known = declared.get(new Place(source, model));
        if (known == null) {
            ModelEntry made = new ModelEntry(source, model);
            made.here = isOf(event, Reach.NODE);
            made.owner = mine == null ? null : mine.context;
            made.use(resources, true, event.sequence);
            add(made);
        } else if (isOurs(event)) {
            known.here |= isOf(event, Reach.NODE);
            known.use(resources, true, event.sequence);
        }
    }

    private void add(ModelEntry entry) {
        if (declared.size() >= MOST) {
            return;
        }
        for (ModelEntry before : List.copyOf(early.values())) {
            if (entry.isMeant(before.proc, before.model)) {
                early.remove(new Place(before.proc, before.model));
                entry.use(before.resources, false, before.sequence);
            }
        }
        declared.put(new Place(entry.proc, entry.model), entry);
        DeclaredModel view = entry.view();
        for (Listener<DeclaredModel> listener : everybody) {
            listener.tell(view);
        }
        for (Listener<DeclaredModel> listener : others) {
            if (listener.context != entry.owner) {
                listener.tell(view);
            }
        }
    }

    private void acts(EventData event, ProcId source) {
        ProgrammingModel model = ModelCodec.model(event);
        ModelResources resources = ModelCodec.resources(event);
        ModelActivity.Kind kind = kind(event);
        if (event.code == PMIxConstants.PMIX_MODEL_RESOURCES() && !(resources.isEmpty() && model == null)) {
            uses(event, source, model, resources);
        }
        tell(new ModelActivity(
                kind,
                source,
                model == null ? Optional.empty() : Optional.of(model.name()),
                resources,
                ModelCodec.read(event, EventKeys.PHASE_NAME),
                ModelCodec.read(event, EventKeys.PHASE_TYPE)));
    }

    private static ModelActivity.Kind kind(EventData event) {
        if (event.code == PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED()) {
            return ModelActivity.Kind.PARALLEL_ENTERED;
        } else if (event.code == PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED()) {
            return ModelActivity.Kind.PARALLEL_EXITED;
        } else if (event.find(EventKeys.PHASE_NAME) == null) {
            return ModelActivity.Kind.RESOURCES;
        }
        return event.find(Models.PHASE_LEFT.name()) instanceof PmixValue.Bool left && left.value()
                ? ModelActivity.Kind.PHASE_LEFT
                : ModelActivity.Kind.PHASE_ENTERED;
    }

    /** Of a model that is not named it is known which is meant where the process has one. */
    private void uses(EventData event, ProcId source, @Nullable ProgrammingModel model, ModelResources resources) {
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

    private void tell(ModelActivity what) {
        for (Listener<ModelActivity> listener : activity) {
            listener.tell(what);
        }
    }

    /** A process has ended. Numbers of events begin with the time: those of one that takes its place are higher. */
    synchronized void died(ProcId proc) {
        end(proc, System.currentTimeMillis() << 20);
    }

    private void end(ProcId proc, long number) {
        ended.merge(proc, number, Math::max);
        remove(early, proc, number);
        if (remove(declared, proc, number)) {
            tell(new ModelActivity(
                    ModelActivity.Kind.ENDED,
                    proc,
                    Optional.empty(),
                    ModelResources.none(),
                    Optional.empty(),
                    Optional.empty()));
        }
    }

    private static boolean remove(Map<Place, ModelEntry> entries, ProcId proc, long number) {
        boolean some = false;
        for (Iterator<ModelEntry> all = entries.values().iterator(); all.hasNext(); ) {
            ModelEntry entry = all.next();
            if (entry.proc.equals(proc) && entry.sequence <= number) {
                all.remove();
                some = true;
            }
        }
        return some;
    }

    /**
     * Open MPI declares itself when it is initialised, which is before this session. libpmix tells that to the first
     * handler that comes afterwards: it may have been one of another library.
     *
     * @return whether another library was there before, and this is the first call
     */
    synchronized boolean findMpi() {
        if (lookedForMpi || !session.joins) {
            return false;
        }
        lookedForMpi = true;
        String version = OpenMpi.initialized();
        if (version != null) {
            ProgrammingModel model = ModelCodec.openMpi(version);
            Place place = new Place(session.self(), model);
            if (!declared.containsKey(place)) {
                ModelEntry made = new ModelEntry(session.self(), model);
                add(made);
                declared.putFirst(place, made);
            }
        }
        return true;
    }

    // --- what Java of this process does --------------------------------------------------------------------------

    /** Before libpmix is told: its event may come before it answers. */
    synchronized void expect(Context context, ProgrammingModel model, Reach reach) {
        own.put(model.withResources(ModelResources.none()), new Own(context, model.resources(), reach));
    }

    synchronized void unexpect(ProgrammingModel model) {
        own.remove(model.withResources(ModelResources.none()));
    }

    /** libpmix has told it. */
    synchronized void declared(Context context, ProgrammingModel model) {
        ProgrammingModel bare = model.withResources(ModelResources.none());
        ModelEntry known = declared.get(new Place(session.self(), bare));
        if (known == null) {
            ModelEntry made = new ModelEntry(session.self(), bare);
            made.owner = context;
            made.resources = model.resources();
            add(made);
        } else {
            known.owner = known.owner == null ? context : known.owner;
            known.resources = model.resources();
        }
    }

    /**
     * What a model of this process uses has changed.
     *
     * @return who is to be told
     */
    synchronized Reach update(ProgrammingModel model) {
        ProgrammingModel bare = model.withResources(ModelResources.none());
        Own mine = own.get(bare);
        ModelEntry entry = declared.get(new Place(session.self(), bare));
        if (mine == null || entry == null) {
            throw new IllegalStateException("this process has not declared " + bare);
        }
        own.put(bare, new Own(mine.context, model.resources(), mine.reach));
        entry.resources = model.resources();
        return mine.reach;
    }

    /** The one model of a handle, which is who acts; empty where it has several. */
    synchronized Optional<String> actor(Context context) {
        Optional<String> name = Optional.empty();
        for (Map.Entry<ProgrammingModel, Own> entry : own.entrySet()) {
            if (entry.getValue().context == context) {
                if (name.isPresent()) {
                    return Optional.empty();
                }
                name = Optional.of(entry.getKey().name());
            }
        }
        return name;
    }

    /** Others are told of this process, and are to be told of its end. */
    synchronized void tells(Context context, Reach reach) {
        if (reach.compareTo(told) > 0) {
            told = reach;
            teller = context.own();
        }
    }

    /** Whether nobody has looked before. */
    synchronized boolean looksFirst() {
        boolean first = !looked;
        looked = true;
        return first;
    }

    // --- who asks ------------------------------------------------------------------------------------------------

    synchronized List<ModelEntry> entries() {
        return List.copyOf(declared.values());
    }

    synchronized DeclaredModel view(ModelEntry entry) {
        return entry.view();
    }

    synchronized Registration onDeclared(
            Context context, Declarations which, Consumer<? super DeclaredModel> consumer) {
        List<Listener<DeclaredModel>> all = which == Declarations.ALL ? everybody : others;
        Listener<DeclaredModel> listener = new Listener<>(context, SUBJECT, consumer, all);
        for (ModelEntry entry : declared.values()) {
            if (which == Declarations.ALL || entry.owner != context) {
                listener.tell(entry.view());
            }
        }
        all.add(listener);
        return open(listener);
    }

    Registration onActivity(Context context, Consumer<? super ModelActivity> consumer) {
        Listener<ModelActivity> listener = new Listener<>(context, SUBJECT, consumer, activity);
        activity.add(listener);
        return open(listener);
    }

    /** The handle may have been closed meanwhile, and its listeners with it. */
    private static Registration open(Listener<?> listener) {
        if (listener.context.isClosed()) {
            listener.close();
        }
        return listener;
    }

    // --- the end -------------------------------------------------------------------------------------------------

    void close(Context context) {
        Listener.close(others, context);
        Listener.close(everybody, context);
        Listener.close(activity, context);
    }

    /** The session ends. */
    void leave() {
        Context by;
        Reach reach;
        synchronized (this) {
            by = teller;
            reach = told;
        }
        if (by != null) {
            ModelEvent.ended(by, reach);
        }
        keepLibraries();
    }

    private synchronized void keepLibraries() {
        List<DeclaredModel> kept = new ArrayList<>();
        for (ModelEntry entry : declared.values()) {
            if (entry.owner == null && entry.proc.equals(session.self())) {
                kept.add(entry.view());
            }
        }
        Session.libraries = List.copyOf(kept);
    }
}
