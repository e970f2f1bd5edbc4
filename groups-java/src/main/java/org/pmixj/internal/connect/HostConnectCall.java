// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.Roster;

/**
 * Calls {@code PMIx_Connect_nb} or {@code PMIx_Disconnect_nb}, by which the host treats the end of one process as the end
 * of all. Across nodes the host mixes up two such calls of the same processes. It also mixes up such a call and a fence
 * of the same processes. Therefore the calls take turns, in the order in which libpmix completed the preceding
 * constructs. That order is the same for all processes.
 */
final class HostConnectCall extends FenceCall {
    /** The timeout of a disconnect. All members have called before it; it need not wait for one that ends now. */
    static final long DISCONNECT_NANOS = 5_000_000_000L;

    private final boolean isConnect;
    private final String namespace;

    private HostConnectCall(
            Handle handle,
            String what,
            String namespace,
            List<ProcId> procs,
            Duration timeout,
            @Nullable Roster membership,
            boolean isConnect) {
        super(handle, what, procs, false, timeout, membership);
        this.namespace = namespace;
        this.isConnect = isConnect;
    }

    static HostConnectCall connect(
            Handle handle, String what, GroupImpl group, Duration timeout, Attributes directives) {
        HostConnectCall call =
                new HostConnectCall(handle, what, group.id(), group.members(), timeout, group.membership(), true);
        call.directed(directives);
        return call;
    }

    static HostConnectCall disconnect(ConnectionImpl connection, List<ProcId> procs) {
        String namespace = connection.namespace();
        String what = "disconnect of " + ConnectNames.title(namespace);
        HostConnectCall call = new HostConnectCall(
                connection.handle, what, namespace, procs, Duration.ofNanos(DISCONNECT_NANOS), null, false);
        call.directed(connection.disconnectDirectives);
        return call;
    }

    @Override
    protected boolean connects() {
        return true;
    }

    // The library ends a connect whose timeout has expired; the next one starts anew.
    @Override
    public boolean isGivenUp() {
        return isAbandoned();
    }

    @Override
    public boolean inherits(FenceCall other) {
        return other instanceof HostConnectCall before && before.isConnect == isConnect;
    }

    @Override
    public boolean repeats(FenceCall other) {
        return inherits(other);
    }

    @Override
    protected int call(MemorySegment procsAsked, long count, InfoArray directives, MemorySegment answerTo) {
        return isConnect
                ? Libpmix.connect(procsAsked, count, directives, answerTo)
                : Libpmix.disconnect(procsAsked, count, directives, answerTo);
    }

    @Override
    protected void check(int answer) {
        super.check(answer);
        if (isConnect) {
            ConnectionTable.of(handle().session).hostConnected(namespace);
        }
    }
}
