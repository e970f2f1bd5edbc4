// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.call.QueryCall;

/**
 * Builds the qualifiers of a get that name a node, an application, or the job (PMIx Standard 6.1.6). libpmix answers
 * some keys with the qualifier itself, even if the node or application does not exist.
 */
public final class Realm {
    private Realm() {}

    public static Attributes job() {
        return Attributes.of(List.of(QueryCall.qualifier(PMIxConstants.PMIX_JOB_INFO(), new PmixValue.Bool(true))));
    }

    public static Attributes node(String hostname) {
        return of(PMIxConstants.PMIX_NODE_INFO(), PMIxConstants.PMIX_HOSTNAME(), new PmixValue.Str(hostname));
    }

    public static Attributes app(int number) {
        PmixValue app = new PmixValue.UInt(DataType.UINT32, number);
        return of(PMIxConstants.PMIX_APP_INFO(), PMIxConstants.PMIX_APPNUM(), app);
    }

    private static Attributes of(MemorySegment flag, MemorySegment selector, PmixValue selected) {
        return Attributes.of(
                List.of(QueryCall.qualifier(flag, new PmixValue.Bool(true)), QueryCall.qualifier(selector, selected)));
    }
}
