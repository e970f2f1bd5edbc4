// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.connect.ClusterNamespace;
import org.pmixj.connect.Connections;
import org.pmixj.directory.Directory;
import org.pmixj.event.Events;
import org.pmixj.group.Groups;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Control;
import org.pmixj.host.Queries;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.LostServer;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.SessionUsers;
import org.pmixj.internal.connect.ConnectTap;
import org.pmixj.internal.connect.ConnectionsImpl;
import org.pmixj.internal.data.AbortCall;
import org.pmixj.internal.data.DataExchange;
import org.pmixj.internal.data.GetCall;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.data.UncaughtAbort;
import org.pmixj.internal.directory.DirectoryImpl;
import org.pmixj.internal.event.EventsImpl;
import org.pmixj.internal.event.HandlerChains;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.GroupTap;
import org.pmixj.internal.group.GroupsImpl;
import org.pmixj.internal.host.CapabilitiesImpl;
import org.pmixj.internal.host.ControlImpl;
import org.pmixj.internal.host.QueriesImpl;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.internal.model.ModelCodec;
import org.pmixj.internal.model.ModelTap;
import org.pmixj.internal.model.ModelsImpl;
import org.pmixj.internal.notice.LostServerTap;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.process.ProcessesImpl;
import org.pmixj.internal.process.SpawnTap;
import org.pmixj.internal.rollcall.Listening;
import org.pmixj.internal.rollcall.RollCallTap;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;
import org.pmixj.job.Application;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.job.ProcessInfo;
import org.pmixj.model.Models;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.process.Processes;

/**
 * Gives access to the PMIx session of this process (PMIx Standard 5.1). A process has one session, which is reference
 * counted: the first handle starts it and closing the last one ends it, so that a library may open a handle of its own.
 *
 * {@snippet file="CoreSnippets.java" region="session"}
 *
 * {@snippet file="CoreSnippets.java" region="async"}
 *
 * <p><b>Threads.</b> All methods may be called by any thread. No code of the application runs on libpmix's progress
 * thread, but for {@linkplain org.pmixj.event.HandlerBuilder#inline inline} handlers of events: each future is completed
 * on a thread of the library, or on the {@link Builder#executor}, and stages that depend on it may call anything here,
 * the blocking operations too, or compute.
 *
 * <p><b>Timeouts.</b> No operation waits longer for what it does than its timeout, or the {@linkplain
 * Builder#defaultTimeout default} of the handle, 60 s unless set. libpmix counts whole seconds, and one more is left
 * for its answer. In the last quarter of its timeout, two seconds at most, a collective asks who has not called it, to
 * name them in the exception, which does not wait for an answer that comes later. A future that is cancelled, or whose
 * timeout expires, is detached: the native operation continues until libpmix ends it, its memory is freed then, and
 * this process takes part in it for the other processes. A fence that timed out or was interrupted has ended for this
 * process, but not for the others: it is the next fence of this process that they meet. So the process calls the fence
 * once more, or agrees with the others on where to continue.
 *
 * <p><b>Ending.</b> A process that ends without closing its last handle is an abnormal termination for the launcher. An
 * uncaught exception in any thread aborts the job while the session is open ({@link Builder#abortOnUncaughtException}).
 * A try-with-resources statement closes the session before the exception leaves {@code main}; the launcher then ends
 * the job because of the exit status. The exception is printed with the process before it, also after the session,
 * unless the application has set a default handler of its own.
 *
 * <p><b>Without its server</b>, the launcher's daemon on this node, a process cannot be reached by the others and by
 * the launcher. libpmix reports the loss at once ({@link Statuses#ERR_LOST_CONNECTION}), and operations throw {@link
 * PmixException.LostConnection}. With PRRTE, a process that has started neither to close its last handle nor to end the
 * JVM ten seconds later ends as by {@code System.exit(1)}, and is halted if shutdown hooks take ten seconds more.
 * {@link Builder#outliveServer} prevents both. To end earlier, register a handler of the event, or catch the exception.
 *
 * <p><b>MPI in the same process</b> must be initialised first: {@link Builder#beforePmix}.
 *
 * <p><b>Without a launcher</b> the process is a {@linkplain #isSingleton() singleton}: a job of size 1, in which put,
 * get, fence and groups of the process itself work. A process that a launcher without PMIx started as one of several
 * tasks, as {@code srun} does, is refused: start {@code prterun} inside the allocation, or see {@link
 * Builder#allowSingleton}.
 */
