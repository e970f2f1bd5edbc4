// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** Makes known what was told before. */
    private ModelRegistry ready(long nanos) {
        NativeHandlers events = context.session.events;
        events.ensureInternal(context, EventCodes.ofMembers());
        events.await(context, ModelRegistry.codes(), "what is known of programming models", nanos);
        ModelRegistry registry = registry();
        if (registry.findMpi()) {
            ModelsMissed.ask(context, nanos);
        }
        new ModelsEnded(context, registry, nanos).ofOwnJob();
        return registry;
    }

    private ModelRegistry ready() {
        check("programming models");
        return ready(Operation.toNanos(context.defaultTimeout));
    }

    /** Several operations within one bound. */
    private abstract class Task<T> extends GroupTask<T> {
        private final long nanos;
        private final long deadline;

        Task(String what, Duration timeout) {
            super(context, what);
            this.nanos = Operation.toNanos(timeout);
            this.deadline = System.nanoTime() + nanos;
        }

        final long left() {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw Status.timeout(what, nanos);
            }
            return left;
        }

        final void run(Operation<?> operation) {
            operation.run(left());
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
            super("what is known of programming models", context.defaultTimeout);
        }

        @Override
        @Nullable
        Void call() {
            ready(left());
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

    private final class Declare extends Task<Void> {
        private final ProgrammingModel model;
        private final Reach reach;

        Declare(ProgrammingModel model, Reach reach, Duration timeout) {
            super("declaration of " + model.name(), timeout);
            this.model = model;
            this.reach = reach;
        }

        @Override
        @Nullable
        Void call() {
            ModelRegistry registry = registry();
            registry.expect(context, model, reach);
            try {
                ready(left());
                if (!context.session.begunWith(model)) {
                    run(new DeclareModel(context, model));
                }
            } catch (RuntimeException e) {
                registry.unexpect(model);
                throw e;
            }
            registry.declared(context, model);
            if (!model.resources().isEmpty()) {
                run(ModelEvent.resources(context, model, Reach.PROCESS));
            }
            if (reach != Reach.PROCESS) {
                registry.tells(context, reach);
                run(ModelEvent.declared(context, model, reach));
            }
            return null;
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

    private final class Update extends Task<Void> {
        private final ProgrammingModel model;

        Update(ProgrammingModel model) {
            super("what " + model.name() + " uses", context.defaultTimeout);
            this.model = model;
        }

        @Override
        @Nullable
        Void call() {
            run(ModelEvent.resources(context, model, registry().update(model)));
            return null;
        }
    }

    // --- who is there --------------------------------------------------------------------------------------------

    @Override
    public List<ProgrammingModel> declared() {
        return of(context.session.self());
    }

    @Override
    public List<ProgrammingModel> of(ProcId proc) {
        Objects.requireNonNull(proc, "proc");
        ModelRegistry registry = ready();
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
        ModelRegistry registry = ready();
        new ModelsEnded(context, registry, Operation.toNanos(context.defaultTimeout)).ofOtherJobs();
        SameNode node = new SameNode(context, null);
        List<DeclaredModel> models = new ArrayList<>();
        for (ModelEntry entry : registry.entries()) {
            if (entry.here || isHere(node, entry.proc)) {
                models.add(registry.view(entry));
            }
        }
        return sorted(models);
    }

    /** Where the host does not tell, it is not. */
    private static boolean isHere(SameNode node, ProcId proc) {
        try {
            return node.isHere(proc);
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
        return entering(name, type, reach).run();
    }

    @Override
    public CompletableFuture<Phase> phaseAsync(String name, String type, Reach reach) {
        return entering(name, type, reach).submit();
    }

    private Enter<Phase> entering(String name, String type, Reach reach) {
        Checks.modelText("name", name);
        Checks.modelText("type", type);
        List<Info> infos = acting(reach);
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
    private List<Info> acting(Reach reach) {
        Objects.requireNonNull(reach, "reach");
        context.checkOpen();
        List<Info> infos = new ArrayList<>();
        infos.add(ModelCodec.reach(reach));
        String actor = registry().actor(context).orElse(null);
        if (actor != null) {
            infos.add(ModelCodec.text(EventKeys.MODEL, actor));
        }
        return infos;
    }

    @Override
    public ParallelRegion parallel(long threads) {
        return parallel(threads, Reach.PROCESS);
    }

    @Override
    public ParallelRegion parallel(long threads, Reach reach) {
        return entering(threads, reach).run();
    }

    @Override
    public CompletableFuture<ParallelRegion> parallelAsync(long threads, Reach reach) {
        return entering(threads, reach).submit();
    }

    private Enter<ParallelRegion> entering(long threads, Reach reach) {
        if (threads < 0) {
            throw new IllegalArgumentException("threads " + threads + " is negative");
        }
        List<Info> infos = acting(reach);
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
