// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ParallelRegion;
import org.pmixj.model.Phase;
import org.pmixj.model.ProgrammingModel;

/** Represents a phase or region, which is entered once and left once. */
abstract class OpenSection implements AutoCloseable {
    private final Handle handle;
    private final ActivityOptions options;
    private final List<Info> infos;
    private final AtomicBoolean left = new AtomicBoolean();
    private final String model;
    /** The code of the event with which it is left. */
    private final int leavingCode;
    /** Ends the record of the section; null if nothing is recorded. */
    private volatile @Nullable Runnable record;

    private OpenSection(Handle handle, ActivityOptions options, int leavingCode) {
        this.handle = handle;
        this.leavingCode = leavingCode;
        this.options = Objects.requireNonNull(options, "options");
        handle.checkOpen();
        OwnModels own = ModelTable.of(handle.session).own;
        options.model().ifPresent(own::require);
        Optional<ProgrammingModel> its = options.model().or(() -> own.modelOf(handle));
        model = its.map(ProgrammingModel::name).orElse("");
        infos = new ArrayList<>(its.<List<Info>>map(ModelCodec::identity).orElse(List.of()));
        infos.add(ModelCodec.reach(options.reach()));
    }

    /** Returns the procedure that reports that this section is entered, and returns it as its interface. */
    final <T> Procedure<T> entering(String what, int code, T self) {
        return new Procedure<>(handle, what) {
            @Override
            protected T call() {
                report(code, infos(false), deadline.left());
                Tracer tracer = Trace.tracer();
                record = tracer == null ? null : tracer.entered(section(model));
                return self;
            }

            @Override
            protected void late(T entered) {
                try {
                    close();
                } catch (RuntimeException e) {
                    Log.warning(what + ": leaving it failed: " + e.getMessage());
                }
            }
        };
    }

    private void report(int code, List<Info> with, long nanos) {
        ModelNotices.of(handle, code, options.reach(), with, false).run(nanos);
    }

    private List<Info> infos(boolean leaving) {
        List<Info> all = new ArrayList<>(infos);
        describe(all, leaving);
        return all;
    }

    /** Adds the attributes of this kind of section. */
    abstract void describe(List<Info> all, boolean leaving);

    /** Describes it for a recording. */
    abstract Tracer.Section section(String ofModel);

    @Override
    public final void close() {
        handle.session.refuseOnProgressThread("leaving a phase or region");
        if (handle.isClosed() || !left.compareAndSet(false, true)) {
            return;
        }
        Runnable entered = record;
        if (entered != null) {
            entered.run();
        }
        try {
            report(leavingCode, infos(true), Deadline.toNanos(handle.defaultTimeout));
        } catch (IllegalStateException e) {
            // The handle was closed meanwhile: the end of the session is reported instead.
            Checks.state(handle.isClosed(), String.valueOf(e.getMessage()));
        }
    }

    final boolean isLeft() {
        return left.get();
    }

    static final class Section extends OpenSection implements Phase {
        private final String name;
        private final String type;

        Section(Handle handle, String name, String type, ActivityOptions options) {
            super(handle, options, PMIxConstants.PMIX_MODEL_RESOURCES());
            this.name = Checks.modelText("name", name);
            this.type = Checks.modelText("type", type);
        }

        @Override
        void describe(List<Info> all, boolean leaving) {
            all.add(InfoAccess.text(EventKeys.PHASE_NAME, name));
            all.add(InfoAccess.text(EventKeys.PHASE_TYPE, type));
            if (leaving) {
                all.add(InfoAccess.flag(WireKeys.MODEL_LEFT));
            }
        }

        @Override
        Tracer.Section section(String ofModel) {
            return new Tracer.Section(ofModel, name, type, 0);
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

        Region(Handle handle, long threads, ActivityOptions options) {
            super(handle, options, PMIxConstants.PMIX_OPENMP_PARALLEL_EXITED());
            if (threads < 0) {
                throw new IllegalArgumentException("threads " + threads + " is negative");
            }
            this.threads = threads;
        }

        @Override
        void describe(List<Info> all, boolean leaving) {
            all.add(InfoAccess.number(EventKeys.NUM_THREADS, threads));
        }

        @Override
        Tracer.Section section(String ofModel) {
            return new Tracer.Section(ofModel, "parallel region", "", threads);
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
