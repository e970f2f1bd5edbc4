// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mpi;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
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
import org.pmixj.mpi.ThreadLevel;
import org.pmixj.mpi.Window;

/** What there is beside collectives: messages and requests, types, communicators, windows, threads. */
final class MpiFeatures {
    private MpiFeatures() {}

    static void messages(Comm world) throws Exception {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();

        // Of an array that is longer than the message, only the message is overwritten.
        int[] small = {world.rank(), 2, 3};
        int[] large = {9, 9, 9, 9, 9};
        Status status = world.sendrecv(Buf.of(small), next, 3, Buf.of(large), before, 3);
        assertThat(large).containsExactly(before, 2, 3, 9, 9);
        assertThat(status.count(Datatype.INT)).isEqualTo(3);
        assertThat(status.source()).isEqualTo(before);
        // Of an element of which a part arrives, the rest stays as it was.
        try (Datatype four = Datatype.contiguous(4, Datatype.INT)) {
            for (Datatype type : List.of(four, Datatype.INT_INT)) {
                int[] part = {7, 7, 7, 7, 7, 7, 7, 7};
                Buf elements = Buf.of(part).typed(2, type);
                status = world.sendrecv(Buf.of(small), next, 3, elements, before, 3);
                assertThat(part).containsExactly(before, 2, 3, 7, 7, 7, 7, 7);
                Status partly = status;
                assertThatThrownBy(() -> partly.count(type)).hasMessageContaining("not a whole number");
            }
        }
        // A type that is freed meanwhile.
        int[] late = new int[4];
        Datatype freed = Datatype.contiguous(3, Datatype.INT);
        Request later = world.irecv(Buf.of(late).typed(1, freed), before, 3);
        freed.close();
        Request sends = world.isend(Buf.of(small), next, 3);
        assertThat(later.await().source()).isEqualTo(before);
        assertThat(late).containsExactly(before, 2, 3, 0);
        Status _ = sends.await();

        Request request = world.isend(Buf.of(small), next, 4);
        status = world.probe(Comm.ANY_SOURCE, 4);
        int[] exact = new int[(int) status.count(Datatype.INT)];
        Status _ = world.recv(Buf.of(exact), status.source(), 4);
        Status _ = request.await();
        assertThat(exact).containsExactly(before, 2, 3);
        assertThat(world.iprobe(Comm.ANY_SOURCE, 99)).isEmpty();

        // Direct and heap buffers, each from its position.
        ByteBuffer direct = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
        ByteBuffer heap = ByteBuffer.allocate(24).order(ByteOrder.nativeOrder());
        direct.putLong(1).putLong(world.rank()).putLong(3).position(8);
        request = world.issend(Buf.of(direct, Datatype.LONG), next, 5);
        heap.position(8);
        Status _ = world.recv(Buf.of(heap, Datatype.LONG), before, 5);
        Status _ = request.await();
        assertThat(heap.getLong(0)).isZero();
        assertThat(heap.getLong(8)).isEqualTo(before);
        assertThat(heap.getLong(16)).isEqualTo(3);

        // One million, which the pool copies, and none.
        double[] many = new double[1_000_000];
        many[many.length - 1] = world.rank();
        double[] received = new double[many.length];
        Status _ = world.sendrecv(Buf.of(many), next, 6, Buf.of(received), before, 6);
        assertThat(received[many.length - 1]).isEqualTo(before);
        status = world.sendrecv(Buf.of(many).slice(5, 0), next, 7, Buf.of(received), before, 7);
        assertThat(status.count(Datatype.DOUBLE)).isZero();
        status = world.recv(Buf.of(received), Comm.PROC_NULL, 1);
        assertThat(status.source()).isEqualTo(Comm.PROC_NULL);
        world.ssend(Buf.of(small), Comm.PROC_NULL, 1);
    }

