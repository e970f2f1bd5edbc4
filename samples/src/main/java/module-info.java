// SPDX-License-Identifier: Apache-2.0
/** Contains programs to start from. */
module org.pmixj.samples {
    requires static org.jspecify;
    requires org.pmixj;
    requires org.pmixj.collectives;

    exports org.pmixj.samples;
}
