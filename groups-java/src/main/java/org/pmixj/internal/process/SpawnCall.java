// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_app;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.codec.RequestCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.process.repair.LostEnd;
import org.pmixj.internal.process.repair.SpawnDirectives;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Calls {@code PMIx_Spawn_nb}. */
final class SpawnCall extends NativeCall<SpawnedJob> {
    private final SpawnRequest request;
    private final long seconds;

    SpawnCall(Handle handle, SpawnRequest request, Duration timeout) {
        super(handle, "spawn of " + request.apps().stream().map(App::command).collect(Collectors.joining(", ")));
        this.request = request;
        this.seconds = Deadline.seconds(timeout);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        SpawnedJobs.of(handle().session).requested();
        InfoArray infos = InfoArray.allocate(memory, SpawnDirectives.withClosedStdin(request.directives()), 2)
                .flag(memory, PMIxConstants.PMIX_NOTIFY_COMPLETION())
                .add(memory, PMIxConstants.PMIX_SPAWN_TIMEOUT(), new PmixValue.Int(DataType.INT, seconds));
        List<App> apps = request.apps();
        MemorySegment array = pmix_app.allocateArray(apps.size(), memory);
        for (int i = 0; i < apps.size(); i++) {
            RequestCodec.writeApp(pmix_app.asSlice(array, i), complete(apps.get(i)), memory);
        }
        return Libpmix.spawn(infos, array, apps.size(), cbdata);
    }

    /** Returns a program with its command as first argument, and with a directory that must exist. */
    private App complete(App app) {
        List<String> arguments = app.arguments().isEmpty() ? List.of(app.command()) : app.arguments();
        List<Info> infos = new ArrayList<>(app.attributes().infos());
        if (app.directory() != null) {
            // Without it PRRTE uses another directory if this one is missing.
            infos.add(Info.flag(Keys.WDIR_USER_SPECIFIED));
        }
        infos.addAll(SpawnDirectives.nodesOfJob(request.directives(), app.attributes()));
        Attributes attributes = Attributes.of(infos);
        return new App(app.command(), arguments, app.environment(), app.directory(), app.processes(), attributes);
    }

    @Override
    protected SpawnedJob decode(int status, MemorySegment nspace, long count) {
        check(status);
        String name = count == 0 ? "" : ProcCodec.readNspace(nspace);
        if (name.isEmpty()) {
            throw new PmixException(what + " was answered without a namespace", new PmixStatus(StatusCodes.ERROR));
        }
        SpawnedJobs jobs = SpawnedJobs.of(handle().session);
        SpawnedJob job = new SpawnedJobImpl(name, request.processes(), jobs.started(name, handle().dispatcher));
        LostEnd.watch(handle(), name, jobs);
        return job;
    }

    private void check(int status) {
        String hint = "";
        if (status == PMIxConstants.PMIX_ERR_JOB_FAILED_TO_LAUNCH()) {
            hint =
                    ": a program or a working directory is missing or cannot be used on one of the nodes; correct it, and"
                            + " end the launcher of PRRTE 5.0.0rc1, which now does not end by itself";
        } else if (status == PMIxConstants.PMIX_ERR_JOB_FAILED_TO_MAP()) {
            hint = ": there are too few slots for " + request.processes()
                    + " processes, or the requested mapping is impossible; a mapping policy with the modifier :OVERSUBSCRIBE"
                    + " ignores the number of slots";
        } else if (status == StatusCodes.TIMEOUT) {
            Deadline.checkCollective(what, status, seconds);
        } else {
            handle().session.check(what, status);
            return;
        }
        PmixStatus given = new PmixStatus(status);
        throw new PmixException(what + " failed: " + given + hint, given);
    }

    @Override
    protected void ended() {
        SpawnedJobs.of(handle().session).answered();
    }

    @Override
    protected void late(@Nullable SpawnedJob job) {
        Log.warnApart(what + ": job " + job + " was started after its caller had stopped waiting; it continues");
    }
}
