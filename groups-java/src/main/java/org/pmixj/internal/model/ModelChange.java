// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.lang.foreign.SegmentAllocator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ffi.pmix_proc;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.call.WorkerCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Declares a model, or changes its resources, and reports that. Changes of a process run in the order of the calls. */
final class ModelChange extends Procedure<Void> {
    private final ModelTable table;
    private final ProgrammingModel model;
    private final @Nullable Reach reach;
    private long number;

    /** Constructs a declaration, or without a reach an update. */
    ModelChange(Handle handle, String what, ProgrammingModel model, @Nullable Reach reach) {
        super(handle, what);
        this.table = ModelTable.of(handle.session);
        this.model = model;
        this.reach = reach;
    }

    @Override
    protected void takePlace() {
        number = table.own.changes.take();
    }

    @Override
    protected void leavePlace() {
        table.own.changes.end(number);
    }

    @Override
    protected @Nullable Void call() {
        table.own.awaitTurn(what, number, deadline);
        if (reach == null) {
            update();
        } else {
            declare(reach);
        }
        return null;
    }

    private void report(NotifyCall event) {
        table.own.checkOpen(what);
        event.run(deadline.left());
    }

    private void declare(Reach to) {
        OwnModels own = table.own;
        OwnModels.Own before = own.expect(handle, model, to);
        boolean started = false;
        try {
            // libpmix reports now what it was initialised with.
            table.events.listen(handle, deadline);
            if (!handle.session.consumeIfBegunWith(new ModelCodec.Initial(model))) {
                started = true;
                new Init().run(deadline.left());
            }
        } catch (RuntimeException e) {
            // A call that was given up may still succeed: its model must not be taken for a C library's.
            if (before != null
                    || !started
                    || !(e instanceof PmixException.Timeout || e instanceof PmixException.Interrupted)) {
                own.restore(model, before);
            }
            throw e;
        }
        own.declared(model);
        table.declared(handle, model);
        record("declared", to.name());
        if (!model.resources().isEmpty() || before != null) {
            report(ModelNotices.resources(handle, model, Reach.PROCESS));
        }
        if (to != Reach.PROCESS) {
            own.reports(handle, to);
            report(ModelNotices.declared(handle, model, to));
        }
        if (before != null) {
            for (Reach other : before.reached()) {
                if (other != Reach.PROCESS && other != to) {
                    report(ModelNotices.resources(handle, model, other));
                }
            }
        }
    }

    private void record(String change, String declaredTo) {
        Tracer tracer = Trace.tracer();
        if (tracer != null) {
            tracer.model(change, model.name(), declaredTo);
        }
    }

    private void update() {
        Set<Reach> reached = table.own.update(model);
        table.use(model);
        record("updated", "");
        if (reached.size() > 1) {
            // An event to the node or job reaches this process too.
            reached.remove(Reach.PROCESS);
        }
        for (Reach one : reached) {
            report(ModelNotices.resources(handle, model, one));
        }
    }

    /** Calls PMIx_Init with the attributes of the model, which libpmix then reports, and PMIx_Finalize. */
    private final class Init extends WorkerCall<Void> {
        Init() {
            super(handle, ModelChange.this.what);
        }

        @Override
        protected int call(SegmentAllocator memory) {
            int status = Libpmix.init(pmix_proc.allocate(memory), ModelCodec.init(memory, model));
            // Without a launcher libpmix always fails to reach a server, but counts the call.
            if (status == StatusCodes.SUCCESS || (status == StatusCodes.UNREACH && handle.session.singleton())) {
                Libpmix.finish();
                return StatusCodes.SUCCESS;
            }
            return status;
        }
    }
}
