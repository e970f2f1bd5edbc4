// SPDX-License-Identifier: Apache-2.0
/**
 * Connected processes of PMIx RFC 0003: {@link org.pmixj.connect.Connections} makes connections, {@link
 * org.pmixj.connect.Connection} is one, with a namespace and ranks of its own.
 *
 * <p>No release of OpenPMIx has what the RFC changes: {@code PMIx_Connect} returns neither namespace nor rank, and knows
 * none of the directives. Here a connection is a group (RFC 0033) whose id is the new namespace, and one {@code
 * PMIx_Connect} of its members, by which the host is told. The events that the RFC has the servers generate are sent by
 * the members.
 *
 * <p><b>What the host decides.</b> To PRRTE the death of a connected process is by default the end of all jobs that were
 * connected with its own, unless that is a job that may lose processes: one started by {@code prterun --rtos
 * recoverable,notifyerrors}, or spawned as {@link org.pmixj.process.SpawnRequest.Builder#recoverable}. With {@code
 * --prtemca pmix_terminate_connected 0} of {@code prterun} or {@code prte} a death concerns its own job alone. A
 * connection with {@link org.pmixj.connect.ConnectRequest.Builder#earlyTermination} is not told to the host, and no job
 * ends because of it; but a spawned job is, to PRRTE, connected with the process that has spawned it, unless it is {@link
 * org.pmixj.process.SpawnRequest.Builder#independent}.
 *
 * <p><b>Processes in C</b> can take part, with libpmix alone. The event {@code PMIX_CONNECT_REQUESTED} ({@link
 * org.pmixj.connect.ConnectRequest.Builder#notifyRequest}) brings the namespace as {@code PMIX_GROUP_ID} and who takes part
 * as {@code PMIX_GROUP_MEMBERSHIP}. To connect is {@code PMIx_Group_construct} of these, in their order, and then {@code
 * PMIx_Connect} of the members; to disconnect, {@code PMIx_Fence} of the members without {@code PMIX_COLLECT_DATA}, {@code
 * PMIx_Group_destruct} and {@code PMIx_Disconnect} of the members. Where early termination is allowed, {@code PMIx_Connect}
 * and {@code PMIx_Disconnect} are left out. What is said of members in C at {@link org.pmixj.group} holds for them.
 */
@NullMarked
package org.pmixj.connect;

import org.jspecify.annotations.NullMarked;
