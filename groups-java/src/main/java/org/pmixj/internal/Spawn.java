// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_app;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.value.App;

/** One {@code PMIx_Spawn_nb}. */
final class Spawn extends Operation<SpawnedJob> {
    private final SpawnRequest request;
    private final long seconds;

    Spawn(Context context, SpawnRequest request, Duration timeout) {
        super(context, "spawn of " + commands(request.apps()));
        this.request = request;
        this.seconds = CollectiveBound.seconds(timeout);
    }

    private static String commands(List<App> apps) {
        StringBuilder commands = new StringBuilder();
        for (App app : apps) {
            commands.append(commands.isEmpty() ? "" : ", ").append(app.command());
        }
        return commands.toString();
    }

    @Override
    int start(SegmentAllocator memory, MemorySegment cbdata) {
        context().session.spawned.begin();
        Infos infos = Infos.allocate(memory, request.attributes(), 2)
                // Without it PRRTE does not end by itself after a job that could not be started.
                .flag(memory, PMIxConstants.PMIX_NOTIFY_COMPLETION())
                .add(memory, PMIxConstants.PMIX_SPAWN_TIMEOUT(), new PmixValue.Int(DataType.INT, seconds));
        List<App> apps = request.apps();
        MemorySegment array = pmix_app.allocateArray(apps.size(), memory);
        for (int i = 0; i < apps.size(); i++) {
            RequestCodec.writeApp(pmix_app.asSlice(array, i), complete(apps.get(i)), memory);
        }
        return Native.spawn(infos, array, apps.size(), cbdata);
    }

    /** A program has its own name, and a directory that was asked for is one that must be there. */
    private static App complete(App app) {
        List<String> arguments = app.arguments().isEmpty() ? List.of(app.command()) : app.arguments();
        Attributes attributes = app.attributes();
        if (app.directory() != null) {
            List<Info> infos = new ArrayList<>(attributes.infos());
            infos.add(SpawnDirectives.directoryMustExist());
            attributes = Attributes.of(infos);
        }
        return new App(app.command(), arguments, app.environment(), app.directory(), app.processes(), attributes);
    }

    @Override
    SpawnedJob decode(int status, MemorySegment nspace, long count) {
        check(status);
        String name = count == 0 ? "" : Marshal.readNspace(nspace);
        if (name.isEmpty()) {
            throw new PmixException(what + " was answered without a namespace", new PmixStatus(Status.ERROR));
        }
        return new SpawnedJobImpl(
                name, request.processes(), context().session.spawned.started(name, context().dispatcher));
    }

    private void check(int status) {
        String hint = "";
        if (status == PMIxConstants.PMIX_ERR_JOB_FAILED_TO_LAUNCH()) {
            hint = ": a program or a working directory is not there or cannot be used, on one of the nodes";
        } else if (status == PMIxConstants.PMIX_ERR_JOB_FAILED_TO_MAP()) {
            hint = ": there are too few slots for " + request.processes()
                    + " processes (a mapping policy with the modifier :OVERSUBSCRIBE takes no account of slots), or the"
                    + " mapping that is asked for cannot be made";
        } else if (status == Status.TIMEOUT) {
            CollectiveBound.check(what, status, seconds);
        } else {
            context().session.check(what, status);
            return;
        }
        PmixStatus given = new PmixStatus(status);
        throw new PmixException(what + " failed: " + given + hint, given);
    }

    @Override
    void ended() {
        context().session.spawned.answered();
    }

    @Override
    void late(@Nullable SpawnedJob job) {
        Log.warning(what + ": job " + job + " was started after its caller had given up");
    }
}
