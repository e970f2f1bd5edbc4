// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.Models;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.model.ResourcePlan;

/** Declares models, tells what they do, and asks the {@link ModelRegistry}. */
public final class ModelsImpl implements Models {
    private static final String WHAT = "what is known of programming models";

    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Models of(Context context) {
        return new ModelsImpl(context);
    }

    /** Declares what the session is begun with; the first of them may be what libpmix was initialised with. */
    public static void declare(Context context, Map<ProgrammingModel, Reach> models) {
        ModelsImpl impl = new ModelsImpl(context);
        for (Map.Entry<ProgrammingModel, Reach> entry : models.entrySet()) {
            impl.declare(entry.getKey(), entry.getValue(), context.defaultTimeout);
        }
    }

    private ModelsImpl(Context context) {
        this.context = context;
    }

    private ModelRegistry registry() {
        return context.session.models();
    }

    private void check(String what) {
        context.checkOpen();
        context.session.refuseOnProgressThread(what);
    }

    /** This process is told from now on, and knows of its own models. */
    private ModelRegistry listen(Deadline deadline) {
        NativeHandlers events = context.session.events;
        events.ensureInternal(context, EventCodes.ofMembers());
        events.await(context, ModelRegistry.codes(), WHAT, deadline.left());
        ModelRegistry registry = registry();
        registry.findMpi();
        return registry;
    }

    /** As {@link #listen}, and knows of those of others. */
    private ModelRegistry ready(Deadline deadline) {
        ModelRegistry registry = listen(deadline);
        registry.missed.ask(context, deadline);
        new ModelsEnded(context, registry, deadline).ofOwnJob();
        return registry;
    }

    private ModelRegistry ready() {
        check(WHAT);
        return ready(deadline());
    }

    private Deadline deadline() {
        return Deadline.of(WHAT, context.defaultTimeout);
    }

    /** Several operations within one bound. */
    private abstract class Task<T> extends GroupTask<T> {
        final Deadline deadline;

        Task(String what, Duration timeout) {
            super(context, what);
            this.deadline = Deadline.of(what, timeout);
        }

        final void run(Operation<?> operation) {
            operation.run(deadline.left());
        }
    }

    /** What is known of the own models changes, and is told. */
    private abstract class Telling extends Task<Void> {
        final ProgrammingModel model;
        final OwnModels own = registry().own;

        Telling(String what, ProgrammingModel model, Duration timeout) {
            super(what, timeout);
            this.model = model;
        }

        abstract void tell();

        final void tell(Notify event) {
            own.checkOpen(what);
            run(event);
        }

        @Override
        @Nullable
        final Void call() {
            own.tell(what, deadline.left());
            try {
                own.checkOpen(what);
                tell();
            } finally {
                own.told();
            }
            return null;
        }
    }

