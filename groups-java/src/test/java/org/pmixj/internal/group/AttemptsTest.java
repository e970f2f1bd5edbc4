// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.PlayedSession;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.notice.NotifyCall;

/** Operations of groups that are attempted more than once. Their native functions are played here. */
class AttemptsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Members PROCS = Members.of(new ProcId("test", 0), new ProcId("test", 1));

    private final Session session = PlayedSession.of(PROCS.get(0));
    private final Handle handle = new Handle(session, null, TIMEOUT);
    private final Method method = new Method();

    /** Constructs a group by two attempts; the second one has a name of its own. */
    private final class Method extends ByHost {
        private boolean isSecond;
        /** Whether a group that this process has left had ended for all members. */
        private final List<Boolean> left = new ArrayList<>();

        @Override
        public NativeCall<?> construct(Construction construction, int departures, Duration timeout) {
            boolean second = isSecond;
            isSecond = true;
            return second
                    ? construction.among(construction.membership.members(), departures, timeout)
                    : super.construct(construction, departures, timeout);
        }

        @Override
        public boolean spend(Handle user, String id, Members members, long nanos) {
            return true;
        }

        @Override
        public StatusCall leave(GroupImpl group, boolean ended) {
            left.add(ended);
            return new StatusCall(group.handle, group.name("leave")) {
                @Override
                protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                    return StatusCodes.OPERATION_SUCCEEDED;
                }

                @Override
                protected void ended() {
                    group.free();
                }
            };
        }
    }

    @BeforeEach
    void useNoOtherRooms() {
        PlayedRooms.use(method);
    }

    // --- a late success ----------------------------------------------------------------------------------------------

    private Construction construction() {
        GroupRequest request =
                GroupRequest.named("g").members(PROCS).faultTolerant().build();
        Participants participants = new Participants(PROCS, 0, Members.none(), PROCS, true, null);
        GroupTable groups = GroupTable.of(session);
        Reservation reservation = groups.reserve("g", new Roster(session, PROCS), true);
        return new Construction(
                groups.method,
                groups.leaders,
                handle,
                request,
                "g",
                participants,
                reservation,
                GroupKind.Traits.of(request),
                TIMEOUT);
    }

    private static ConstructCall next(Construction construction) {
        construction.reservation.asked();
        return (ConstructCall) construction.newCall(TIMEOUT);
    }

    /** Answers an attempt as libpmix does. */
    private static @Nullable Group succeed(ConstructCall call) {
        try (Arena arena = Arena.ofConfined()) {
            InfoArray infos = InfoArray.allocate(arena, 1)
                    .add(arena, PMIxConstants.PMIX_GROUP_MEMBERSHIP(), NotifyCall.array(PROCS));
            return call.decode(StatusCodes.SUCCESS, infos.segment(), 1);
        }
    }

    @Test
    void aLateSuccessDoesNotEndTheNextAttempt() {
        Construction construction = construction();
        ConstructCall first = next(construction);
        ConstructCall second = next(construction);
        assertThatThrownBy(() -> succeed(first)).isInstanceOf(PmixException.class);
        construction.rejected();
        assertThat(GroupTable.of(session).find("g")).isNull();
        Group made = succeed(second);
        assertThat(made).isNotNull().isSameAs(GroupTable.of(session).find("g"));
        // libpmix has forgotten the first one, of which the others learn nothing.
        assertThat(method.left).containsExactly(true);
    }

    @Test
    void aGroupOfALateSuccessIsLeftWhenTheNextAttemptFails() {
        Construction construction = construction();
        ConstructCall first = next(construction);
        next(construction);
        assertThatThrownBy(() -> succeed(first)).isInstanceOf(PmixException.class);
        construction.rejected();
        assertThat(method.left).isEmpty();
        construction.failed();
        // The others learn it.
        assertThat(method.left).containsExactly(false);
        assertThat(GroupTable.of(session).isEmpty()).isTrue();
    }

    @Test
    void aGroupOfALateSuccessIsLeftAfterTheNextAttemptFailed() {
        Construction construction = construction();
        ConstructCall first = next(construction);
        next(construction);
        construction.failed();
        assertThatThrownBy(() -> succeed(first)).isInstanceOf(PmixException.class);
        assertThat(method.left).containsExactly(false);
        assertThat(GroupTable.of(session).isEmpty()).isTrue();
    }

    /** It failed because of a member, so that the id was free before libpmix answered. */
    @Test
    void aLateSuccessDoesNotEndTheNextConstructOfItsId() {
        Construction construction = construction();
        ConstructCall first = next(construction);
        construction.reservation.failed(PROCS.get(1));
        construction.failed();
        Construction later = construction();
        ConstructCall second = next(later);
        assertThatThrownBy(() -> succeed(first)).isInstanceOf(PmixException.class);
        // libpmix has forgotten it, and the others do not take it for a departure from the next one.
        assertThat(method.left).containsExactly(true);
        Group made = succeed(second);
        assertThat(made).isNotNull().isSameAs(GroupTable.of(session).find("g"));
    }

    /** libpmix keeps what it has under an id. */
    @Test
    void aLateSuccessDoesNotEndTheNextGroupOfItsId() {
        Construction construction = construction();
        ConstructCall first = next(construction);
        construction.reservation.failed(PROCS.get(1));
        construction.failed();
        Group made = succeed(next(construction()));
        assertThatThrownBy(() -> succeed(first)).isInstanceOf(PmixException.class);
        assertThat(method.left).isEmpty();
        assertThat(made).isNotNull().isSameAs(GroupTable.of(session).find("g"));
    }

    // --- the application's executor ----------------------------------------------------------------------------------

    private static final class Played extends Collective<Integer> {
        private final LinkedBlockingQueue<Step> steps = new LinkedBlockingQueue<>();

        private final class Step extends NativeCall<Integer> {
            Step() {
                super(Played.this.handle, "step");
            }

            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                steps.add(this);
                return StatusCodes.SUCCESS;
            }

            @Override
            protected Integer decode(int status, MemorySegment data, long count) {
                StatusCodes.check(what, Math.min(status, 0));
                return status;
            }

            void answer(int status) {
                InFlight.take(token);
                arrived(status, MemorySegment.NULL, 0);
            }
        }

        Played(Handle handle, Roster members) {
            super(handle, "operation", members, true, TIMEOUT);
        }

        @Override
        protected NativeCall<?> newCall(Duration timeout) {
            return new Step();
        }

        @Override
        protected @Nullable Integer succeeded(@Nullable Object answer) {
            return (Integer) answer;
        }

        Step next() throws InterruptedException {
            Step step = steps.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            assertThat(step).as("the next attempt").isNotNull();
            return step;
        }
    }

    @Test
    void anAttemptDoesNotWaitForTheApplicationsExecutor() throws Exception {
        LinkedBlockingQueue<Runnable> blocked = new LinkedBlockingQueue<>();
        Roster members = new Roster(session, PROCS);
        Played operation = new Played(new Handle(session, blocked::add, TIMEOUT), members);
        CompletableFuture<Integer> result = operation.submit();
        Played.Step first = operation.next();
        assertThat(members.remove(PROCS.get(1), true)).isTrue();
        first.answer(StatusCodes.LOST_CONNECTION);
        operation.next().answer(7);
        assertThat(result).isNotDone();
        Runnable completion = blocked.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(completion).isNotNull();
        completion.run();
        assertThat(result).isCompletedWithValue(7);
    }

    @Test
    void theApplicationsExecutorCompletesAFirstAttempt() throws Exception {
        LinkedBlockingQueue<Runnable> blocked = new LinkedBlockingQueue<>();
        Played operation = new Played(new Handle(session, blocked::add, TIMEOUT), new Roster(session, PROCS));
        CompletableFuture<Integer> result = operation.submit();
        operation.next().answer(7);
        Runnable completion = blocked.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(result).isNotDone();
        assertThat(completion).isNotNull();
        completion.run();
        assertThat(result).isCompletedWithValue(7);
    }
}
