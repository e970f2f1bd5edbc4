// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.HostConnection;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.data.WithoutFences;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.job.Job;

/**
 * Implements a connection of which only the host knows.
 *
 * @param procs as the caller gave them: a wildcard and the list of its processes are two operations for the host. PRRTE
 *     ignores the order; other hosts need not
 */
record HostConnectionImpl(
        Handle handle, List<ProcId> procs, Members members, Map<String, Job> jobs, AtomicBoolean disconnecting)
        implements HostConnection {
    /** Returns the connect of a request. */
    static Procedure<HostConnection> connect(Handle handle, ConnectRequest request) {
        Objects.requireNonNull(request, "request");
        String what = "connect at the host of " + request;
        refuse(what, request.id().isPresent(), "an id");
        refuse(what, request.notifyRequest() || request.notifyEach(), "notifications");
        refuse(what, request.optional(), "optional processes");
        refuse(what, request.earlyTermination(), "early termination");
        handle.checkOpen();
        if (handle.session.singleton()) {
            throw StatusCodes.notSupported(
                    what + ": this process has no launcher, and so no host; start it by prterun");
        }
        return new Connecting(handle, what, request);
    }

    private static final class Connecting extends WithoutFences<HostConnection> {
        private final ConnectRequest request;
        private List<ProcId> procs = List.of();
        private Members members = Members.none();
        private @Nullable HostConnectCall connect;

        Connecting(Handle handle, String what, ConnectRequest request) {
            super(handle, what, request.timeout().orElse(handle.defaultTimeout));
            this.request = request;
        }

        @Override
        protected void takePlace() {
            // For other jobs the host must be asked, which takes time.
            if (ClusterNames.areKnown(handle, request)) {
                connect = start();
            }
        }

        private HostConnectCall start() {
            procs = ClusterNames.procs(handle.with(left()), what, request);
            members = ClusterNames.members(handle, what, procs);
            Duration timeout = Duration.ofNanos(deadline.nanos());
            HostConnectCall call =
                    HostConnectCall.alone(handle, what, procs, timeout, request.directives(), FenceCall.Kind.CONNECT);
            launch(call, procs);
            return call;
        }

        @Override
        protected HostConnection call() {
            HostConnectCall call = connect == null ? start() : connect;
            call.join(Deadline.collectiveNanos(left()));
            return new HostConnectionImpl(handle, procs, members, jobs(), new AtomicBoolean());
        }

        /** Reads the jobs of the processes, which are connected. If that fails, it disconnects this one, and throws. */
        private Map<String, Job> jobs() {
            try {
                return JobImpl.jobs(handle, left(), members);
            } catch (RuntimeException e) {
                // The caller gets nothing that it could disconnect.
                Duration enough = Duration.ofNanos(Patience.OWN_LIBRARY);
                GroupEvents.launch(HostConnectCall.alone(
                        handle, "end of " + what, procs, enough, Attributes.none(), FenceCall.Kind.DISCONNECT));
                throw e;
            }
        }
    }

    private static void refuse(String what, boolean wanted, String feature) {
        if (wanted) {
            throw new IllegalArgumentException(
                    what + ": the host alone knows no " + feature + "; use Connections.connect for that");
        }
    }

    @Override
    public boolean isConnected() {
        return !disconnecting.get() && !handle.isClosed();
    }

    private Procedure<Void> disconnection() {
        String what = "disconnect at the host of " + procs;
        handle.checkOpen();
        Duration timeout = handle.defaultTimeout;
        HostConnectCall call =
                HostConnectCall.alone(handle, what, procs, timeout, Attributes.none(), FenceCall.Kind.DISCONNECT);
        return new WithoutFences<>(handle, what, timeout) {

            @Override
            protected void takePlace() {
                if (!disconnecting.compareAndSet(false, true)) {
                    throw new IllegalStateException(what + ": this process is no longer connected; connect again");
                }
                try {
                    launch(call, procs);
                } catch (RuntimeException | Error e) {
                    disconnecting.set(false);
                    throw e;
                }
            }

            @Override
            protected @Nullable Void call() {
                call.join(Deadline.collectiveNanos(timeout));
                return null;
            }
        };
    }

    @Override
    public void disconnect() {
        disconnection().run();
    }

    @Override
    public CompletableFuture<Void> disconnectAsync() {
        return Delivery.start(handle, () -> disconnection().submit());
    }

    @Override
    public String toString() {
        return "HostConnection[" + procs + (isConnected() ? "]" : ", ended]");
    }
}
