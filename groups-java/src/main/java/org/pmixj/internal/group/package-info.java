// SPDX-License-Identifier: Apache-2.0
/**
 * Groups: constructs them, keeps their members, and ends them.
 *
 * <p>A construct passes {@link org.pmixj.internal.group.GroupsImpl}, {@link org.pmixj.internal.group.Construction},
 * {@link org.pmixj.internal.group.ConstructCall} and {@link org.pmixj.internal.group.GroupImpl}. A {@link
 * org.pmixj.internal.group.GroupMethod} is how groups are constructed and ended: {@link
 * org.pmixj.internal.group.ByHost}, or by fences; {@code group.repair} extends it by what defects of the host make
 * necessary. Other rooms add invitations ({@link org.pmixj.internal.group.LeaderPath}), exchanges ({@link
 * org.pmixj.internal.group.GroupExchange}) and kinds of groups ({@link org.pmixj.internal.group.GroupKind}).
 *
 * <p>{@link org.pmixj.internal.group.Roster} knows the members, and needs no other class of the room. A {@code GroupImpl}
 * needs the roster, its {@link org.pmixj.internal.group.Collective}s and an interface of the table that keeps it, {@link
 * org.pmixj.internal.group.GroupImpl.Table}. A {@code Construction} needs these and the interfaces of other rooms by which
 * groups are constructed. {@link org.pmixj.internal.group.GroupTable} implements the one and knows the others.
 *
 * <h2>Lock order</h2>
 *
 * A thread takes these locks in this order, and skips those that it does not need:
 *
 * <ol>
 *   <li>{@code FenceQueue}, which removes fences that nobody waits for from their {@code Roster}
 *   <li>{@code InviteTable}: for all classes of {@code group.invite}
 *   <li>the {@link org.pmixj.internal.group.Roster} of a connection
 *   <li>any other {@code Roster}, also that of the group in which the members of a connection meet to end it; a thread
 *       holds no more than these two
 *   <li>{@code ConnectionTable}, {@code DestructWithoutDead}; neither while the other is held
 *   <li>{@code PublishedConstruct}
 *   <li>{@link org.pmixj.internal.group.Reservation}, {@code MemberGroups}, {@code SpentIds}, {@code Exchanges},
 *       {@code FenceExchanges}, {@code ExchangeBoard}, {@link org.pmixj.internal.group.GroupIds}: no other of these locks
 *       is taken while one of them is held
 * </ol>
 *
 * Other locks, such as those of listeners and of {@code SizeChange}, guard one object, and none of these is taken while
 * one of them is held.
 *
 * <p>With a {@code Roster} locked, calls are started, timers are scheduled, and listeners' queues are filled; nothing
 * waits for another process, and no code of the application runs. {@link org.pmixj.internal.group.GroupTable} has no
 * lock: its maps are concurrent, and an entry is replaced only by whoever put it there.
 */
@NullMarked
package org.pmixj.internal.group;

import org.jspecify.annotations.NullMarked;
