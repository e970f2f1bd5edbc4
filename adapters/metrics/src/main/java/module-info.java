// SPDX-License-Identifier: Apache-2.0
/** Offers what a rank does with PMIx as meters of Micrometer. */
module org.pmixj.metrics {
    requires static org.jspecify;
    requires jdk.jfr;
    requires transitive micrometer.core;

    exports org.pmixj.metrics;
}
