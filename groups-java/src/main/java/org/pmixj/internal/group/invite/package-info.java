// SPDX-License-Identifier: Apache-2.0
/**
 * Constructs groups by invitation, and elects a new leader if the leader fails. libpmix has invitations of its own, but
 * only one pending per leader; it misses most deaths, elects no leader and ignores decisions. So this room runs the
 * protocol itself, with the events of RFC 0033:
 *
 * <ol>
 *   <li>{@code INVITED}: the leader asks each process, and says who takes part and how long it waits.
 *   <li>{@code INVITE_ACCEPTED}, {@code INVITE_DECLINED}: the process answers. To a leader that uses libpmix alone it
 *       answers by {@code PMIx_Group_join}.
 *   <li>{@code MEMBERSHIP_UPDATE}: the leader's policy has replaced a process that declined, failed or is silent; the
 *       leader invites the replacement and notifies all others.
 *   <li>{@code CONSTRUCT_COMPLETE}: all that are left have accepted; the leader notifies all members, also itself, with
 *       their order, who is missing, the context id, and the information that they contributed with their answers. The
 *       group exists when this arrives.
 *   <li>{@code CONSTRUCT_ABORT}: the leader ends the construction for all, or refuses one process that answers late.
 *   <li>{@code LEADER_FAILED}: a participant sees that the leader ended, or exceeded its timeout by 2.5 s, and sends
 *       its choice (take over, follow, abort) to the others. To one whose choice arrives after its own was sent, it
 *       sends its own again: that one may not have taken part before.
 *   <li>{@code LEADER_SELECTED}: the first participant that has sent its choice announces the new leader when all have
 *       chosen, or after {@code Patience.CHOICES}, or sends {@code CONSTRUCT_ABORT} if one wants that. If it does not,
 *       the next participant does so {@code Patience.CHOICE_RESULT} later. If nobody takes over, the event names no process. All answer to the new leader, which continues at the third step.
 * </ol>
 *
 * <p>{@link org.pmixj.internal.group.invite.InviteLeader} and {@link org.pmixj.internal.group.invite.Invitee} are the
 * two roles; {@link org.pmixj.internal.group.invite.InviteTable} keeps those of this process, which know it as {@link
 * org.pmixj.internal.group.invite.Roles}, and {@link org.pmixj.internal.group.invite.InviteEvents} hands them what arrives. A construct with a leader in which a
 * member fails goes on by the same protocol from the third step, for its callers have accepted.
 *
 * <p>Locks: the monitor of {@code InviteTable} guards the state of both roles. It is taken by application threads
 * (after the lock of {@code Session}, when the session ends), the progress thread, the timers and the dispatcher, which
 * hold none of the locks below. With it held the room takes the monitors of {@code Reservation}, {@code Roster},
 * {@code NativeRegistrations} and the queues of listeners, and the lock that numbers kept events; it calls libpmix, but
 * nothing that waits for the progress thread, and no code of the application.
 */
@NullMarked
package org.pmixj.internal.group.invite;

import org.jspecify.annotations.NullMarked;
