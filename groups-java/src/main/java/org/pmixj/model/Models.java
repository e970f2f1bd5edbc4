// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;

/**
 * Declares and reports the programming models of a hybrid program: libraries of one process, of any language, learn of
 * each other and of what each does, and so do processes of a node and of a job.
 *
 * {@snippet file="ModelSnippets.java" region="declare"}
 *
 * <p>Asynchronous:
 *
 * {@snippet file="ModelSnippets.java" region="declare-async"}
 *
 * <p><b>What is known.</b> libpmix reports a declaration once, as an event, and has nothing to ask; so each process
 * keeps what it received. It learns what libraries of this process declare, in C too, by {@code PMIx_Init}; of other
 * processes what these tell their node or job ({@link Reach}), which those learn that start later, too. The PMIx server
 * of the node keeps what was reported, for two minutes and up to 512 events; beyond these the processes of the node are
 * asked to tell it again, by whoever wants to know it first, and answer a little later, and so are those of the job
 * where it has more than 100 processes or this one is older than a minute. A model that is declared twice by a process,
 * that is with equal name, library, version and threading model, is one. A model without a name is none.
 *
 * <p><b>Order.</b> Declarations of one process are known in the order in which they were created, where it can be
 * known: what C libraries declare at the same time as Java, or after more than 512 others, is somewhere among them.
 *
 * <p><b>The end.</b> A model stays declared until the session ends, also where the handle that has declared it is
 * closed before. When a session ends, those that were notified of its models are notified. Of a process that ends
 * otherwise the launcher reports if it was started with {@code --rtos recoverable,notifyerrors}; its models have
 * departed then, too. Of processes of other jobs the host is asked. What a C library of this process has declared stays
 * declared when it finalizes PMIx, which libpmix reports to nobody.
 *
 * <p><b>Open MPI.</b> MPI in the same process is a declared model from {@code MPI_Init} on, before those of Java.
 * libpmix tells its declaration to one handler alone; where that was another library's, Open MPI itself is asked, when
 * this is first used. What other processes declare after {@code MPI_Init} and before that, Open MPI's handler alone is
 * notified; so they are asked to tell it again. No event from here reaches a default handler, which with Open MPI would
 * end the process.
 *
 * <p>All methods throw {@link IllegalStateException} if the handle is closed, and those that do not end in {@code
 * Async} if this is libpmix's progress thread. The first call of any of them waits until the server has reported what
 * it kept, no longer than the default timeout; later calls wait where they send something or ask the host. A program
 * that does not want the first to wait begins with {@link #readyAsync}.
 */
public interface Models {
    /** Comes with an event of {@code PMIX_MODEL_RESOURCES}, and is true, where a phase is left. */
    Key<Boolean> PHASE_LEFT = Key.of("org.pmixj.model.left", ValueType.BOOL);

    /**
     * Fetches what is known of models.
     *
     * @return completed when it is
     */
    CompletableFuture<Void> readyAsync();

    // --- declaring -----------------------------------------------------------------------------------------------

    /**
     * Declares a model to the libraries of this process, as at {@link org.pmixj.Pmix.Builder#model(ProgrammingModel)}.
     * A process may declare several: the JVM's own, those of frameworks.
     *
     * <p>It is a further {@code PMIx_Init} with the model's four attributes, which is balanced by a {@code
     * PMIx_Finalize}. What libpmix drops, threads and CPUs, follows as an event of {@code PMIX_MODEL_RESOURCES}.
     *
     * @param model the model
     * @throws PmixException.Timeout if it is not done within the default timeout
     * @throws PmixException if libpmix refuses
     */
    void declare(ProgrammingModel model);

    /**
     * Declares a model to some more, who get an event of {@code PMIX_MODEL_DECLARED} with all attributes in it. Once
     * more for the same model it replaces what it uses, for those too it was declared to before; with another reach it
     * is declared to both.
     *
     * @param model the model
     * @param reach who is notified
     * @throws PmixException.Timeout if it is not done within the default timeout
     * @throws PmixException if libpmix refuses
     */
    void declare(ProgrammingModel model, Reach reach);

    /**
     * Does the same as {@link #declare(ProgrammingModel, Reach)}.
     *
     * @param model the model
     * @param reach who is notified
     * @param timeout more than zero
     * @throws IllegalArgumentException if the timeout is not positive
     * @throws PmixException.Timeout if it is not done in time
     * @throws PmixException if libpmix refuses
     */
    void declare(ProgrammingModel model, Reach reach, Duration timeout);

