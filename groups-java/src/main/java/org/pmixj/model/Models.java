// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.WireKeys;

/**
 * Declares and finds the programming models of a hybrid program. Libraries of one process, in any language, learn which
 * others are active and what they do, as do processes of a node and a job (use case <em>Hybrid Programming
 * Models</em>).
 *
 * {@snippet file="ModelSnippets.java" region="declare"}
 *
 * {@snippet file="ModelSnippets.java" region="declare-async"}
 *
 * <p><b>Known models.</b> libpmix reports a declaration once, as an event, and cannot be queried for it; so each
 * process keeps what it received. It receives the declarations of libraries of this process, in C too, by {@code
 * PMIx_Init}, and those that other processes send to their node or job ({@link Reach}), also before this process
 * started. The PMIx server of the node keeps up to 512 events for two minutes. Therefore the first use asks the
 * processes of the node to report again, and those of the job if it has more than 100 processes or this process is
 * older than a minute; their answers arrive a little later. A process declares a model once: two declarations with
 * equal name, library, version and threading model are one model. A declaration without a name is ignored.
 *
 * <p><b>Order.</b> The declarations of one process are known in their order. The order of those of C libraries is
 * undefined if they are concurrent with Java's, or if more than 512 others came before.
 *
 * <p><b>End.</b> A model stays declared until the session ends, even if its handle is closed before. At the end of a
 * session its models are withdrawn everywhere. The launcher reports other ends of a process if it was started with
 * {@code --runtime-options recoverable,notifyerrors}; the host is queried about processes of other jobs. What a C
 * library of this process has declared stays declared when it finalizes PMIx, which libpmix does not report. A process
 * that uses this class for the first time while another one ends its session may keep a model of that one for good:
 * libpmix drops some of the events that it keeps when a process of the job finalizes.
 *
 * <p><b>Open MPI.</b> MPI in the same process is a declared model from {@code MPI_Init} on, before those of Java.
 * libpmix reports its declaration to only one handler; if that belongs to another library, the first use of this class
 * asks Open MPI itself. Declarations of other processes between {@code MPI_Init} and this first use reach only Open
 * MPI's handler, so those processes are asked to report again. Events of this library about models reach no default
 * handler: that of Open MPI would end the process.
 *
 * <p>All methods wait at most for the default timeout of the handle. The first call of any of them waits until the
 * server has sent the events it kept ({@link #readyAsync} does so in advance); later calls wait only if they send
 * something or query the host.
 */
public interface Models {
    /** Marks an event of {@code PMIX_MODEL_RESOURCES} with which a phase is left; its value is true. */
    Key<Boolean> PHASE_LEFT = Key.of(WireKeys.MODEL_LEFT, ValueType.BOOL);

    /**
     * Starts to receive the events of models, and those that the server kept.
     *
     * @return completed when the models are known here
     */
    CompletableFuture<Void> readyAsync();

    /**
     * Declares a model to the libraries of this process, as {@link org.pmixj.Pmix.Builder#model(ProgrammingModel)}
     * does, and to other processes. A process may declare several: that of the JVM, those of frameworks.
     *
     * <p>With {@link Reach#PROCESS} it calls {@code PMIx_Init} once more with the model's four attributes, and {@code
     * PMIx_Finalize}. Threads and CPUs, which libpmix drops, follow in an event of {@code PMIX_MODEL_RESOURCES}. Other
     * processes receive an event of {@code PMIX_MODEL_DECLARED} with all its attributes.
     *
     * <p>A second declaration of the same model replaces its resources for everybody who knows it; with another reach it
     * is added to the first.
     *
     * @param model the model
     * @param reach the processes that receive the declaration
     */
    void declare(ProgrammingModel model, Reach reach);

