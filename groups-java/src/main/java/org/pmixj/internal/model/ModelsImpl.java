// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.SameNode;
import org.pmixj.internal.model.repair.EndedModels;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;
import org.pmixj.model.Models;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.model.ResourcePlan;

/** Declares models, reports what they do, and reads the {@link ModelTable}. */
public record ModelsImpl(Handle handle) implements Models {
    private static final String WHAT = "receiving the known programming models";

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Models of(Handle handle) {
        return new ModelsImpl(handle);
    }

    /** Declares the models of a session that starts. libpmix may have been initialised with the first. */
    public static void declare(Handle handle, Map<ProgrammingModel, Reach> models) {
        models.forEach(new ModelsImpl(handle)::declare);
    }

    // --- what is known -------------------------------------------------------------------------------------------

    private ModelTable table() {
        return ModelTable.of(handle.session);
    }

    /** Throws if no call is possible, and starts the timeout of one. */
    private Deadline open() {
        handle.checkOpen();
        handle.session.refuseOnProgressThread(WHAT);
        return Deadline.of(WHAT, handle.defaultTimeout);
    }

    /** Receives what this process and others have declared. */
    private ModelTable ready(Deadline deadline) {
        ModelTable table = table();
        table.events.listen(handle, deadline);
        table.events.missed.ask(handle, deadline);
        // Later ends are reported by events.
        if (!table.lookedForEnded && removeEnded(handle.session.self().nspace(), deadline)) {
            table.lookedForEnded = true;
        }
        return table;
    }

    /** Removes the models of ended processes of a job; returns false if the host does not report them. */
    private boolean removeEnded(String nspace, Deadline deadline) {
        // A process that declares something after this line is alive.
        Map<ProcId, Long> numbers = table().numbers(nspace);
        Set<ProcId> ended = EndedModels.among(numbers.keySet(), nspace, handle, deadline);
        if (ended == null) {
            return false;
        }
        numbers.keySet().retainAll(ended);
        numbers.forEach((proc, number) -> table().end(proc, 0, number));
        return true;
    }

    private boolean isOwnJob(String nspace) {
        return nspace.equals(handle.session.self().nspace());
    }

    @Override
    public CompletableFuture<Void> readyAsync() {
        handle.checkOpen();
        return new Procedure<Void>(handle, WHAT) {
            @Override
            protected @Nullable Void call() {
                ready(deadline);
                return null;
            }
        }.submit();
    }

    @Override
    public List<ProgrammingModel> declared() {
        Deadline deadline = open();
        table().events.listen(handle, deadline);
        return modelsOf(handle.session.self());
    }

    @Override
    public List<ProgrammingModel> of(ProcId proc) {
        if (Objects.requireNonNull(proc, "proc").equals(handle.session.self())) {
            return declared();
        }
        Deadline deadline = open();
        ready(deadline);
        if (!isOwnJob(proc.nspace())) {
            removeEnded(proc.nspace(), deadline);
        }
        return modelsOf(proc);
    }

    private List<ProgrammingModel> modelsOf(ProcId proc) {
        return views(entry -> entry.proc.equals(proc)).stream()
                .map(DeclaredModel::model)
                .toList();
    }

    @Override
    public List<DeclaredModel> ofNode() {
        Deadline deadline = open();
        ready(deadline).entries().stream()
                .map(entry -> entry.proc.nspace())
                .distinct()
                .filter(nspace -> !isOwnJob(nspace))
                .forEach(nspace -> removeEnded(nspace, deadline));
        SameNode node = new SameNode(handle);
        return views(entry -> entry.here || isHere(node, entry.proc, deadline));
    }

    /** Returns whether a process is on this node; false if the host does not report it. */
    private static boolean isHere(SameNode node, ProcId proc, Deadline deadline) {
        try {
            long _ = deadline.left();
            return node.test(proc);
        } catch (PmixException.Timeout | PmixException.Interrupted e) {
            throw e;
        } catch (PmixException e) {
            return false;
        }
    }

    @Override
    public List<DeclaredModel> ofJob() {
        Deadline deadline = open();
        HostPowers.require("models of the job, which the processes of other nodes report by events,");
        ready(deadline);
        return views(entry -> isOwnJob(entry.proc.nspace()));
    }

    /** Returns some of the entries, ordered by process; those of one process keep their order. */
    private List<DeclaredModel> views(Predicate<ModelEntry> which) {
        ModelTable table = table();
        return table.entries().stream()
                .filter(which)
                .map(table::view)
                .sorted(Comparator.comparing(DeclaredModel::proc))
                .toList();
    }

    @Override
    public ResourcePlan plan() {
        return new ResourcePlan(JvmCpus.ofNode(), ofNode());
    }

    @Override
    public Registration onDeclared(Consumer<? super DeclaredModel> listener) {
        return onDeclared(Declarations.OTHERS, listener);
    }

    @Override
    public Registration onDeclared(Declarations which, Consumer<? super DeclaredModel> listener) {
        Objects.requireNonNull(which, "which");
        Objects.requireNonNull(listener, "listener");
        return ready(open()).onDeclared(handle, which, listener);
    }

    @Override
    public Registration onActivity(Consumer<? super ModelActivity> listener) {
        Objects.requireNonNull(listener, "listener");
        return ready(open()).onActivity(handle, listener);
    }

    // --- declaring -----------------------------------------------------------------------------------------------

    @Override
    public void declare(ProgrammingModel model, Reach reach) {
        change("declaration of ", model, Objects.requireNonNull(reach, "reach")).run();
    }

    @Override
    public CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach) {
        return change("declaration of ", model, Objects.requireNonNull(reach, "reach"))
                .submit();
    }

    @Override
    public void update(ProgrammingModel model) {
        change("update of ", model, null).run();
    }

    @Override
    public CompletableFuture<Void> updateAsync(ProgrammingModel model) {
        return change("update of ", model, null).submit();
    }

    private ModelChange change(String what, ProgrammingModel model, @Nullable Reach reach) {
        Objects.requireNonNull(model, "model");
        handle.checkOpen();
        return new ModelChange(handle, what + model.name(), model, reach);
    }

    // --- activity ------------------------------------------------------------------------------------------------

    @Override
    public Phase phase(String name, String type, ActivityOptions options) {
        return entering(name, type, options).run();
    }

    @Override
    public CompletableFuture<Phase> phaseAsync(String name, String type, ActivityOptions options) {
        return entering(name, type, options).submit();
    }

    private Procedure<Phase> entering(String name, String type, ActivityOptions options) {
        OpenSection.Section section = new OpenSection.Section(handle, name, type, options);
        return section.entering("phase " + name, PMIxConstants.PMIX_MODEL_RESOURCES(), section);
    }

    @Override
    public ParallelRegion parallel(long threads, ActivityOptions options) {
        return entering(threads, options).run();
    }

    @Override
    public CompletableFuture<ParallelRegion> parallelAsync(long threads, ActivityOptions options) {
        return entering(threads, options).submit();
    }

    private Procedure<ParallelRegion> entering(long threads, ActivityOptions options) {
        OpenSection.Region region = new OpenSection.Region(handle, threads, options);
        return region.entering("parallel region", PMIxConstants.PMIX_OPENMP_PARALLEL_ENTERED(), region);
    }
}
