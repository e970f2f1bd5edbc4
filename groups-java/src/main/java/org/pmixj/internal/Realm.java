// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;

/**
 * What a value is asked of, where the process alone does not say it (PMIx Standard 6.1.6): a node, an application, the
 * job. Libpmix answers some keys with the qualifier itself, whether there is such a node or application or not.
 */
final class Realm {
    /** The directives of the largest. */
    static final int CAPACITY = 2;

    private final MemorySegment flag;
    private final @Nullable MemorySegment selector;
    private final @Nullable PmixValue selected;

    private Realm(MemorySegment flag, @Nullable MemorySegment selector, @Nullable PmixValue selected) {
        this.flag = flag;
        this.selector = selector;
        this.selected = selected;
    }

    static Realm job() {
        return new Realm(PMIxConstants.PMIX_JOB_INFO(), null, null);
    }

    static Realm node(String hostname) {
        return new Realm(PMIxConstants.PMIX_NODE_INFO(), PMIxConstants.PMIX_HOSTNAME(), new PmixValue.Str(hostname));
    }

    static Realm node(int id) {
        return new Realm(
                PMIxConstants.PMIX_NODE_INFO(), PMIxConstants.PMIX_NODEID(), new PmixValue.UInt(DataType.UINT32, id));
    }

    static Realm application(int number) {
        return new Realm(
                PMIxConstants.PMIX_APP_INFO(),
                PMIxConstants.PMIX_APPNUM(),
                new PmixValue.UInt(DataType.UINT32, number));
    }

    void addTo(Infos infos, SegmentAllocator memory) {
        infos.flag(memory, flag);
        if (selector != null && selected != null) {
            infos.add(memory, selector, selected);
        }
    }
}
