// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Adds nodes to the running DVM and gives them back: {@link org.pmixj.elastic.Elastic}. */
@NullMarked
module org.pmixj.elastic {
    requires static org.jspecify;
    requires transitive org.pmixj;
    requires org.pmixj.collectives;

    exports org.pmixj.elastic;
}