    /**
     * {@return a future of {@link #declare(ProgrammingModel, Reach)}, completed when the server has the declaration}
     *
     * @param model the model
     * @param reach the processes that receive the declaration
     */
    CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach);

    /**
     * Reports the changed resources of a model ({@code PMIX_MODEL_RESOURCES}) to everybody it was declared to.
     * Declarations and updates take place in the order of the calls; the last one wins.
     *
     * @param model a model that Java has declared in this process, with what it uses now
     * @throws IllegalStateException if it was not declared
     */
    void update(ProgrammingModel model);

    /**
     * Starts {@link #update} without waiting.
     *
     * @param model as for {@link #update}
     * @return completed when the server has the change; exceptionally with what {@link #update} throws
     */
    CompletableFuture<Void> updateAsync(ProgrammingModel model);

    /** {@return the models of this process, of Java and C libraries, in the order of declaration; immutable} */
    List<ProgrammingModel> declared();

    /**
     * {@return the models of a process, of this job or another one, in the order of their declaration} The list is
     * immutable, and empty if none is known or the process has ended. The host is queried about other jobs.
     *
     * @param proc the process
     */
    List<ProgrammingModel> of(ProcId proc);

    /**
     * {@return the models of the processes on this node, of this job and of other jobs; an immutable list, ordered by
     * process} The host is queried whether processes of other jobs have ended.
     */
    List<DeclaredModel> ofNode();

    /** {@return the models that this job's processes have declared to the job or this node, by rank; immutable} */
    List<DeclaredModel> ofJob();

    /** {@return a table of the models of {@link #ofNode} now, and which of them share CPUs} */
    ResourcePlan plan();

    /**
     * Calls a listener for each declaration by others than this handle: first for those already known, in their order,
     * then for each new one. Each is reported exactly once; later changes of resources go to {@link #onActivity}.
     *
     * @param listener receives one declaration at a time, where futures are completed; it may block and call anything
     * @return the registration, to be closed; it is closed with the handle
     */
    Registration onDeclared(Consumer<? super DeclaredModel> listener);

    /**
     * Does the same as {@link #onDeclared(Consumer)}, on request also for declarations by this handle.
     *
     * @param which the declarations to report
     * @param listener called for one declaration after the other
     * @return the registration, to be closed; it is closed with the handle
     */
    Registration onDeclared(Declarations which, Consumer<? super DeclaredModel> listener);

    /**
     * Calls a listener for changed resources, phases, parallel regions, and ends of processes that had declared models,
     * including those of this process.
     *
     * @param listener receives one activity at a time, where futures are completed; it may block and call anything
     * @return the registration, to be closed; it is closed with the handle
     */
    Registration onActivity(Consumer<? super ModelActivity> listener);

    /**
     * Reports that a phase is entered ({@code PMIX_MODEL_RESOURCES} with {@code PMIX_MODEL_PHASE_NAME} and {@code
     * PMIX_MODEL_PHASE_TYPE}). Closing the result reports that it is left.
     *
     * @param name the application's name of the phase, 1 to 4095 bytes of UTF-8
     * @param type the kind of work in it, as long
     * @param options the receivers and the model
     * @return the phase, to be closed
     * @throws IllegalStateException if the model was not declared
     */
    Phase phase(String name, String type, ActivityOptions options);

    /**
     * {@return a future of {@link #phase(String, String, ActivityOptions)}, completed when the server has the event}
     *
     * @param name the application's name of the phase
     * @param type the kind of work in it
     * @param options the receivers and the model
     * @throws IllegalStateException if the model was not declared
     */
    CompletableFuture<Phase> phaseAsync(String name, String type, ActivityOptions options);

    /**
     * Reports that a parallel region is entered ({@code PMIX_OPENMP_PARALLEL_ENTERED} with {@code
     * PMIX_MODEL_NUM_THREADS}). Closing the result reports that it has completed.
     *
     * @param threads the number of threads that work in it, from 0
     * @param options the receivers and the model
     * @return the region, to be closed
     * @throws IllegalStateException if the model was not declared
     */
    ParallelRegion parallel(long threads, ActivityOptions options);

    /**
     * {@return a future of {@link #parallel(long, ActivityOptions)}, completed when the server has the event}
     *
     * @param threads the number of threads that work in it, from 0
     * @param options the receivers and the model
     * @throws IllegalStateException if the model was not declared
     */
    CompletableFuture<ParallelRegion> parallelAsync(long threads, ActivityOptions options);
}
