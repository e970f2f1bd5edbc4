// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import org.opentest4j.TestAbortedException;

/** A rank could not load libpmix. Found out by the ranks, because it is in their environment that it matters. */
public final class LibraryMissing extends TestAbortedException {
    private static final long serialVersionUID = 1;

    LibraryMissing(String reason) {
        super(reason);
    }
}