public final class Pmix implements AutoCloseable {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    /** The number of a session that PRRTE gives where there is none. */
    private static final long NO_SESSION = 0xFFFF_FFFFL;

    static {
        Session.useAddressBook(GroupTable.SLOT);
        Session.useJobs(KnownJobs.SLOT);
        Rooms rooms = new Rooms();
        GroupTable.use(rooms);
        Trace.recorder(rooms);
        NativeRegistrations.use(
                new SessionPart.Slot<NativeRegistrations.Receiver>(18) {
                    @Override
                    protected NativeRegistrations.Receiver create(Session session) {
                        return new HandlerChains(session);
                    }
                },
                new GroupTap(),
                new SpawnTap(),
                new ConnectTap(),
                new ModelTap(),
                new RollCallTap(),
                new LostServerTap());
    }

    private final Handle handle;
    private final DataExchange data;
    private final GetCall gets;
    private final Groups groups;
    private volatile @Nullable Job job;
    private volatile @Nullable Capabilities capabilities;

    /** The tasks that run before the handle is closed; null when they have started. Guarded by {@link #handle}. */
    private @Nullable Deque<Runnable> beforeClose = new ArrayDeque<>();

    /** The handle of which this is a view with another timeout, or null. */
    private final @Nullable Pmix origin;

    private Pmix(Handle handle, @Nullable Pmix origin) {
        this.handle = handle;
        this.origin = origin;
        this.data = new DataExchange(handle);
        this.gets = new GetCall(handle);
        this.groups = GroupsImpl.of(handle);
    }

