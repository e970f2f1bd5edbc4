// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Collectives of a group for the set-up of a program: {@link org.pmixj.collectives.Collectives}. */
@NullMarked
module org.pmixj.collectives {
    requires static org.jspecify;
    requires transitive org.pmixj;

    exports org.pmixj.collectives;
}
