// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event.repair;

import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Session;

/** Names the receivers of an event for the own namespace: libpmix delivers {@code PMIX_RANGE_NAMESPACE} to all. */
public final class NamespaceRange {
    private NamespaceRange() {}

    /** Returns the range of an event for one's own namespace. */
    public static byte range() {
        return (byte)
                (Defect.NAMESPACE_RANGE_LEAKS.isHere()
                        ? PMIxConstants.PMIX_RANGE_CUSTOM()
                        : PMIxConstants.PMIX_RANGE_NAMESPACE());
    }

    /** Returns the receivers that such an event must name. */
    public static List<ProcId> receivers(Session session) {
        return Defect.NAMESPACE_RANGE_LEAKS.isHere()
                ? List.of(ProcId.all(session.self().nspace()))
                : List.of();
    }
}
