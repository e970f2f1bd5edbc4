// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.Info;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.Reach;

/** Something that was entered, and is left once. */
abstract class ModelScope implements AutoCloseable {
    private final Context context;
    private final Reach reach;
    private final AtomicBoolean left = new AtomicBoolean();

    private final int code;
    private final List<Info> infos;

    /** With the event that tells that it is left. */
    ModelScope(Context context, Reach reach, int code, List<Info> infos) {
        this.context = context;
        this.reach = reach;
        this.code = code;
        this.infos = infos;
    }

    @Override
    public final void close() {
        context.session.refuseOnProgressThread("leaving a phase or region");
        if (context.isClosed() || !left.compareAndSet(false, true)) {
            return;
        }
        try {
            ModelEvent.activity(context, code, reach, infos).run(Operation.toNanos(context.defaultTimeout));
        } catch (IllegalStateException e) {
            // The end of the session is told by itself.
            Checks.state(context.isClosed(), String.valueOf(e.getMessage()));
        }
    }

    final boolean isLeft() {
        return left.get();
    }

    static final class Section extends ModelScope implements Phase {
        private final String name;
        private final String type;

        Section(Context context, Reach reach, String name, String type, int code, List<Info> infos) {
            super(context, reach, code, infos);
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

    static final class Region extends ModelScope implements ParallelRegion {
        private final long threads;

        Region(Context context, Reach reach, long threads, int code, List<Info> infos) {
            super(context, reach, code, infos);
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