    private Pmix(Builder builder) {
        Session session = SessionUsers.acquire(
                builder.defaultTimeout,
                builder.withoutMpi,
                builder.allowSingleton,
                builder.firstModel(),
                builder.beforePmix);
        this(new Handle(session, builder.executor, builder.defaultTimeout, builder.clusterId), null);
        try {
            begin(builder);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void begin(Builder builder) {
        if (builder.outliveServer) {
            LostServer.outlive(handle.session);
        }
        Listening.begin(handle);
        if (builder.abortOnUncaughtException) {
            UncaughtAbort.install(handle);
        }
        Tracer tracer = Trace.tracer();
        if (tracer != null) {
            tracer.session(identity());
        }
        if (builder.models != null) {
            ModelsImpl.declare(handle, builder.models);
        }
    }

    /**
     * Opens or joins the session with the default settings.
     *
     * @return a handle, to be closed
     * @throws IllegalStateException if Open MPI is loaded in this process and {@code MPI_Init} was not called
     * @throws PmixException.LibraryUnavailable if libpmix is not found, too old, or native access is denied
     * @throws PmixException.NotSupported if a launcher without PMIx started this process as one of several tasks, as
     *     {@code srun} does; see {@link Builder#allowSingleton}
     * @throws PmixException if libpmix cannot reach its server
     */
    public static Pmix init() {
        return builder().init();
    }

    /** {@return a builder for a handle with settings of its own} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return a view of this handle, all of whose operations have another timeout unless they are given one} What is
     * obtained from the view is of this handle: it ends when one of both is closed, which closes the other.
     *
     * {@snippet file="CoreSnippets.java" region="with"}
     *
     * @param timeout more than zero
     */
    public Pmix with(Duration timeout) {
        return new Pmix(open().with(Checks.timeout(timeout)), origin == null ? this : origin);
    }

    /** Represents the settings of a handle. It must not be used by several threads at once. */
    public static final class Builder {
        private @Nullable Executor executor;
        private Duration defaultTimeout = DEFAULT_TIMEOUT;
        private boolean abortOnUncaughtException = true;
        private @Nullable Runnable beforePmix;
        private boolean withoutMpi;
        private boolean allowSingleton;
        private boolean outliveServer;
        private @Nullable String clusterId;
        private @Nullable Map<ProgrammingModel, Reach> models;

        private Builder() {}

        /**
         * Sets where futures of this handle are completed. Unless set, each is on a daemon thread that does
         * nothing else meanwhile, up to 256 of them, and further ones on virtual threads.
         *
         * @param value the executor; one that runs its task in the calling thread is fine
         * @return this
         */
        public Builder executor(Executor value) {
            this.executor = Objects.requireNonNull(value, "executor");
            return this;
        }

        /**
         * Sets the timeout of operations that have none of their own; 60 s unless set.
         *
         * @param value more than zero
         * @return this
         */
        public Builder defaultTimeout(Duration value) {
            this.defaultTimeout = Checks.timeout(value);
            return this;
        }

        /**
         * Sets whether an uncaught exception aborts the job; true unless set. The setting of the handle that starts the
         * session counts; a later handle can only switch it on.
         *
         * @param value false to end the thread only
         * @return this
         */
        public Builder abortOnUncaughtException(boolean value) {
            this.abortOnUncaughtException = value;
            return this;
        }

        /**
         * Sets a task that initialises MPI before PMIx, such as {@code MPI_Init} of a native library, because
         * Open MPI aborts a process in which PMIx was initialised first. {@link #init} calls it in the same thread.
         *
         * {@snippet file="CoreSnippets.java" region="before-pmix"}
         *
         * <p>{@link #init} throws if PMIx would be initialised first. It recognises Open MPI by its shared library,
         * {@code libmpi.so}, once that is loaded; it does not recognise one that is loaded later or linked statically.
         *
         * <p>Other threads that open a handle meanwhile wait for the task, at most for their default timeouts.
         *
         * @param value the task; an exception from it leaves {@code init}, and PMIx is not initialised
         * @return this
         */
        public Builder beforePmix(Runnable value) {
            this.beforePmix = Objects.requireNonNull(value, "beforePmix");
            return this;
        }

        /**
         * {@return this, set to declare that MPI will not be initialised in this process, although its library is
         * loaded} Without it, {@link #init} refuses to start the session before Open MPI.
         */
        public Builder withoutMpi() {
            this.withoutMpi = true;
            return this;
        }

        /**
         * {@return this, set to allow a {@linkplain Pmix#isSingleton singleton} even if a launcher without PMIx started
         * this process as one of several tasks} Without it, {@link #init} refuses to start such a session: every task
         * would be a job of size 1. The setting of the handle that starts the session counts.
         */
        public Builder allowSingleton() {
            this.allowSingleton = true;
            return this;
        }

        /**
         * {@return this, set to let this process live on when it has {@linkplain Pmix lost its server}} The setting of
         * one handle counts for all of this copy of the library, until the session ends.
         */
        public Builder outliveServer() {
            this.outliveServer = true;
            return this;
        }

        /**
         * Declares a programming model to the other libraries of this process, as part of the initialisation ({@code
         * PMIx_Init} with {@code PMIX_PROGRAMMING_MODEL} and the like). May be called several times.
         *
         * @param value the model
         * @return this
         * @see org.pmixj.model.Models
         */
        public Builder model(ProgrammingModel value) {
            return model(value, Reach.PROCESS);
        }

        /**
         * Declares a programming model, to the processes of the node or the job too.
         *
         * @param value the model
         * @param reach who is notified
         * @return this
         */
        public Builder model(ProgrammingModel value, Reach reach) {
            Objects.requireNonNull(value, "model");
            Objects.requireNonNull(reach, "reach");
            if (models == null) {
                models = new LinkedHashMap<>();
            }
            models.put(value, reach);
            return this;
        }

        /**
         * Sets the identifier of this cluster ({@code PMIX_CLUSTER_ID}), where the host does not report it, as with
         * PRRTE. {@link org.pmixj.connect.Connections} understands namespaces that begin with it.
         *
         * @param value without a colon; 253 bytes of UTF-8 at most, so that a namespace can follow
         * @return this
         * @throws IllegalArgumentException if it is empty, too long, or contains a colon or NUL
         */
        public Builder clusterId(String value) {
            this.clusterId = new ClusterNamespace(value, "n").cluster();
            return this;
        }

        private Session.@Nullable InitInfos firstModel() {
            return models == null
                    ? null
                    : new ModelCodec.Initial(models.keySet().iterator().next());
        }

        /**
         * Opens or joins the session, and declares the models that are given.
         *
         * @return a handle, to be closed
         * @throws IllegalStateException if Open MPI is loaded in this process and {@code MPI_Init} was not called,
         *     unless {@link #withoutMpi}; or if a {@link #beforePmix} task is set although there is a session already,
         *     or a C library other than Open MPI has initialised PMIx
         * @throws PmixException.LibraryUnavailable if libpmix is not found, too old, or native access is denied
         * @throws PmixException.NotSupported if a launcher without PMIx started this process as one of several tasks,
         *     as {@code srun} does, unless {@link #allowSingleton}
         * @throws PmixException if libpmix cannot reach its server
         */
        public Pmix init() {
            Session open = Session.current();
            if (open != null) {
                open.refuseOnProgressThread("init");
            }
            return new Pmix(this);
        }
    }

    /** Returns what a recording says of this process. */
    private Tracer.Identity identity() {
        int jobSize = 0;
        long session = -1;
        String node = "";
        try {
            jobSize = job().size();
            session = job().info(Keys.SESSION_ID).filter(id -> id != NO_SESSION).orElse(-1L);
            node = node().hostname();
        } catch (PmixException | IllegalStateException e) {
            // The host does not report it.
        }
        return new Tracer.Identity(self(), jobSize, node, session);
    }

    // --- who and where -------------------------------------------------------------------------------------------

    /** {@return the identifier of this process} */
    public ProcId self() {
        return handle.session.self();
    }

    /** {@return whether this process was started without a launcher, as a job of its own} */
    public boolean isSingleton() {
        return handle.session.singleton();
    }

    private Handle open() {
        handle.checkOpen();
        return handle;
    }

    /** {@return this process's job: its size, its processes, nodes and applications} */
    public Job job() {
        Job known = job;
        if (known == null) {
            known = JobImpl.of(open(), self().nspace(), KnownJobs.ownSize(handle.session));
            job = known;
        }
        return known;
    }

    /**
     * {@return a job, which may be another than this process's own} What is not known here is requested from the
     * server, within the default timeout.
     *
     * @param nspace its namespace
     * @throws PmixException.NotFound if the server knows no such job, or it is a group: {@link
     *     org.pmixj.group.Group#jobs} has the jobs of its members
     */
    public Job job(String nspace) {
        Checks.nspace("namespace", nspace);
        return nspace.equals(self().nspace()) ? job() : JobImpl.other(handle, nspace);
    }

    /**
     * {@return the node this process is on, and the processes of its job there}
     *
     * @throws PmixException.NotFound if the host does not report the processes of this node
     */
    public Node node() {
        return JobImpl.ownNode(job());
    }

    /** {@return the application of its job this process belongs to} */
    public Application app() {
        return JobImpl.appOf(job(), self().rank());
    }

    /** {@return what is known of this process} */
    public ProcessInfo process() {
        return job().process(self().rank());
    }

    /**
     * {@return what is known of a process, of this or another job}
     *
     * @param proc the process; a group of this process with a rank in it stands for its member
     * @throws IllegalArgumentException if it stands for every process of its namespace
     * @throws PmixException.NotFound if there is no such process, or the server knows no such job
     */
    public ProcessInfo process(ProcId proc) {
        if (proc.isWildcard()) {
            throw new IllegalArgumentException("process: " + proc + " stands for several processes; give a single one");
        }
        ProcId member = gets.member("process", proc);
        return JobImpl.process(job(member.nspace()), member);
    }

    /**
     * {@return the operations on process groups} The host constructs them, or their members do by fences, with fewer
     * operations, see {@link Capabilities#groupMethod}.
     */
    public Groups groups() {
        handle.checkOpen();
        return groups;
    }

    /** {@return the operations that start and end processes} */
    public Processes processes() {
        return ProcessesImpl.of(open());
    }

    /** {@return the queries to the library and the host} */
    public Queries queries() {
        return QueriesImpl.of(open());
    }

    /** {@return what the running library and the host can do} Each answer is queried once, at its first use. */
    public Capabilities capabilities() {
        handle.checkOpen();
        Capabilities known = capabilities;
        if (known == null) {
            known = CapabilitiesImpl.of(handle);
            capabilities = known;
        }
        return known;
    }

    /** {@return the requests to the host: logging, job control and allocation} */
    public Control control() {
        return ControlImpl.of(open());
    }

    /** {@return the operations on events: handlers and notifications} */
    public Events events() {
        return EventsImpl.of(open());
    }

    /**
     * {@return the operations that connect processes (RFC 0003)}
     *
     * @throws PmixException.NotSupported if the host constructs no groups, on which connections are built, see {@link
     *     Capabilities#groupMethod}
     */
    public Connections connections() {
        GroupTable.of(open().session).method.requireHost("connections()");
        return ConnectionsImpl.of(handle);
    }

    /** {@return the operations on programming models} */
    public Models models() {
        return ModelsImpl.of(open());
    }

    /** {@return the directory, for publish and lookup} */
    public Directory directory() {
        return DirectoryImpl.of(open());
    }

    /** {@return the version of the running libpmix in its own words, such as {@code OpenPMIx 7.0.0rc1 …}} */
    public static String libraryVersion() {
        return Libpmix.version();
    }

    // --- data exchange -------------------------------------------------------------------------------------------

    /**
     * Stores a value of this process, which others see after {@link #commit} and a fence, or a commit and their own
     * {@link #get} ({@code PMIx_Put}).
     *
     * @param scope who may read it
     * @param key its name and type
     * @param value the value
     * @param <T> the Java type of the value
     * @throws IllegalArgumentException if the value is out of the type's range; if libpmix cannot carry it, such as
     *     those of {@link ValueType#CPUSET} and some of {@link ValueType#ARRAY}; or if this process would have put more
     *     than libpmix can carry in a message, 32 MiB: in one commit, where a value of scope GLOBAL counts twice, or in
     *     all for the processes of this node or for those of others
     */
    public <T> void put(Scope scope, Key<T> key, T value) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(value, "value");
        handle.checkOpen();
        data.put(scope, key.name(), key.type().wrap(value));
    }

    /**
     * Sends everything put so far to the PMIx server ({@code PMIx_Commit}).
     *
     * @throws PmixException.Timeout if the server does not take it within the default timeout
     */
    public void commit() {
        data.commit();
    }

    /**
     * Starts {@link #commit} without waiting. What is put before it completes may or may not be part of it.
     *
     * @return completed when the server has what was put
     */
    public CompletableFuture<Void> commitAsync() {
        return data.commitAsync();
    }

    /**
     * Waits until every process of the job has called it, and exchanges what was put and committed.
     *
     * <p>After a process has died in a job that survives this, use a {@linkplain org.pmixj.group.Group#fence() group}.
     * This fence fails at once or ends by its timeout, depending on what the servers learn first, and so may later
     * ones.
     *
     * @throws PmixException.Timeout if a process did not call in time, or died before
     * @throws PmixException.LostConnection if a process died
     */
    public void fence() {
        fence(FenceRequest.ofJob());
    }

    /**
     * Waits until every participant has called it ({@code PMIx_Fence}).
     *
     * @param request the participants, and whether to exchange data
     * @throws PmixException.Timeout if a participant did not call in time
     * @throws PmixException.LostConnection if a participant died; it may be a timeout, as in {@link #fence()}
     * @throws PmixException.NotAMember if this process is not a participant
     * @throws IllegalStateException if a connect or disconnect of exactly these processes is under way in this process:
     *     the host would take one for the other
     */
    public void fence(FenceRequest request) {
        handle.checkOpen();
        data.fence(request);
    }

    /** {@return a future of {@link #fence()}, completed when every process of the job has called it} */
    public CompletableFuture<Void> fenceAsync() {
        return fenceAsync(FenceRequest.ofJob());
    }

    /**
     * {@return a future of {@link #fence(FenceRequest)}, completed when every participant has called it}
     *
     * @param request the participants, and whether to exchange data
     */
    public CompletableFuture<Void> fenceAsync(FenceRequest request) {
        handle.checkOpen();
        return data.fenceAsync(request);
    }

    /**
     * Reads a value of a process, within the default timeout ({@code PMIx_Get}). A value that this process knows is
     * read from its memory; otherwise the server is asked, which waits until the process has committed it. If the
     * process puts another value under the same key later, this process continues to read the first, unless it uses
     * {@link GetOptions#withRefreshCache}.
     *
     * @param proc the process that has put it; {@link ProcId#all} for a value of the job
     * @param key its name and type
     * @param <T> the Java type of the value
     * @return the value
     * @throws PmixException.Timeout if it was not there in time
     * @throws PmixException.NotFound if there is none, no such namespace, or this process has not put its own
     */
    public <T> T get(ProcId proc, Key<T> key) {
        return get(proc, key, GetOptions.defaults());
    }

    /**
     * Runs {@link #get(ProcId, Key)} with options.
     *
     * @param proc the process that has put it; {@link ProcId#all} for a value of the job
     * @param key its name and type
     * @param options where to look, and for how long
     * @param <T> the Java type of the value
     * @return the value
     */
    public <T> T get(ProcId proc, Key<T> key, GetOptions options) {
        Objects.requireNonNull(proc, "proc");
        handle.checkOpen();
        return key.cast(gets.get(proc, key.name(), options, timeout(options)));
    }

    private Duration timeout(GetOptions options) {
        return options.timeout().orElse(handle.defaultTimeout);
    }

    /**
     * {@return the value of a process if this process knows it already, else empty} Nobody is asked, and nothing waits
     * ({@code PMIx_Get} with {@code PMIX_OPTIONAL}).
     *
     * @param proc the process that has put it; {@link ProcId#all} for a value of the job
     * @param key its name and type
     * @param <T> the Java type of the value
     */
    public <T> Optional<T> find(ProcId proc, Key<T> key) {
        Objects.requireNonNull(proc, "proc");
        handle.checkOpen();
        PmixValue value = gets.find(proc, key.name());
        return value == null ? Optional.empty() : Optional.of(key.cast(value));
    }

    /**
     * {@return a future of {@link #get(ProcId, Key)}, completed with the value}
     *
     * @param proc the process that has put it; {@link ProcId#all} for a value of the job
     * @param key its name and type
     * @param <T> the Java type of the value
     */
    public <T> CompletableFuture<T> getAsync(ProcId proc, Key<T> key) {
        return getAsync(proc, key, GetOptions.defaults());
    }

    /**
     * Runs {@link #getAsync(ProcId, Key)} with options.
     *
     * @param proc the process that has put it; {@link ProcId#all} for a value of the job
     * @param key its name and type
     * @param options where to look, and for how long
     * @param <T> the Java type of the value
     * @return completed with the value
     */
    public <T> CompletableFuture<T> getAsync(ProcId proc, Key<T> key, GetOptions options) {
        Objects.requireNonNull(proc, "proc");
        handle.checkOpen();
        return gets.getAsync(proc, key.name(), options, timeout(options), new Cast<>(key));
    }

    private record Cast<T>(Key<T> key) implements Function<PmixValue, T> {
        @Override
        public T apply(PmixValue value) {
            return key.cast(value);
        }
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /**
     * Ends this process and all others of the job ({@code PMIx_Abort}). In a recoverable job ({@code --runtime-options
     * recoverable} of PRRTE), or in a process without a launcher, it ends this process alone. When the server has the
     * request this process ends, without its shutdown hooks; the launcher kills the others. This method does not
     * return, also if the server is lost.
     *
     * @param status the exit status that the launcher reports
     * @param message the reason; written to standard error here, because PRRTE (seen with 5.0.0rc1) does not print it
     */
    public void abort(int status, String message) {
        Checks.text("message", message);
        handle.checkOpen();
        handle.session.refuseOnProgressThread("abort");
        AbortCall.abort(handle, status, message);
    }

    /** Returns the process, and whether this handle is closed. */
    @Override
    public String toString() {
        return "Pmix[" + self() + (isClosed() ? ", closed]" : "]");
    }

    /**
     * {@return a future that is completed as another one, but where this handle completes futures} For a library that is
     * written on this API, and completes the other one. If the future is cancelled or expires, the other one is
     * cancelled.
     *
     * @param done a future that no application has
     * @param <T> the type of the value
     */
    public <T> CompletableFuture<T> deliver(CompletableFuture<T> done) {
        handle.checkOpen();
        return Delivery.orGiveUp(Delivery.future(handle, done, false), done, () -> done.cancel(false));
    }

    /** {@return the timeout of operations that have none of their own} */
    public Duration defaultTimeout() {
        return handle.defaultTimeout;
    }

    /**
     * Adds a task that runs when {@link #close} is called, before anything is closed. A library that is written on
     * this API ends its own work in it. The task that was added last runs first. Its exceptions are logged.
     *
     * @param task should end soon, because the close waits for it
     */
    public void beforeClose(Runnable task) {
        Objects.requireNonNull(task, "task");
        if (origin != null) {
            origin.beforeClose(task);
            return;
        }
        synchronized (handle) {
            if (beforeClose == null) {
                throw new IllegalStateException("this Pmix handle is closed");
            }
            beforeClose.addFirst(task);
        }
    }

    /** {@return whether this handle was closed} */
    public boolean isClosed() {
        return handle.isClosed();
    }

    /**
     * Closes this handle; a second call does nothing. If the process has other handles, only what was obtained from
     * this one ends. Closing the last handle leaves the groups of which this process
     * is still a member, fails pending operations with {@link PmixException.Closed}, and finalizes libpmix ({@code
     * PMIx_Finalize}). Event handlers are closed, and events that wait for them are dropped ({@link
     * org.pmixj.event.Events#awaitIdle} waits for them). It waits for no other process, and at most 30 s for a server
     * that does not answer; an interrupt does not shorten the wait. A group whose construction is under way may still
     * be constructed for the other members, with this process as a member that never answers: libpmix cannot cancel it.
     * A fence under way counts for the other processes until its timeout: in a later session a fence of the same
     * processes starts after that.
     */
    @Override
    public void close() {
        handle.session.refuseOnProgressThread("close");
        if (origin != null) {
            origin.close();
            return;
        }
        Deque<Runnable> tasks;
        synchronized (handle) {
            tasks = beforeClose;
            beforeClose = null;
        }
        if (tasks == null) {
            return;
        }
        for (Runnable task : tasks) {
            try {
                task.run();
            } catch (Throwable e) {
                Log.warning("close: a task before the end failed", e);
            }
        }
        SessionUsers.release(handle);
    }
}
