// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** PMIx for Java: process groups, data exchange and events of a job started by a PMIx launcher such as prterun. */
@NullMarked
module org.pmixj {
    requires static jdk.jfr;
    requires static org.jspecify;
    requires org.pmixj.ffi;

    exports org.pmixj;
    exports org.pmixj.connect;
    exports org.pmixj.directory;
    exports org.pmixj.event;
    exports org.pmixj.group;
    exports org.pmixj.host;
    exports org.pmixj.job;
    exports org.pmixj.model;
    exports org.pmixj.process;
    exports org.pmixj.value;
}
