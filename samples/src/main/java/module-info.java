// SPDX-License-Identifier: Apache-2.0
/** Contains programs to start from. */
module org.pmixj.samples {
    requires static org.jspecify;
    requires org.pmixj;
    requires org.pmixj.collectives;
    requires org.pmixj.elastic;

    exports org.pmixj.samples;
}
