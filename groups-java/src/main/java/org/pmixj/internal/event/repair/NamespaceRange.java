// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event.repair;

import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.Session;

/** Names the receivers of an event for the own namespace: libpmix delivers {@code PMIX_RANGE_NAMESPACE} to all. */
public final class NamespaceRange {
    /** The range of an event for one's own namespace. */
    public static final byte RANGE = (byte) PMIxConstants.PMIX_RANGE_CUSTOM();

    private NamespaceRange() {}

    /** Returns the receivers that such an event must name. */
    public static List<ProcId> receivers(Session session) {
        return List.of(ProcId.all(session.self().nspace()));
    }
}
