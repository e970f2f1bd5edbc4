// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

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
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.event.EventCodes;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.internal.event.SameNode;
import org.pmixj.internal.model.repair.EndedModels;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.Models;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.model.ResourcePlan;

/** Declares models, tells what they do, and asks the {@link ModelTable}. */
public final class ModelsImpl implements Models {
    private static final String WHAT = "what is known of programming models";

    private final Handle handle;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Models of(Handle handle) {
        return new ModelsImpl(handle);
    }

    /** Declares what the session is begun with; the first of them may be what libpmix was initialised with. */
    public static void declare(Handle handle, Map<ProgrammingModel, Reach> models) {
        ModelsImpl impl = new ModelsImpl(handle);
        for (Map.Entry<ProgrammingModel, Reach> entry : models.entrySet()) {
            impl.declare(entry.getKey(), entry.getValue(), handle.defaultTimeout);
        }
    }

    private ModelsImpl(Handle handle) {
        this.handle = handle;
    }

    private ModelTable registry() {
        return ModelTable.of(handle.session);
    }

    private void check(String what) {
        handle.checkOpen();
        handle.session.refuseOnProgressThread(what);
    }

    /** This process is told from now on, and knows of its own models. */
    private ModelTable listen(Deadline deadline) {
        NativeRegistrations events = NativeRegistrations.of(handle.session);
        events.ensureInternal(handle, EventCodes.ofMembers());
        events.await(handle, ModelTable.codes(), WHAT, deadline.left());
        ModelTable registry = registry();
        registry.findMpi();
        return registry;
    }

    /** As {@link #listen}, and knows of those of others. */
    private ModelTable ready(Deadline deadline) {
        ModelTable registry = listen(deadline);
        registry.missed.ask(handle, deadline);
        new EndedModels(handle, registry, deadline).ofOwnJob();
        return registry;
    }

    private ModelTable ready() {
        check(WHAT);
        return ready(deadline());
    }

    private Deadline deadline() {
        return Deadline.of(WHAT, handle.defaultTimeout);
    }

    /** Several operations within one bound. */
    private abstract class Task<T> extends Procedure<T> {
        final Deadline deadline;

        Task(String what, Duration timeout) {
            super(handle, what);
            this.deadline = Deadline.of(what, timeout);
        }

        final void run(NativeCall<?> operation) {
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

        final void tell(NotifyCall event) {
            own.checkOpen(what);
            run(event);
        }

        @Override
        @Nullable
        protected final Void call() {
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
        handle.checkOpen();
        return new Ready().submit();
    }

    private final class Ready extends Task<Void> {
        Ready() {
            super(WHAT, handle.defaultTimeout);
        }

        @Override
        @Nullable
        protected Void call() {
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
        declare(model, reach, handle.defaultTimeout);
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
        return declareAsync(model, reach, handle.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach, Duration timeout) {
        return declaring(model, reach, timeout).submit();
    }

    private Declare declaring(ProgrammingModel model, Reach reach, Duration timeout) {
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(reach, "reach");
        Checks.timeout(timeout);
        handle.checkOpen();
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
            OwnModels.Own before = own.expect(handle, model, reach);
            boolean begun = false;
            try {
                // libpmix tells now what it was initialised with.
                listen(deadline);
                if (!handle.session.begunWith(new ModelCodec.Initial(model))) {
                    begun = true;
                    run(new DeclareCall(handle, model));
                }
            } catch (RuntimeException e) {
                if (before != null || !begun || !isLate(e)) {
                    own.restore(model, before);
                }
                throw e;
            }
            own.declared(model);
            registry().declared(handle, model);
            if (!model.resources().isEmpty() || before != null) {
                tell(ModelEvent.resources(handle, model, Reach.PROCESS));
            }
            if (reach != Reach.PROCESS) {
                own.tells(handle, reach);
                tell(ModelEvent.declared(handle, model, reach));
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
                    tell(ModelEvent.resources(handle, model, one));
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
        handle.checkOpen();
        return new Update(model);
    }

    private final class Update extends Telling {
        Update(ProgrammingModel model) {
            super("what " + model.name() + " uses", model, handle.defaultTimeout);
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
                tell(ModelEvent.resources(handle, model, reach));
            }
        }
    }

    // --- who is there --------------------------------------------------------------------------------------------

    @Override
    public List<ProgrammingModel> declared() {
        check(WHAT);
        return of(listen(deadline()), handle.session.self());
    }

    @Override
    public List<ProgrammingModel> of(ProcId proc) {
        Objects.requireNonNull(proc, "proc");
        if (proc.equals(handle.session.self())) {
            return declared();
        }
        check(WHAT);
        Deadline deadline = deadline();
        ModelTable registry = ready(deadline);
        new EndedModels(handle, registry, deadline).of(proc);
        return of(registry, proc);
    }

    private static List<ProgrammingModel> of(ModelTable registry, ProcId proc) {
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
        ModelTable registry = ready(deadline);
        new EndedModels(handle, registry, deadline).ofOtherJobs();
        SameNode node = new SameNode(handle, null);
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
        ModelTable registry = ready();
        String job = handle.session.self().nspace();
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
        return ready().onDeclared(handle, which, listener);
    }

    @Override
    public Registration onActivity(Consumer<? super ModelActivity> listener) {
        Objects.requireNonNull(listener, "listener");
        return ready().onActivity(handle, listener);
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
                ModelEvent.activity(handle, code, reach, infos),
                new OpenSection.Section(handle, reach, name, type, code, leaving));
    }

    /** Who acts, as far as it is known. */
    private List<Info> acting(@Nullable ProgrammingModel model, Reach reach) {
        Objects.requireNonNull(reach, "reach");
        handle.checkOpen();
        OwnModels own = registry().own;
        if (model != null) {
            own.require(model);
        }
        ProgrammingModel actor = model != null ? model : own.actor(handle).orElse(null);
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
                ModelEvent.activity(handle, PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED(), reach, infos),
                new OpenSection.Region(
                        handle, reach, threads, PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED(), List.copyOf(infos)));
    }

    private final class Enter<T extends AutoCloseable> extends Task<T> {
        private final NotifyCall entered;
        private final T scope;

        Enter(String what, NotifyCall entered, T scope) {
            super(what, handle.defaultTimeout);
            this.entered = entered;
            this.scope = scope;
        }

        @Override
        protected T call() {
            run(entered);
            return scope;
        }

        @Override
        protected void late(T left) {
            try {
                left.close();
            } catch (Exception e) {
                Log.warning(what + ": " + e.getMessage());
            }
        }
    }
}