    static void requests(Comm world) throws Exception {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        int[] came = new int[1];
        Request receive = world.irecv(Buf.of(came), before, 8);
        CompletableFuture<Status> future = receive.future();
        assertThat(receive.future()).isSameAs(future);
        CompletableFuture<Integer> value = future.thenApply(_ -> came[0]);
        assertThat(receive.test()).isEmpty();
        world.barrier();
        world.send(Buf.of(new int[] {world.rank()}), next, 8);
        assertThat(value.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(before);
        assertThat(receive.await().source()).isEqualTo(before);
        assertThat(receive.test()).isPresent();

        List<Request> all = new ArrayList<>();
        long[][] parts = new long[20][1];
        for (int i = 0; i < parts.length; i++) {
            all.add(world.irecv(Buf.of(parts[i]), before, 100 + i));
        }
        for (int i = parts.length; i-- > 0; ) {
            all.add(world.isend(Buf.of(new long[] {i}), next, 100 + i));
        }
        assertThat(Request.awaitAll(all)).hasSize(2 * parts.length);
        for (int i = 0; i < parts.length; i++) {
            assertThat(parts[i][0]).isEqualTo(i);
        }

        Request never = world.irecv(Buf.of(new int[1]), before, 9);
        never.cancel();
        assertThat(never.await().isCancelled()).isTrue();
        assertThat(future.get().isCancelled()).isFalse();
        futures(world, before, next);
    }

    private static void futures(Comm world, int before, int next) throws Exception {
        // The thread that tests a request for its future does not keep it from being given up.
        for (int i = 0; i < 1000; i++) {
            Request never = world.irecv(Buf.of(new int[1]), before, 9);
            CompletableFuture<Status> future = never.future();
            never.cancel();
            assertThat(future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).isCancelled())
                    .isTrue();
        }

        // Whatever the program does with a future, and whether another request fails, one that was waited for is
        // complete.
        int[] came = new int[1];
        Request fails = world.irecv(Buf.of(new int[1]), before, 10);
        Request late = world.irecv(Buf.of(came), before, 11);
        assertThat(late.future().cancel(false)).isTrue();
        // Nobody sends before all have given theirs up.
        world.barrier();
        world.send(Buf.of(new int[2]), next, 10);
        CompletableFuture<Void> sent = CompletableFuture.runAsync(
                () -> world.send(Buf.of(new int[] {world.rank()}), next, 11),
                CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));
        assertThatThrownBy(() -> Request.awaitAll(List.of(fails, late)))
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TRUNCATE));
        assertThat(late.test()).isPresent();
        assertThat(came[0]).isEqualTo(before);
        sent.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A request that nobody has any more is reported, and its memory is not given to others. */
    static void droppedRequests(Comm world) throws Exception {
        List<String> messages = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public synchronized void publish(LogRecord record) {
                synchronized (messages) {
                    messages.add(java.text.MessageFormat.format(record.getMessage(), record.getParameters()));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("org.pmixj.mpi");
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        WeakReference<Request> dropped = new WeakReference<>(world.irecv(Buf.of(new int[1]), 0, 77));
        assertThat(Await.until(LIMIT, () -> {
                    System.gc();
                    synchronized (messages) {
                        return dropped.get() == null && !messages.isEmpty();
                    }
                }))
                .isTrue();
        synchronized (messages) {
            assertThat(messages.getFirst())
                    .contains("MPI_Irecv with peer 0, tag 77 on MPI_COMM_WORLD was dropped before it was complete");
        }
        logger.removeHandler(handler);
        // The message still arrives, so that MPI has nothing left at its end.
        world.barrier();
        if (world.rank() == 0) {
            for (int each = 0; each < world.size(); each++) {
                world.send(Buf.of(new int[] {5}), each, 77);
            }
        }
    }

    static void types(Comm world) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        // A struct of C: int, padding, double, char[3].
        try (Datatype unpadded = Datatype.struct(
                        new long[] {1, 1, 3}, new long[] {0, 8, 16}, Datatype.INT, Datatype.DOUBLE, Datatype.BYTE);
                Datatype struct = unpadded.resized(24);
                Datatype two = Datatype.contiguous(2, struct);
                Arena arena = Arena.ofConfined()) {
            assertThat(unpadded.size()).isEqualTo(15);
            assertThat(struct.extent()).isEqualTo(24);
            assertThat(two.size()).isEqualTo(30);
            MemorySegment mine = arena.allocate(96, 8);
            MemorySegment other = arena.allocate(96, 8).fill((byte) -1);
            for (int i = 0; i < 4; i++) {
                mine.set(JAVA_INT, 24 * i, world.rank());
                mine.set(JAVA_DOUBLE, 24 * i + 8, i + 0.25);
                mine.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 24 * i + 18, (byte) i);
            }
            Status status = world.sendrecv(Buf.of(mine, 2, two), next, 1, Buf.of(other, 4, struct), before, 1);
            assertThat(status.count(struct)).isEqualTo(4);
            for (int i = 0; i < 4; i++) {
                assertThat(other.get(JAVA_INT, 24 * i)).isEqualTo(before);
                assertThat(other.get(JAVA_INT, 24 * i + 4)).isEqualTo(-1);
                assertThat(other.get(JAVA_DOUBLE, 24 * i + 8)).isEqualTo(i + 0.25);
                assertThat(other.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 24 * i + 18))
                        .isEqualTo((byte) i);
            }
        }
        // Columns of a matrix on the heap; what is between them stays.
        double[] matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        double[] columns = new double[9];
        try (Datatype column = Datatype.vector(3, 1, 3, Datatype.DOUBLE);
                Datatype next2 = column.resized(8)) {
            assertThat(column.size()).isEqualTo(24);
            assertThat(column.extent()).isEqualTo(56);
            Status status = world.sendrecv(
                    Buf.of(matrix).slice(1, 8).typed(2, next2),
                    next,
                    2,
                    Buf.of(columns).typed(2, next2),
                    before,
                    2);
            assertThat(status.count(column)).isEqualTo(2);
            assertThat(columns).containsExactly(2, 3, 0, 5, 6, 0, 8, 9, 0);
        }
    }

    static void communicators(Mpi mpi) {
        Comm world = mpi.world();
        int rank = world.rank();
        assertThat(mpi.self().size()).isEqualTo(1);
        assertThat(mpi.parent()).isEmpty();
        assertThat(Mpi.current()).contains(mpi);
        assertThat(mpi.threadLevel()).isEqualTo(ThreadLevel.MULTIPLE);
        assertThat(mpi.processorName()).isNotEmpty();
        assertThat(mpi.tagLimit()).isGreaterThan(32_000);
        double began = mpi.wtime();
        assertThat(mpi.wtick()).isPositive();
        assertThat(mpi.wtime()).isGreaterThanOrEqualTo(began);
        try (Comm copy = world.dup();
                Comm half = world.split(rank % 2, -rank).orElseThrow();
                Comm node = world.splitType()) {
            assertThat(copy.isCongruent(world)).isTrue();
            assertThat(node.size()).isBetween(1, world.size());
            int members = (world.size() + 1 - rank % 2) / 2;
            assertThat(half.size()).isEqualTo(members);
            // The key has turned their order.
            assertThat(half.rank()).isEqualTo(members - 1 - rank / 2);
            assertThat(half.isCongruent(world)).isEqualTo(world.size() == 1);
            Optional<Comm> none = world.split(Comm.UNDEFINED, 0);
            assertThat(none).isEmpty();
            // A message of one communicator is not received by another one.
            Request request = copy.isend(Buf.of(new int[] {1}), rank, 1);
            assertThat(world.iprobe(rank, 1)).isEmpty();
            int[] own = new int[1];
            Status _ = copy.recv(Buf.of(own), rank, 1);
            Status _ = request.await();
        }
        assertThatThrownBy(() -> world.shrink())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("does not have this function of fault tolerance");
        assertThatThrownBy(world::revoke).isInstanceOf(UnsupportedOperationException.class);
    }

    static void windows(Comm world) {
        int rank = world.rank();
        int size = world.size();
        try (Window window = Window.allocate(world, 8L * size)) {
            window.memory().fill((byte) 0);
            window.fence();
            for (int each = 0; each < size; each++) {
                window.put(Buf.of(new long[] {100 * rank + each}), each, 8L * rank);
            }
            window.fence();
            for (int each = 0; each < size; each++) {
                assertThat(window.memory().getAtIndex(JAVA_LONG, each)).isEqualTo(100 * each + rank);
            }
            long[] read = new long[size];
            window.get(Buf.of(read), (rank + 1) % size, 0);
            window.fence();
            assertThat(read[0]).isEqualTo((rank + 1) % size);

            // A counter of rank 0, for which all draw.
            window.fence();
            if (rank == 0) {
                window.memory().set(JAVA_LONG, 0, 0);
            }
            window.fence();
            world.barrier();
            long[] one = {1};
            long[] old = {-1};
            window.lock(0, false);
            window.fetchAndOp(Buf.of(one), Buf.of(old), 0, 0, Op.SUM);
            window.flush(0);
            assertThat(old[0]).isBetween(0L, 2L * size - 2);
            window.accumulate(Buf.of(one), 0, 0, Op.SUM);
            window.unlock(0);
            world.barrier();
            window.lock(0, true);
            window.get(Buf.of(old), 0, 0);
            window.unlock(0);
            assertThat(old[0]).isEqualTo(2L * size);
            assertThatThrownBy(() -> window.memory(0)).hasMessageContaining("its memory is not shared");
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(JAVA_LONG);
            try (Window window = Window.of(world, memory)) {
                window.fence();
                window.put(Buf.of(new long[] {rank}), (rank + 1) % size, 0);
                window.fence();
            }
            assertThat(memory.get(JAVA_LONG, 0)).isEqualTo((rank + size - 1) % size);
        }
        MemorySegment own;
        try (Comm node = world.splitType();
                Window window = Window.allocateShared(node, 64)) {
            own = window.memory();
            window.lockAll();
            own.set(JAVA_INT, 0, node.rank() + 100);
            window.sync();
            node.barrier();
            for (int each = 0; each < node.size(); each++) {
                assertThat(window.memory(each).byteSize()).isGreaterThanOrEqualTo(64);
                assertThat(window.memory(each).get(JAVA_INT, 0)).isEqualTo(each + 100);
            }
            node.barrier();
            window.unlockAll();
        }
        assertThatThrownBy(() -> own.get(JAVA_INT, 0)).isInstanceOf(IllegalStateException.class);
    }

    /** Messages of several threads at once, each with a tag of its own. */
    static void threads(Comm world) throws Exception {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        List<CompletableFuture<Long>> sums = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int tag = 200 + thread;
            CompletableFuture<Long> sum = new CompletableFuture<>();
            sums.add(sum);
            Thread _ = (thread % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).start(() -> {
                try {
                    long total = 0;
                    long[] came = new long[1];
                    for (int i = 0; i < 100; i++) {
                        Status _ = world.sendrecv(Buf.of(new long[] {i * tag}), next, tag, Buf.of(came), before, tag);
                        total += came[0];
                    }
                    sum.complete(total);
                } catch (RuntimeException | Error e) {
                    sum.completeExceptionally(e);
                }
            });
        }
        for (int thread = 0; thread < 4; thread++) {
            assertThat(sums.get(thread).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .isEqualTo(4950L * (200 + thread));
        }
    }
}
