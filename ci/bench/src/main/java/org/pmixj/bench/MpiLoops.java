// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.pmixj.mpi.Buf;
import org.pmixj.mpi.Comm;
import org.pmixj.mpi.Datatype;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.Op;
import org.pmixj.mpi.Status;

/** Is the twin of {@code mpiloops.c}: ping-pong and allreduce by pmixj-mpi, of native memory or of arrays. */
public final class MpiLoops {
    private static final int LARGEST = 1 << 20;
    /** Larger messages take a tenth of the iterations. */
    private static final int LARGE = 1 << 16;

    private final Comm world;
    private final Path output;
    private final int iterations;

    private MpiLoops(Comm world, Path output, int iterations) {
        this.world = world;
        this.output = output;
        this.iterations = iterations;
    }

    /**
     * Runs one rank.
     *
     * @param args the folder for the samples, iterations of the warm-up, iterations, and {@code heap} for arrays
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        boolean isHeap = args.length > 3 && args[3].equals("heap");
        try (Mpi mpi = Mpi.init();
                Arena arena = Arena.ofConfined()) {
            MpiLoops loops =
                    new MpiLoops(mpi.world(), Path.of(args[0]), Integer.parseInt(args[1]) + Integer.parseInt(args[2]));
            for (int bytes : new int[] {8, 1024, LARGEST}) {
                Buf from = buffer(isHeap, arena, bytes);
                Buf to = buffer(isHeap, arena, bytes);
                loops.pingPong(from, to, bytes);
            }
            for (int bytes : new int[] {8, LARGE}) {
                Buf from = buffer(isHeap, arena, bytes);
                Buf to = buffer(isHeap, arena, bytes);
                from.segment().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, loops.world.rank() + 1);
                loops.allreduce(from, to, bytes);
                int size = loops.world.size();
                if (to.segment().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0) != size * (size + 1) / 2.0) {
                    throw new IllegalStateException("the sum is wrong");
                }
            }
        }
    }

    private static Buf buffer(boolean isHeap, Arena arena, int bytes) {
        MemorySegment memory =
                isHeap ? MemorySegment.ofArray(new double[bytes / Double.BYTES]) : arena.allocate(bytes, Double.BYTES);
        return Buf.of(memory, Datatype.DOUBLE);
    }

    private void pingPong(Buf from, Buf to, int bytes) throws IOException {
        Phase.Body body = switch (world.rank()) {
            case 0 ->
                _ -> {
                    world.send(from, 1, 1);
                    Status _ = world.recv(to, 1, 1);
                };
            case 1 ->
                _ -> {
                    Status _ = world.recv(to, 0, 1);
                    world.send(to, 0, 1);
                };
            default -> _ -> {};
        };
        Phase phase = new Phase("pingpong." + bytes, body, bytes > LARGE ? iterations / 10 : iterations);
        world.barrier();
        phase.run();
        if (world.rank() == 0) {
            phase.save(output, 0);
        }
    }

    private void allreduce(Buf from, Buf to, int bytes) throws IOException {
        Phase phase = new Phase("allreduce." + bytes, _ -> world.allreduce(from, to, Op.SUM), iterations);
        world.barrier();
        phase.run();
        phase.save(output, world.rank());
    }
}
