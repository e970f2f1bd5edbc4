// SPDX-License-Identifier: Apache-2.0
/** Contains programs to start from. */
module org.pmixj.samples {
    requires static org.jspecify;
    requires org.pmixj;
    requires org.pmixj.collectives;
    requires org.pmixj.elastic;
    requires org.pmixj.mpi;

    exports org.pmixj.samples;
}