    /**
     * Starts {@link #declare(ProgrammingModel)} without waiting.
     *
     * @param model the model
     * @return completed when the server has it
     */
    CompletableFuture<Void> declareAsync(ProgrammingModel model);

    /**
     * Starts {@link #declare(ProgrammingModel, Reach)} without waiting.
     *
     * @param model the model
     * @param reach who is notified
     * @return completed when the server has it
     */
    CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach);

    /**
     * Starts {@link #declare(ProgrammingModel, Reach, Duration)} without waiting.
     *
     * @param model the model
     * @param reach who is notified
     * @param timeout more than zero
     * @return completed when the server has it
     * @throws IllegalArgumentException if the timeout is not positive
     */
    CompletableFuture<Void> declareAsync(ProgrammingModel model, Reach reach, Duration timeout);

    /**
     * Notifies all that a model was declared to that it uses other resources now ({@code PMIX_MODEL_RESOURCES}). Of two
     * at the same time one is notified after the other, and the latter is what everybody knows.
     *
     * @param model one that was declared in this process by Java, with what it uses now
     * @throws IllegalStateException if it was not
     * @throws PmixException.Timeout if the server does not answer within the default timeout
     * @throws PmixException if libpmix refuses
     */
    void update(ProgrammingModel model);

    /**
     * Starts {@link #update} without waiting.
     *
     * @param model one that was declared in this process by Java, with what it uses now
     * @return completed when the server has it; exceptionally with what {@link #update} throws
     */
    CompletableFuture<Void> updateAsync(ProgrammingModel model);

    // --- who is there --------------------------------------------------------------------------------------------

    /**
     * Returns the models that are declared in this process, by Java and by C libraries.
     *
     * @return an immutable list, in the order of their declaration
     */
    List<ProgrammingModel> declared();

    /**
     * Returns the models of a process, of this job or another one.
     *
     * @param proc the process
     * @return an immutable list, in the order of their declaration; empty if this process knows of none, or that one
     *     has ended
     */
    List<ProgrammingModel> of(ProcId proc);

    /**
     * Returns the models of the processes on this node: this one, others of its job, and those of other jobs that have
     * reported the node. The host is asked which of the latter have ended, within the default timeout.
     *
     * @return an immutable list, the models of one process after the other
     * @throws PmixException.Timeout if the host does not answer in time
     */
    List<DeclaredModel> ofNode();

    /**
     * Returns the models of the processes of this job, on all nodes, as far as they have reported the job or this node.
     *
     * @return an immutable list, the models of one rank after the other
     */
    List<DeclaredModel> ofJob();

    /**
     * Returns who uses which CPUs of this node, as {@link #ofNode} has them.
     *
     * @return what is known now
     * @throws PmixException.Timeout if the host does not answer within the default timeout
     */
    ResourcePlan plan();

    // --- being told ----------------------------------------------------------------------------------------------

    /**
     * Calls a listener for each declaration that was not made with this handle: first for those that were created
     * before, in their order, then for each that follows. Each is reported exactly once, for one the resources of which
     * come later see {@link #onActivity}.
     *
     * @param listener called for one after the other, where futures of this handle are completed; it may block and call
     *     anything
     * @return to be closed; closing the handle closes it too
     */
    Registration onDeclared(Consumer<? super DeclaredModel> listener);

    /**
     * Does the same as {@link #onDeclared(Consumer)}, for own declarations too.
     *
     * @param which whether own declarations are reported
     * @param listener as before
     * @return to be closed; closing the handle closes it too
     */
    Registration onDeclared(Declarations which, Consumer<? super DeclaredModel> listener);

    /**
     * Calls a listener for what models do, one's own among them: changes of what they use, phases, parallel regions,
     * and the end of processes that had declared models.
     *
     * @param listener called for one after the other, where futures of this handle are completed; it may block and call
     *     anything
     * @return to be closed; closing the handle closes it too
     */
    Registration onActivity(Consumer<? super ModelActivity> listener);

    // --- what is done now ----------------------------------------------------------------------------------------

    /**
     * Notifies this process that a phase of the application starts ({@code PMIX_MODEL_RESOURCES} with {@code
     * PMIX_MODEL_PHASE_NAME} and {@code PMIX_MODEL_PHASE_TYPE}), and where it is closed, that it is left.
     *
     * @param name the application's name of it
     * @param type what is done in it
     * @return to be closed
     * @throws IllegalArgumentException if one of them is empty, longer than 4095 bytes in UTF-8, or contains NUL
     * @throws PmixException if libpmix refuses
     */
    Phase phase(String name, String type);

    /**
     * Does the same as {@link #phase(String, String)}, and notifies more processes.
     *
     * @param name the application's name of it
     * @param type what is done in it
     * @param reach who is notified
     * @return to be closed
     * @throws IllegalArgumentException if a text is empty, longer than 4095 bytes in UTF-8, or contains NUL
     * @throws PmixException.Timeout if the server does not answer within the default timeout
     * @throws PmixException if libpmix refuses
     */
    Phase phase(String name, String type, Reach reach);

    /**
     * Does the same as {@link #phase(String, String, Reach)}, of one of several models that this handle has declared;
     * without it the phase is reported for the process alone.
     *
     * @param model one that was declared in this process by Java
     * @param name the application's name of it
     * @param type what is done in it
     * @param reach who is notified
     * @return to be closed
     * @throws IllegalArgumentException if a text is empty, longer than 4095 bytes in UTF-8, or contains NUL
     * @throws IllegalStateException if the model was not declared
     * @throws PmixException.Timeout if the server does not answer within the default timeout
     * @throws PmixException if libpmix refuses
     */
    Phase phase(ProgrammingModel model, String name, String type, Reach reach);

    /**
     * Starts {@link #phase(String, String, Reach)} without waiting.
     *
     * @param name the application's name of it
     * @param type what is done in it
     * @param reach who is notified
     * @return completed when the server has the event
     * @throws IllegalArgumentException if a text is empty, longer than 4095 bytes in UTF-8, or contains NUL
     */
    CompletableFuture<Phase> phaseAsync(String name, String type, Reach reach);

    /**
     * Starts {@link #phase(ProgrammingModel, String, String, Reach)} without waiting.
     *
     * @param model one that was declared in this process by Java
     * @param name the application's name of it
     * @param type what is done in it
     * @param reach who is notified
     * @return completed when the server has the event
     * @throws IllegalArgumentException if a text is empty, longer than 4095 bytes in UTF-8, or contains NUL
     * @throws IllegalStateException if the model was not declared
     */
    CompletableFuture<Phase> phaseAsync(ProgrammingModel model, String name, String type, Reach reach);

    /**
     * Notifies this process that a parallel region is entered ({@code PMIX_OPENMP_PARALLEL_ENTERED} with {@code
     * PMIX_MODEL_NUM_THREADS}), and where it is closed, that it has completed.
     *
     * @param threads how many work in it, from 0
     * @return to be closed
     * @throws IllegalArgumentException if it is negative
     * @throws PmixException if libpmix refuses
     */
    ParallelRegion parallel(long threads);

    /**
     * Does the same as {@link #parallel(long)}, and notifies more processes.
     *
     * @param threads how many work in it, from 0
     * @param reach who is notified
     * @return to be closed
     * @throws IllegalArgumentException if it is negative
     * @throws PmixException.Timeout if the server does not answer within the default timeout
     * @throws PmixException if libpmix refuses
     */
    ParallelRegion parallel(long threads, Reach reach);

    /**
     * Does the same as {@link #parallel(long, Reach)}, of one of several models that this handle has declared.
     *
     * @param model one that was declared in this process by Java
     * @param threads how many work in it, from 0
     * @param reach who is notified
     * @return to be closed
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the model was not declared
     * @throws PmixException.Timeout if the server does not answer within the default timeout
     * @throws PmixException if libpmix refuses
     */
    ParallelRegion parallel(ProgrammingModel model, long threads, Reach reach);

    /**
     * Starts {@link #parallel(long, Reach)} without waiting.
     *
     * @param threads how many work in it, from 0
     * @param reach who is notified
     * @return completed when the server has the event
     * @throws IllegalArgumentException if it is negative
     */
    CompletableFuture<ParallelRegion> parallelAsync(long threads, Reach reach);

    /**
     * Starts {@link #parallel(ProgrammingModel, long, Reach)} without waiting.
     *
     * @param model one that was declared in this process by Java
     * @param threads how many work in it, from 0
     * @param reach who is notified
     * @return completed when the server has the event
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if the model was not declared
     */
    CompletableFuture<ParallelRegion> parallelAsync(ProgrammingModel model, long threads, Reach reach);
}
