// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.Info;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.Reach;

/** Something that was entered, and is left once. */
abstract class OpenSection implements AutoCloseable {
    private final Handle handle;
    private final Reach reach;
    private final AtomicBoolean left = new AtomicBoolean();

    private final int code;
    private final List<Info> infos;

    /** With the event that tells that it is left. */
    OpenSection(Handle handle, Reach reach, int code, List<Info> infos) {
        this.handle = handle;
        this.reach = reach;
        this.code = code;
        this.infos = infos;
    }

    @Override
    public final void close() {
        handle.session.refuseOnProgressThread("leaving a phase or region");
        if (handle.isClosed() || !left.compareAndSet(false, true)) {
            return;
        }
        try {
            ModelEvent.activity(handle, code, reach, infos).run(Deadline.toNanos(handle.defaultTimeout));
        } catch (IllegalStateException e) {
            // The end of the session is told by itself.
            Checks.state(handle.isClosed(), String.valueOf(e.getMessage()));
        }
    }

    final boolean isLeft() {
        return left.get();
    }

    static final class Section extends OpenSection implements Phase {
        private final String name;
        private final String type;

        Section(Handle handle, Reach reach, String name, String type, int code, List<Info> infos) {
            super(handle, reach, code, infos);
            this.name = name;
            this.type = type;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String type() {
            return type;
        }

        @Override
        public String toString() {
            return "Phase[" + name + ", " + type + (isLeft() ? ", left]" : "]");
        }
    }

    static final class Region extends OpenSection implements ParallelRegion {
        private final long threads;

        Region(Handle handle, Reach reach, long threads, int code, List<Info> infos) {
            super(handle, reach, code, infos);
            this.threads = threads;
        }

        @Override
        public long threads() {
            return threads;
        }

        @Override
        public String toString() {
            return "ParallelRegion[" + threads + (threads == 1 ? " thread" : " threads")
                    + (isLeft() ? ", completed]" : "]");
        }
    }
}
