// SPDX-License-Identifier: Apache-2.0
/**
 * Connected processes of PMIx RFC 0003: {@link org.pmixj.connect.Connections} makes connections, {@link
 * org.pmixj.connect.Connection} is one, with a namespace and ranks of its own.
 *
 * <p>No release of OpenPMIx has what the RFC changes: {@code PMIx_Connect} returns neither namespace nor rank, and
 * knows none of the directives. Here a connection is a group (RFC 0033) whose id is the new namespace, and one {@code
 * PMIx_Connect} of its members, by which the host is notified. The events that the RFC has the servers generate are
 * sent by the members.
 *
 * <p><b>At the same time.</b> Across nodes PRRTE knows fences and {@code PMIx_Connect} by their participants alone.
 * Connects and disconnects of the same processes are put into an order that all have; a fence of exactly those
 * processes must not be under way in another thread meanwhile.
 *
 * <p><b>What the host decides</b>, if a process is killed that is connected with those of another job:
 *
 * <table>
 * <caption>Who lives on, with PRRTE 5.0.0rc1</caption>
 * <tr><th>{@code prterun} or {@code prte}<th>the job of the dead<th>connection<th>its own job<th>the other job
 * <tr><td>default<td>by default<td>plain<td>ends<td>ends
 * <tr><td>default<td>by default, independent<td>early termination<td>ends<td>lives
 * <tr><td>{@code --prtemca pmix_terminate_connected 0}<td>by default<td>any<td>ends<td>lives
 * <tr><td>any<td>spawned as recoverable, or of {@code prterun --rtos recoverable,notifyerrors}<td>any<td>lives<td>lives
 * </table>
 *
 * <p>When all have disconnected, the jobs are connected no more. Where a member has left alone, PRRTE goes on to take
 * the others for connected: it knows no disconnect of some of those that have connected.
 *
 * <p>A connection with {@link org.pmixj.connect.ConnectRequest.Builder#earlyTermination} is not told to the host, and
 * no job ends because of it. But a spawned job is, to PRRTE, connected with the process that has spawned it, unless it
 * is {@link org.pmixj.process.SpawnRequest.Builder#independent}; and whether it may lose processes is its own matter,
 * whatever the launcher was started with: {@link org.pmixj.process.SpawnRequest.Builder#recoverable}.
 *
 * <p><b>Processes in C</b> can take part, with libpmix alone. The event {@code PMIX_CONNECT_REQUESTED} ({@link
 * org.pmixj.connect.ConnectRequest.Builder#notifyRequest}) brings the namespace as {@code PMIX_GROUP_ID} and who takes
 * part as {@code PMIX_GROUP_MEMBERSHIP}. To connect is {@code PMIx_Group_construct} of these, in their order, and then
 * {@code PMIx_Connect} of the members; to disconnect, {@code PMIx_Group_construct} of the namespace with {@code /end}
 * after it, {@code PMIx_Group_destruct} of the one and of the other, and {@code PMIx_Disconnect} of the members. Where
 * early termination is allowed, {@code PMIx_Connect} and {@code PMIx_Disconnect} are left out. What is said of members
 * in C at {@link org.pmixj.group} holds for them.
 */
@NullMarked
package org.pmixj.connect;

import org.jspecify.annotations.NullMarked;
