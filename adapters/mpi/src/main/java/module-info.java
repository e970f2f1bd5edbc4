// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** MPI by its standard ABI, whichever MPI that is: {@link org.pmixj.mpi.Mpi}. */
@NullMarked
module org.pmixj.mpi {
    requires static org.jspecify;
    requires transitive org.pmixj;

    exports org.pmixj.mpi;
}
