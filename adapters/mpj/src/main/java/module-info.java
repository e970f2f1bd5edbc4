// SPDX-License-Identifier: Apache-2.0
/** Runs programs for MPJ Express as ranks of a PMIx job. */
module org.pmixj.mpj {
    requires static org.jspecify;
    requires org.pmixj;

    exports org.pmixj.mpj;
}