    // --- declaring -----------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Void> readyAsync() {
        context.checkOpen();
        return new Ready().submit();
    }

    private final class Ready extends Task<Void> {
        Ready() {
            super(WHAT, context.defaultTimeout);
        }

        @Override
        @Nullable
        Void call() {
            ready(deadline);
            return null;
        }
    }

    @Override
    public void declare(ProgrammingModel model) {
        declare(model, Reach.PROCESS);
    }

    @Override
    public void declare(ProgrammingModel model, Reach reach) {
        declare(model, reach, context.defaultTimeout);
    }

    @Override
    public void declare(ProgrammingModel model, Reach reach, Duration timeout) {
        declaring(model, reach, timeout).run();
    }

    @Override
    public CompletableFuture<Void> declareAsync(ProgrammingModel model) {
        return declareAsync(model, Reach.PROCESS);
    }

    @Override
    public CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach) {
        return declareAsync(model, reach, context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach, Duration timeout) {
        return declaring(model, reach, timeout).submit();
    }

    private Declare declaring(ProgrammingModel model, Reach reach, Duration timeout) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(reach, "reach");
        Checks.timeout(timeout);
        context.checkOpen();
        return new Declare(model, reach, timeout);
    }

    private final class Declare extends Telling {
        private final Reach reach;

        Declare(ProgrammingModel model, Reach reach, Duration timeout) {
            super("declaration of " + model.name(), model, timeout);
            this.reach = reach;
        }

        @Override
        void tell() {
            OwnModels.Own before = own.expect(context, model, reach);
            boolean begun = false;
            try {
                // libpmix tells now what it was initialised with.
                listen(deadline);
                if (!context.session.begunWith(model)) {
                    begun = true;
                    run(new DeclareModel(context, model));
                }
            } catch (RuntimeException e) {
                if (before != null || !begun || !isLate(e)) {
                    own.restore(model, before);
                }
                throw e;
            }
            own.declared(model);
            registry().declared(context, model);
            if (!model.resources().isEmpty() || before != null) {
                tell(ModelEvent.resources(context, model, Reach.PROCESS));
            }
            if (reach != Reach.PROCESS) {
                own.tells(context, reach);
                tell(ModelEvent.declared(context, model, reach));
            }
            if (before != null) {
                tellAgain(before.told());
            }
        }

        /** libpmix may do it yet, and is not to be taken for a library of its own. */
        private static boolean isLate(RuntimeException failure) {
            return failure instanceof PmixException.Timeout || failure instanceof PmixException.Interrupted;
        }

        /** Those who were told before of what it used then. */
        private void tellAgain(Set<Reach> told) {
            for (Reach one : told) {
                if (one != Reach.PROCESS && one != reach) {
                    tell(ModelEvent.resources(context, model, one));
                }
            }
        }
    }

    @Override
    public void update(ProgrammingModel model) {
        updating(model).run();
    }

    @Override
    public CompletableFuture<Void> updateAsync(ProgrammingModel model) {
        return updating(model).submit();
    }

    private Update updating(ProgrammingModel model) {
        Objects.requireNonNull(model, "model");
        context.checkOpen();
        return new Update(model);
    }

    private final class Update extends Telling {
        Update(ProgrammingModel model) {
            super("what " + model.name() + " uses", model, context.defaultTimeout);
        }

        @Override
        void tell() {
            Set<Reach> told = own.update(model);
            registry().use(model);
            if (told.size() > 1) {
                // They are told with the others.
                told.remove(Reach.PROCESS);
            }
            for (Reach reach : told) {
                tell(ModelEvent.resources(context, model, reach));
            }
        }
    }

    // --- who is there --------------------------------------------------------------------------------------------

    @Override
    public List<ProgrammingModel> declared() {
        check(WHAT);
        return of(listen(deadline()), context.session.self());
    }

    @Override
    public List<ProgrammingModel> of(ProcId proc) {
        Objects.requireNonNull(proc, "proc");
        if (proc.equals(context.session.self())) {
            return declared();
        }
        check(WHAT);
        Deadline deadline = deadline();
        ModelRegistry registry = ready(deadline);
        new ModelsEnded(context, registry, deadline).of(proc);
        return of(registry, proc);
    }

    private static List<ProgrammingModel> of(ModelRegistry registry, ProcId proc) {
        List<ProgrammingModel> models = new ArrayList<>();
        for (ModelEntry entry : registry.entries()) {
            if (entry.proc.equals(proc)) {
                models.add(registry.view(entry).model());
            }
        }
        return List.copyOf(models);
    }

    @Override
    public List<DeclaredModel> ofNode() {
        check(WHAT);
        Deadline deadline = deadline();
        ModelRegistry registry = ready(deadline);
        new ModelsEnded(context, registry, deadline).ofOtherJobs();
        SameNode node = new SameNode(context, null);
        List<DeclaredModel> models = new ArrayList<>();
        for (ModelEntry entry : registry.entries()) {
            if (entry.here || isHere(node, entry.proc, deadline)) {
                models.add(registry.view(entry));
            }
        }
        return sorted(models);
    }

    /** Where the host does not tell, it is not. */
    private static boolean isHere(SameNode node, ProcId proc, Deadline deadline) {
        try {
            long _ = deadline.left();
            return node.isHere(proc);
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            throw e;
        } catch (PmixException e) {
            return false;
        }
    }

    @Override
    public List<DeclaredModel> ofJob() {
        ModelRegistry registry = ready();
        String job = context.session.self().nspace();
        List<DeclaredModel> models = new ArrayList<>();
        for (ModelEntry entry : registry.entries()) {
            if (entry.proc.nspace().equals(job)) {
                models.add(registry.view(entry));
            }
        }
        return sorted(models);
    }

    /** Those of one process stay in their order. */
    private static List<DeclaredModel> sorted(List<DeclaredModel> models) {
        models.sort(new ByProcess());
        return List.copyOf(models);
    }

    private static final class ByProcess implements Comparator<DeclaredModel> {
        @Override
        public int compare(DeclaredModel one, DeclaredModel other) {
            int byJob = one.proc().nspace().compareTo(other.proc().nspace());
            return byJob != 0
                    ? byJob
                    : Integer.compare(one.proc().rank(), other.proc().rank());
        }
    }

    @Override
    public ResourcePlan plan() {
        return JvmCpus.plan(ofNode());
    }

    // --- being told ----------------------------------------------------------------------------------------------

    @Override
    public Registration onDeclared(Consumer<? super DeclaredModel> listener) {
        return onDeclared(Declarations.OTHERS, listener);
    }

    @Override
    public Registration onDeclared(Declarations which, Consumer<? super DeclaredModel> listener) {
        Objects.requireNonNull(which, "which");
        Objects.requireNonNull(listener, "listener");
        return ready().onDeclared(context, which, listener);
    }

    @Override
    public Registration onActivity(Consumer<? super ModelActivity> listener) {
        Objects.requireNonNull(listener, "listener");
        return ready().onActivity(context, listener);
    }

    // --- what is done now ----------------------------------------------------------------------------------------

    @Override
    public Phase phase(String name, String type) {
        return phase(name, type, Reach.PROCESS);
    }

    @Override
    public Phase phase(String name, String type, Reach reach) {
        return entering(null, name, type, reach).run();
    }

    @Override
    public Phase phase(ProgrammingModel model, String name, String type, Reach reach) {
        check("phase " + name);
        return entering(Objects.requireNonNull(model, "model"), name, type, reach)
                .run();
    }

    @Override
    public CompletableFuture<Phase> phaseAsync(String name, String type, Reach reach) {
        return entering(null, name, type, reach).submit();
    }

    @Override
    public CompletableFuture<Phase> phaseAsync(ProgrammingModel model, String name, String type, Reach reach) {
        return entering(Objects.requireNonNull(model, "model"), name, type, reach)
                .submit();
    }

    private Enter<Phase> entering(@Nullable ProgrammingModel model, String name, String type, Reach reach) {
        Checks.modelText("name", name);
        Checks.modelText("type", type);
        List<Info> infos = acting(model, reach);
        infos.add(ModelCodec.text(EventKeys.PHASE_NAME, name));
        infos.add(ModelCodec.text(EventKeys.PHASE_TYPE, type));
        List<Info> leaving = new ArrayList<>(infos);
        leaving.add(ModelCodec.flag(PHASE_LEFT.name()));
        int code = PMIxConstants.PMIX_MODEL_RESOURCES();
        return new Enter<>(
                "phase " + name,
                ModelEvent.activity(context, code, reach, infos),
                new ModelScope.Section(context, reach, name, type, code, leaving));
    }

    /** Who acts, as far as it is known. */
    private List<Info> acting(@Nullable ProgrammingModel model, Reach reach) {
        Objects.requireNonNull(reach, "reach");
        context.checkOpen();
        OwnModels own = registry().own;
        if (model != null) {
            own.require(model);
        }
        ProgrammingModel actor = model != null ? model : own.actor(context).orElse(null);
        List<Info> infos = actor == null ? new ArrayList<>() : ModelCodec.identity(actor);
        infos.add(ModelCodec.reach(reach));
        return infos;
    }

    @Override
    public ParallelRegion parallel(long threads) {
        return parallel(threads, Reach.PROCESS);
    }

    @Override
    public ParallelRegion parallel(long threads, Reach reach) {
        return entering(null, threads, reach).run();
    }

    @Override
    public ParallelRegion parallel(ProgrammingModel model, long threads, Reach reach) {
        check("parallel region");
        return entering(Objects.requireNonNull(model, "model"), threads, reach).run();
    }

    @Override
    public CompletableFuture<ParallelRegion> parallelAsync(long threads, Reach reach) {
        return entering(null, threads, reach).submit();
    }

    @Override
    public CompletableFuture<ParallelRegion> parallelAsync(ProgrammingModel model, long threads, Reach reach) {
        return entering(Objects.requireNonNull(model, "model"), threads, reach).submit();
    }

    private Enter<ParallelRegion> entering(@Nullable ProgrammingModel model, long threads, Reach reach) {
        if (threads < 0) {
            throw new IllegalArgumentException("threads " + threads + " is negative");
        }
        List<Info> infos = acting(model, reach);
        infos.add(ModelCodec.count(EventKeys.NUM_THREADS, threads));
        return new Enter<>(
                "parallel region",
                ModelEvent.activity(context, PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED(), reach, infos),
                new ModelScope.Region(
                        context, reach, threads, PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED(), List.copyOf(infos)));
    }

    private final class Enter<T extends AutoCloseable> extends Task<T> {
        private final Notify entered;
        private final T scope;

        Enter(String what, Notify entered, T scope) {
            super(what, context.defaultTimeout);
            this.entered = entered;
            this.scope = scope;
        }

        @Override
        T call() {
            run(entered);
            return scope;
        }

        @Override
        void late(T left) {
            try {
                left.close();
            } catch (Exception e) {
                Log.warning(what + ": " + e.getMessage());
            }
        }
    }
}
