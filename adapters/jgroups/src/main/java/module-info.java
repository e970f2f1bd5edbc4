// SPDX-License-Identifier: Apache-2.0
/** Lets the processes of a PMIx job form a JGroups cluster. */
module org.pmixj.jgroups {
    requires static org.jspecify;
    requires org.pmixj;
    requires transitive org.jgroups;

    exports org.pmixj.jgroups;
}
