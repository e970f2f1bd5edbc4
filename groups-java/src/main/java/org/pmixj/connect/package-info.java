// SPDX-License-Identifier: Apache-2.0
/**
 * Connected processes of PMIx RFC 0003: {@link org.pmixj.connect.Connections} connects them, and a {@link
 * org.pmixj.connect.Connection} has a namespace and ranks of its own.
 *
 * <p>No release of OpenPMIx implements the RFC: {@code PMIx_Connect} returns neither namespace nor rank, and ignores
 * the directives. Here a connection is a group (RFC 0033) whose id is the new namespace, together with one {@code
 * PMIx_Connect} of its members, which notifies the host. The members send the events that the RFC expects from the
 * servers.
 *
 * <p><b>At the same time.</b> Across nodes PRRTE distinguishes fences and calls of {@code PMIx_Connect} by their
 * participants only. Connects and disconnects of the same processes therefore take place in one order, which is the
 * same on all of them. No other thread may run a fence of exactly those processes meanwhile.
 *
 * <p><b>What the host decides</b> if a process is killed that is connected with processes of another job:
 *
 * <table>
 * <caption>Which jobs survive, with PRRTE 5.0.0rc1</caption>
 * <tr><th>{@code prterun} or {@code prte}<th>the job of the killed process<th>connection<th>its own job<th>the other
 * job
 * <tr><td>default<td>by default<td>plain<td>ends<td>ends
 * <tr><td>default<td>by default, independent<td>early termination<td>ends<td>survives
 * <tr><td>{@code --prtemca pmix_terminate_connected 0}<td>by default<td>any<td>ends<td>survives
 * <tr><td>any<td>spawned as recoverable, or of {@code prterun --runtime-options
 * recoverable,notifyerrors}<td>any<td>survives<td>survives
 * </table>
 *
 * <p>When all processes have disconnected, the jobs are no longer connected. If one member has left alone, PRRTE still
 * regards the others as connected: it cannot disconnect only some of the connected processes.
 *
 * <p>The host is not notified of a connection with {@link org.pmixj.connect.ConnectRequest.Builder#earlyTermination},
 * and no job ends because of it. But PRRTE regards a spawned job as connected with the process that spawned it, unless
 * it is {@link org.pmixj.process.SpawnRequest.Builder#independent}. Whether a spawned job may lose processes depends on
 * {@link org.pmixj.process.SpawnRequest.Builder#recoverable}, not on the options of the launcher.
 *
 * <p><b>The host alone.</b> {@link org.pmixj.connect.Connections#connectAtHost} is {@code PMIx_Connect} without what
 * this library adds, for programs in C that call that and nothing else. There is no namespace, no rank and no event.
 *
 * <p><b>Processes in C</b> can take part with libpmix alone. The event {@code PMIX_CONNECT_REQUESTED} ({@link
 * org.pmixj.connect.ConnectRequest.Builder#notifyRequest}) brings the namespace as {@code PMIX_GROUP_ID} and the
 * participants as {@code PMIX_GROUP_MEMBERSHIP}. To connect, call {@code PMIx_Group_construct} with these, in their
 * order, and then {@code PMIx_Connect} with the members. To disconnect, call {@code PMIx_Group_construct} with the
 * namespace followed by {@code /end}, {@code PMIx_Group_destruct} for both groups, and {@code PMIx_Disconnect} with the
 * members. Where early termination is allowed, leave out {@code PMIx_Connect} and {@code PMIx_Disconnect}. What {@link
 * org.pmixj.group} says of members in C holds for them too.
 */
@NullMarked
package org.pmixj.connect;

import org.jspecify.annotations.NullMarked;
