// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import org.opentest4j.TestAbortedException;

/** Reports that a rank could not load libpmix. The ranks detect it, because their environment matters. */
public final class LibraryMissing extends TestAbortedException {
    private static final long serialVersionUID = 1;

    LibraryMissing(String reason) {
        super(reason);
    }
}
