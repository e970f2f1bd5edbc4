// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;

/**
 * The native memory of one call. It is used for another call when the function has returned and libpmix has answered.
 * Until then libpmix may read it. If one of both never happens, the garbage collector frees the memory when nothing
 * refers to the call any more, as it does where a call needs more.
 *
 * <p>Memory of its own for each call would need a cleaner each, and occupy a new page until the next collection.
 */
public final class CallMemory implements Arena {
    /** Enough for most calls. Thousands may be in flight. */
    private static final int BYTES = 2048;

    /** Enough for a call that names some sixty processes; only a call that needs more than the first block has it. */
    private static final int MORE_BYTES = 16384;

    /** Memory of more calls that end at the same time is left to the garbage collector. */
    private static final int MOST = 64;

    private static final CallMemory[] SPARE = new CallMemory[MOST];

    // Guarded by SPARE.
    private static int spares;

    // Null if this memory is not used again.
    private final @Nullable MemorySegment block;
    private @Nullable MemorySegment second;
    private final AtomicInteger users = new AtomicInteger();
    private int used;
    private int usedOfSecond;
    private boolean isOfFunction;
    private @Nullable Arena more;

    private CallMemory(boolean isUsedAgain) {
        block = isUsedAgain ? reserve(Arena.ofAuto(), BYTES, Long.BYTES) : null;
    }

    /** Reserves memory; throws a {@link PmixException} if the JVM allows no more. */
    private static MemorySegment reserve(Arena arena, long size, long alignment) {
        try {
            return arena.allocate(size, alignment);
        } catch (OutOfMemoryError e) {
            PmixException failure = new PmixException(
                    "there is no memory for another call of libpmix, while " + InFlight.size()
                            + " calls are under way: " + e.getMessage()
                            + "; wait for some of them, or raise -XX:MaxDirectMemorySize",
                    new PmixStatus(PMIxConstants.PMIX_ERR_NOMEM()));
            failure.initCause(e);
            throw failure;
        }
    }

    /**
     * Returns zeroed memory, for one thread. It has two users: the function, and libpmix until it answers. Each of them
     * must {@link #close} it.
     *
     * @param isUsedAgain false if it is not known whether libpmix reads the memory once more after the answer. No other
     *     call writes into it then. But libpmix must soon have read it: the answer ends the last reference to the call,
     *     and the next garbage collection frees the memory
     */
    public static CallMemory take(boolean isUsedAgain) {
        return take(isUsedAgain, 2);
    }

    /** Returns zeroed memory of a function that waits for its result, whose only user {@linkplain #close closes} it. */
    public static CallMemory ofFunction() {
        return take(true, 1);
    }

    private static CallMemory take(boolean isUsedAgain, int users) {
        CallMemory taken = isUsedAgain ? spare() : null;
        if (taken == null) {
            taken = new CallMemory(isUsedAgain);
        }
        taken.users.set(users);
        taken.isOfFunction = users == 1;
        return taken;
    }

    private static @Nullable CallMemory spare() {
        synchronized (SPARE) {
            return spares == 0 ? null : SPARE[--spares];
        }
    }

    /** Releases the memory for one of its users, on any thread. */
    @Override
    public void close() {
        MemorySegment all = block;
        if (users.decrementAndGet() != 0 || all == null) {
            return;
        }
        if (isOfFunction && more != null) {
            more.close();
        }
        more = null;
        all.asSlice(0, used).fill((byte) 0);
        used = 0;
        if (second != null) {
            second.asSlice(0, usedOfSecond).fill((byte) 0);
            usedOfSecond = 0;
        }
        synchronized (SPARE) {
            if (spares < MOST) {
                SPARE[spares++] = this;
            }
        }
    }

    @Override
    public MemorySegment allocate(long size, long alignment) {
        if (block != null && alignment <= Long.BYTES) {
            long start = (used + alignment - 1) & -alignment;
            if (size <= BYTES - start) {
                used = (int) (start + size);
                return block.asSlice(start, size);
            }
            start = (usedOfSecond + alignment - 1) & -alignment;
            if (size <= MORE_BYTES - start) {
                usedOfSecond = (int) (start + size);
                return second().asSlice(start, size);
            }
        }
        return reserve(more(), size, alignment);
    }

    private MemorySegment second() {
        MemorySegment reserved = second;
        if (reserved == null) {
            reserved = reserve(Arena.ofAuto(), MORE_BYTES, Long.BYTES);
            second = reserved;
        }
        return reserved;
    }

    private Arena more() {
        Arena arena = more;
        if (arena == null) {
            arena = isOfFunction ? Arena.ofConfined() : Arena.ofAuto();
            more = arena;
        }
        return arena;
    }

    /** Returns the scope of what is not used again, so that what is attached to it is freed with this call. */
    @Override
    public MemorySegment.Scope scope() {
        return more().scope();
    }
}
