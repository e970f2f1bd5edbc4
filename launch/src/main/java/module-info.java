// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Prepares the JVMs of ranks before a job is launched: {@link org.pmixj.launch.ClassCache}. */
@NullMarked
module org.pmixj.launch {
    requires static org.jspecify;

    exports org.pmixj.launch;
}
