// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;

/**
 * Holds an event to be sent.
 *
 * @param range whom it reaches; the targets are for a range that names them
 * @param defaults whether handlers of any code receive it
 * @param cached whether libpmix and the server keep it for handlers that are registered later
 */
public record Notice(int code, byte range, List<ProcId> targets, List<Info> infos, boolean defaults, boolean cached) {
    /** Returns an event for this process alone. */
    public static Notice here(int code, List<Info> infos) {
        return new Notice(code, (byte) PMIxConstants.PMIX_RANGE_PROC_LOCAL(), List.of(), infos, false, false);
    }

    /** Returns an event for some processes. */
    public static Notice to(List<ProcId> targets, int code, List<Info> infos) {
        return new Notice(code, (byte) PMIxConstants.PMIX_RANGE_CUSTOM(), targets, infos, false, false);
    }

    public Notice cached(boolean kept) {
        return new Notice(code, range, targets, infos, defaults, kept);
    }

    public Notice affecting(List<ProcId> procs) {
        if (procs.isEmpty()) {
            return this;
        }
        return with(
                procs.size() == 1
                        ? InfoAccess.info(EventKeys.AFFECTED_PROC, new PmixValue.Proc(procs.getFirst()))
                        : InfoAccess.info(EventKeys.AFFECTED_PROCS, NotifyCall.array(procs)));
    }

    public Notice text(@Nullable String text) {
        return text == null ? this : with(InfoAccess.text(EventKeys.TEXT, text));
    }

    private Notice with(Info info) {
        List<Info> more = new ArrayList<>(infos);
        more.add(info);
        return new Notice(code, range, targets, more, defaults, cached);
    }
}
