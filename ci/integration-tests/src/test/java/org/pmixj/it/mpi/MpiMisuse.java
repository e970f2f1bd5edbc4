// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.it.support.Await;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.ErrorClass;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.MpiException;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Request;
import org.pmixj.mpi.Status;
import org.pmixj.mpi.Window;

/** Bad input: each has its exception, and MPI works afterwards. */
final class MpiMisuse {
    private MpiMisuse() {}

    private static void refused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(words);
    }

    private static void isOver(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessageContainingAll(words);
    }

    /** Before MPI is initialised. */
    static void before() {
        assertThat(Mpi.current()).isEmpty();
        isOver(() -> Datatype.contiguous(2, Datatype.INT), "MPI_Type_contiguous", "not initialised", "Mpi.init()");
        isOver(() -> Op.ofInt(Math::max, true), "MPI_Op_create", "not initialised");
    }

    /** After it was finalized. */
    static void after(Mpi mpi, Comm made) {
        Comm world = mpi.world();
        isOver(world::barrier, "MPI_Barrier on MPI_COMM_WORLD", "was finalized");
        isOver(() -> world.send(Buf.of(new int[1]), 0, 0), "MPI_Send", "was finalized");
        isOver(() -> Datatype.contiguous(2, Datatype.INT), "was finalized");
        isOver(mpi::wtime, "MPI_Wtime");
        isOver(Mpi::init, "MPI was finalized, and a process has it once");
        made.close();
        mpi.close();
    }

    static void arguments(Comm world) {
        int size = world.size();
        Buf one = Buf.of(new int[1]);
        refused(() -> world.send(one, size, 0), "MPI_Send with peer " + size, "there is no rank " + size);
        refused(() -> world.send(one, Comm.ANY_SOURCE, 0), "there is no rank -1");
        refused(() -> world.send(one, 0, -1), "a tag is 0 to");
        refused(() -> world.send(one, 0, Comm.ANY_TAG), "a tag is 0 to");
        refused(() -> world.recv(one, -7, 0), "there is no rank -7", "ANY_SOURCE");
        refused(() -> world.recv(one, 0, -3), "a tag is 0 to", "ANY_TAG");
        refused(() -> world.irecv(one, size + 1, 0), "MPI_Irecv");
        refused(() -> world.sendrecv(one, 0, 0, one, size, 0), "MPI_Sendrecv");
        refused(() -> world.probe(size, 0), "MPI_Probe");
        refused(() -> world.bcast(one, size), "MPI_Bcast", "the root " + size);
        refused(() -> world.bcast(one, -1), "the root -1");
        refused(() -> world.allreduce(one, Buf.of(new long[1]), Op.SUM), "MPI_Allreduce", "LONG");
        refused(() -> world.allreduce(one, Buf.of(new int[0]), Op.SUM), "the buffer to receive has 0 elements");
        refused(() -> world.allreduce(one, one, Op.SUM), "the buffers overlap");
        refused(() -> world.allreduce(Buf.of(new double[1]), Op.BAND), "BAND does not combine elements of DOUBLE");
        refused(() -> world.allreduce(one, Op.MINLOC), "MINLOC does not combine elements of INT");
        refused(() -> world.allreduce(one, Op.REPLACE), "REPLACE does not combine");
        refused(() -> world.allgather(one, Buf.of(new int[size + 1])), "MPI_Allgather", "is shared by");
        refused(() -> world.gatherv(one, Buf.of(new int[size]), new int[size + 1], null, world.rank()), "a count");
        int[] counts = new int[size];
        counts[0] = -1;
        refused(() -> world.allgatherv(one, Buf.of(new int[size]), counts, null), "rank 0 is -1 elements");
        counts[0] = Integer.MAX_VALUE;
        refused(
                () -> world.alltoallv(Buf.of(new int[9]), counts, null, one, new int[size], null),
                "are not in a buffer");
        refused(() -> world.gather(one, null, world.rank()), "the root needs a buffer");
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        Buf all = Buf.of(new int[size]);
        refused(() -> world.igather(one, Buf.of(new int[size + 1]), world.rank()), "MPI_Igather", "is shared by");
        refused(() -> world.iscatter(null, one, world.rank()), "MPI_Iscatter", "the root needs a buffer");
        refused(() -> world.scatter(all, all.slice(0, 1), world.rank()), "the buffers overlap");
        refused(() -> world.gatherv(one, all, null, null, world.rank()), "the root needs the counts");
        refused(() -> world.gatherv(Buf.of(new int[2]), all, ones, null, world.rank()), "the own part is 2 elements");
        refused(() -> world.iscatterv(all, ones, null, Buf.of(new int[0]), world.rank()), "the own part is 0 elements");
        refused(() -> world.iallgatherv(Buf.of(new int[2]), all, ones, null), "the own part is 2 elements");
        refused(() -> world.scatterv(all, ones, new int[size + 1], one, world.rank()), "a count and a displacement");
        refused(() -> world.ialltoall(all, Buf.of(new int[size + 1])), "MPI_Ialltoall", "equal parts");
        refused(() -> world.ialltoallv(all, ones, null, all, ones, null), "the buffers overlap");
        assertThatThrownBy(() -> world.allgatherv(one, all, none(), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("counts");
        assertThatThrownBy(() -> world.ialltoallv(one, none(), null, all, ones, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("counts");
        refused(() -> world.split(-5, 0), "the color -5 is negative");
        refused(() -> world.merge(true), "there is one side only");
        refused(() -> world.spawn("true", List.of(), 0, Map.of(), 0), "start at least one");

        assertThatThrownBy(() -> world.send(none(), 0, 0))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("data");
        assertThatThrownBy(() -> world.allreduce(one, none())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Buf.of((int[]) none())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> world.bcast(none(), 0)).isInstanceOf(NullPointerException.class);
        isOver(world::close, "MPI_COMM_WORLD cannot be freed");
        isOver(Datatype.INT::close, "INT cannot be freed");
        isOver(Op.SUM::close, "SUM cannot be freed");
    }

    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    private static <T> T none() {
        return null;
    }

    static void memory(Comm world) {
        int[] three = new int[3];
        assertThatThrownBy(() -> Buf.of(three).slice(2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Buf.of(three).slice(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        refused(() -> Buf.of(three).typed(4, Datatype.INT), "4 elements of INT need 16 bytes", "has 12");
        refused(() -> Buf.of(three).typed(-1, Datatype.INT), "the count must be 0 or more");
        refused(() -> Buf.of(three).typed(1, Datatype.DOUBLE), "DOUBLE does not fit an array of int");
        refused(() -> Buf.of(MemorySegment.ofArray(three), Long.MAX_VALUE, Datatype.INT), "need");
        refused(() -> Datatype.vector(2, 1, -3, Datatype.INT), "stride is -3");
        refused(() -> Datatype.contiguous(-1, Datatype.INT), "count is -1");
        refused(() -> Datatype.struct(new long[1], new long[2], Datatype.INT), "one of each for each block");
        Arena arena = Arena.ofConfined();
        MemorySegment segment = arena.allocate(8);
        Buf readOnly = Buf.of(segment.asReadOnly(), Datatype.INT);
        refused(() -> world.recv(readOnly, 0, 0), "read-only");
        Buf gone = Buf.of(segment, Datatype.INT);
        arena.close();
        isOver(() -> world.send(gone, Comm.PROC_NULL, 0), "closed");
        Datatype freed = Datatype.contiguous(2, Datatype.INT);
        Buf typed = Buf.of(new int[2]).typed(1, freed);
        freed.close();
        freed.close();
        isOver(() -> world.send(typed, Comm.PROC_NULL, 0), "was freed");
        Op op = Op.ofInt(Math::max, true);
        refused(() -> world.allreduce(Buf.of(new long[1]), op), "does not combine elements of LONG", "INT");
        op.close();
        isOver(() -> world.allreduce(Buf.of(three), op), "was freed");
        Comm copy = world.dup();
        copy.close();
        copy.close();
        isOver(copy::barrier, "a copy of MPI_COMM_WORLD was freed");
        isOver(() -> copy.send(Buf.of(three), 0, 0), "was freed");
        Window window = Window.allocate(world, 16);
        refused(() -> window.put(Buf.of(new long[2]), 0, 8), "MPI_Put", "are not in the 16 bytes of rank 0");
        refused(() -> window.get(Buf.of(new long[1]), world.size(), 0), "there is no rank");
        refused(() -> window.get(Buf.of(new long[1]), 0, -1), "at byte -1");
        refused(() -> window.accumulate(Buf.of(new double[1]), 0, 0, Op.BOR), "BOR does not combine");
        refused(() -> window.lock(-1, true), "there is no rank -1");
        window.close();
        window.close();
        isOver(window::fence, "was freed");
        refused(() -> Window.allocate(world, -1), "-1 bytes");
        refused(() -> Window.of(world, MemorySegment.ofArray(three)), "must be native");
    }

    /** What only MPI sees. */
    static void truncated(Comm world) {
        if (world.size() > 1 && world.rank() == 0) {
            world.send(Buf.of(new int[5]), 1, 9);
        } else if (world.rank() == 1) {
            assertThatThrownBy(() -> world.recv(Buf.of(new int[2]), 0, 9))
                    .isInstanceOfSatisfying(MpiException.class, e -> {
                        assertThat(e.errorClass()).isEqualTo(ErrorClass.TRUNCATE);
                        assertThat(e.operation()).isEqualTo("MPI_Recv");
                        assertThat(e)
                                .hasMessageContainingAll(
                                        "MPI_Recv with peer 0, tag 9 on MPI_COMM_WORLD",
                                        "receive into a larger buffer");
                    });
        }
        world.barrier();
        try (Op broken = Op.ofInt(
                (a, b) -> {
                    throw new IllegalStateException("deliberate");
                },
                true)) {
            if (world.size() > 1) {
                int[] own = {1};
                // On the ranks whose part MPI has combined by it.
                int[] failed = {0};
                try {
                    world.allreduce(Buf.of(own), broken);
                } catch (MpiException e) {
                    assertThat(e).hasMessageContaining("has thrown java.lang.IllegalStateException: deliberate");
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.OP);
                    failed[0] = 1;
                }
                boolean again = false;
                try {
                    world.allreduce(Buf.of(own), broken);
                } catch (MpiException e) {
                    again = true;
                }
                assertThat(again || failed[0] == 0).isTrue();
                world.allreduce(Buf.of(failed), Op.SUM);
                assertThat(failed[0]).isPositive();
            }
        }
    }

    static void threads(Mpi mpi) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        mpi.close();
                        thrown.complete(new AssertionError("closed by another thread"));
                    } catch (IllegalStateException e) {
                        thrown.complete(e);
                    }
                })
                .join();
        assertThat(thrown.get()).hasMessageContaining("which has initialised MPI; let that one close it");
        // Another thread is in MPI.
        Comm self = mpi.self();
        CompletableFuture<Status> received = new CompletableFuture<>();
        int[] came = new int[1];
        Thread receiver = Thread.ofPlatform().start(() -> received.complete(self.recv(Buf.of(came), 0, 42)));
        Await.until(
                "the other thread is in MPI",
                () -> Arrays.stream(receiver.getStackTrace())
                        .anyMatch(each -> each.getClassName().endsWith(".MpiFunction")));
        assertThatThrownBy(mpi::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("MPI_Finalize: 1 calls of other threads are in MPI");
        self.send(Buf.of(new int[] {3}), 0, 42);
        receiver.join();
        assertThat(came[0]).isEqualTo(3);
    }

    /** Random arguments: whatever they are, there is a result or an exception of those that are documented. */
    static void fuzz(Comm world, long seed) {
        Random random = new Random(seed);
        Comm self = world.split(world.rank(), 0).orElseThrow();
        Datatype[] types = {Datatype.BYTE, Datatype.INT, Datatype.LONG, Datatype.DOUBLE, Datatype.DOUBLE_INT};
        Op[] ops = {Op.SUM, Op.BAND, Op.LAND, Op.MAXLOC, Op.REPLACE, Op.NO_OP};
        int accepted = 0;
        int refused = 0;
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < 2000; i++) {
                try {
                    Datatype type = types[random.nextInt(types.length)];
                    Datatype other = random.nextInt(4) == 0 ? types[random.nextInt(types.length)] : type;
                    Buf a = buffer(random, arena, type);
                    Buf b = buffer(random, arena, other);
                    int peer = random.nextInt(3) == 0 ? random.nextInt(6) - 4 : 0;
                    int tag = random.nextInt(3) == 0 ? random.nextInt(5) - 3 : 1;
                    Op op = ops[random.nextInt(ops.length)];
                    int[] counts = random.ints(random.nextInt(3), -1, 4).toArray();
                    switch (random.nextInt(12)) {
                        case 0 -> {
                            // Sent to oneself, so received as well, however long.
                            Request sent = self.isend(a, peer, tag);
                            if (peer >= 0) {
                                Status _ = self.recv(Buf.of(new byte[200]), peer, tag);
                            }
                            Status _ = sent.await();
                        }
                        case 1 -> {
                            Request request = self.irecv(a, peer, tag);
                            request.cancel();
                            Status _ = request.await();
                        }
                        case 2 -> self.bcast(a, peer);
                        case 3 -> self.allreduce(a, b, op);
                        case 4 -> self.allgather(a, b);
                        case 5 -> self.alltoall(a, b);
                        case 6 -> self.gatherv(a, b, counts, null, peer);
                        case 7 -> self.allgatherv(a, b, counts, counts.clone());
                        case 8 -> self.reduceScatter(a, b, counts, op);
                        case 9 -> self.scatter(a, b, peer);
                        case 10 -> self.scan(a, b, op);
                        default -> assertThat(self.iprobe(peer, tag)).isNotNull();
                    }
                    accepted++;
                } catch (IllegalArgumentException
                        | IllegalStateException
                        | IndexOutOfBoundsException
                        | MpiException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                    refused++;
                }
            }
        }
        self.close();
        assertThat(accepted).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }

    private static Buf buffer(Random random, Arena arena, Datatype type) {
        long count = random.nextInt(3) == 0 ? random.nextInt(8) - 2 : 2;
        MemorySegment memory = switch (random.nextInt(4)) {
            case 0 -> MemorySegment.ofArray(new byte[40 + random.nextInt(80)]);
            case 1 -> MemorySegment.ofArray(new int[8 + random.nextInt(12)]);
            case 2 -> arena.allocate(random.nextInt(20, 100), 16).asReadOnly();
            default -> arena.allocate(random.nextInt(20, 100), 16);
        };
        return Buf.of(memory, count, type);
    }
}
