// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.internal.base.Checks;
import org.pmixj.value.Envar;

/**
 * Describes a job to start ({@code PMIx_Spawn}). Immutable.
 *
 * <p>The environment of the new processes is that of the host's daemons, not that of this process; the methods for it
 * change it for all programs, {@link App.Builder#environment} for one.
 */
public final class SpawnRequest {
    private final List<App> apps;
    private final Attributes attributes;
    private final boolean checkFiles;
    private final @Nullable Duration timeout;

    private SpawnRequest(Builder builder) {
        this.apps = List.copyOf(builder.apps);
        this.attributes = Attributes.of(builder.infos);
        this.checkFiles = builder.checkFiles;
        this.timeout = builder.timeout;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the programs, an immutable list of one or more} */
    public List<App> apps() {
        return apps;
    }

    /** {@return the directives for the whole job, in the order given} */
    public Attributes attributes() {
        return attributes;
    }

    /** {@return whether the programs and directories must be on this node; true unless switched off} */
    public boolean checkFiles() {
        return checkFiles;
    }

    /** {@return the number of processes, 1 or more} */
    public int processes() {
        int sum = 0;
        for (App app : apps) {
            sum = Math.addExact(sum, app.processes());
        }
        return sum;
    }

    /** {@return the timeout; empty for the handle's default} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private static final char NO_SEPARATOR = 0;

        private final List<App> apps = new ArrayList<>();
        private final List<Info> infos = new ArrayList<>();
        private boolean checkFiles = true;
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * Adds programs. The ranks of the job go through all programs in the order given.
         *
         * @param more the programs
         * @return this
         * @throws IllegalArgumentException if one has no processes
         */
        public Builder apps(App... more) {
            for (App app : more) {
                if (app.processes() < 1) {
                    throw new IllegalArgumentException("spawn: cannot start " + app.processes() + " processes of "
                            + app.command() + "; set their number by App.Builder.processes");
                }
                apps.add(app);
            }
            return this;
        }

        private <T> Builder set(Key<T> key, T value) {
            infos.add(Info.of(key, value));
            return this;
        }

        private Builder path(Key<String> key, String what, Path path) {
            return set(key, Checks.name(what, path.toAbsolutePath().toString()));
        }

        private static String variable(String name) {
            if (name.indexOf('=') >= 0) {
                throw new IllegalArgumentException("the name of a variable contains '=': " + Checks.shortened(name)
                        + "; give name and value apart");
            }
            return name;
        }

        /**
         * Sets how processes are mapped to nodes and their parts ({@code PMIX_MAPBY}).
         *
         * @param policy such as {@code node} or {@code core}, with modifiers such as {@code :OVERSUBSCRIBE}
         * @return this
         */
        public Builder mapBy(String policy) {
            return set(Keys.MAPBY, Checks.name("mapping policy", policy));
        }

        /**
         * Sets how ranks are assigned to processes ({@code PMIX_RANKBY}).
         *
         * @param policy such as {@code slot} or {@code node}
         * @return this
         */
        public Builder rankBy(String policy) {
            return set(Keys.RANKBY, Checks.name("ranking policy", policy));
        }

        /**
         * Sets what processes are bound to ({@code PMIX_BINDTO}).
         *
         * @param policy such as {@code core} or {@code none}
         * @return this
         */
        public Builder bindTo(String policy) {
            return set(Keys.BINDTO, Checks.name("binding policy", policy));
        }

        /**
         * Sets the nodes to use ({@code PMIX_HOST}), among those of the allocation.
         *
         * @param names one or more, each maybe with {@code :} and a number of slots
         * @return this
         * @throws IllegalArgumentException if there are none, or one is empty or contains NUL or a comma
         */
        public Builder hosts(String... names) {
            for (String name : names) {
                if (Checks.name("host", name).indexOf(',') >= 0) {
                    throw new IllegalArgumentException(
                            "host contains a comma: " + Checks.shortened(name) + "; give each host alone");
                }
            }
            return set(Keys.HOST, Checks.name("list of hosts", String.join(",", names)));
        }

        /**
         * Sets a file that names the nodes to use ({@code PMIX_HOSTFILE}).
         *
         * @param file its path, made absolute
         * @return this
         */
        public Builder hostfile(Path file) {
            return path(Keys.HOSTFILE, "hostfile", file);
        }

        /**
         * Sets whether to look for the programs and working directories on this node before the host is asked; true
         * unless set. The launcher of PRRTE (seen with 5.0.0rc1) never ends after it could not find one.
         *
         * @param check false for programs that are on other nodes only
         * @return this
         */
        public Builder checkFiles(boolean check) {
            this.checkFiles = check;
            return this;
        }

        /**
         * Sets a variable for all programs ({@code PMIX_SET_ENVAR}).
         *
         * @param name the variable
         * @param value its value
         * @return this
         * @throws IllegalArgumentException if the name contains {@code =}
         */
        public Builder setEnvironment(String name, String value) {
            return set(Keys.SET_ENVAR, new Envar(variable(name), value, NO_SEPARATOR));
        }

        /**
         * Removes a variable for all programs ({@code PMIX_UNSET_ENVAR}).
         *
         * @param name the variable
         * @return this
         * @throws IllegalArgumentException if the name contains {@code =}
         */
        public Builder unsetEnvironment(String name) {
            return set(Keys.UNSET_ENVAR, Checks.name("name", variable(name)));
        }

        /**
         * Puts a value in front of the value of a variable ({@code PMIX_PREPEND_ENVAR}).
         *
         * @param name the variable
         * @param value the value to put in front
         * @param separator the character between the two
         * @return this
         * @throws IllegalArgumentException if the name contains {@code =}, or the separator is no C char
         */
        public Builder prependEnvironment(String name, String value, char separator) {
            return set(Keys.PREPEND_ENVAR, new Envar(variable(name), value, separator));
        }

        /**
         * Puts a value behind the value of a variable ({@code PMIX_APPEND_ENVAR}).
         *
         * @param name the variable
         * @param value the value to put behind
         * @param separator the character between the two
         * @return this
         * @throws IllegalArgumentException if the name contains {@code =}, or the separator is no C char
         */
        public Builder appendEnvironment(String name, String value, char separator) {
            return set(Keys.APPEND_ENVAR, new Envar(variable(name), value, separator));
        }

        /**
         * {@return this, set to request that the output is forwarded ({@code PMIX_FWD_STDOUT}, {@code
         * PMIX_FWD_STDERR})} PRRTE forwards it to the launcher's own without being asked.
         */
        public Builder forwardOutput() {
            return set(Keys.FWD_STDOUT, true).set(Keys.FWD_STDERR, true);
        }

        /**
         * Writes the output to files, too ({@code PMIX_IOF_OUTPUT_TO_FILE}), one for each process and stream. PRRTE
         * appends namespace, rank and {@code out} or {@code err} to the name, each after a dot.
         *
         * @param name how the names start, made absolute
         * @return this
         */
        public Builder outputToFile(Path name) {
            return path(Keys.IOF_OUTPUT_TO_FILE, "file", name);
        }

        /**
         * Writes the output to files {@code NAMESPACE/rank.RANK/stdout} and {@code stderr} in a directory, too ({@code
         * PMIX_IOF_OUTPUT_TO_DIRECTORY}).
         *
         * @param directory its path, made absolute
         * @return this
         */
        public Builder outputToDirectory(Path directory) {
            return path(Keys.IOF_OUTPUT_TO_DIRECTORY, "directory", directory);
        }

        /** {@return this, set to write the output to the files only ({@code PMIX_IOF_FILE_ONLY})} */
        public Builder outputToFilesOnly() {
            return set(Keys.IOF_FILE_ONLY, true);
        }

        /** {@return this, set to mark each line of output with its process and stream ({@code PMIX_IOF_TAG_OUTPUT})} */
        public Builder tagOutput() {
            return set(Keys.IOF_TAG_OUTPUT, true);
        }

        /** {@return this, set to send standard error to standard output ({@code PMIX_IOF_MERGE_STDERR_STDOUT})} */
        public Builder mergeOutput() {
            return set(Keys.IOF_MERGE_STDERR_STDOUT, true);
        }

        /**
         * Sets which process gets the standard input of this job's launcher ({@code PMIX_STDIN_TGT}). None does unless
         * set: its programs find the end of the file. PRRTE (seen with 5.0.0rc1) sends nothing to a process that is
         * named here, not even the end: one that reads waits for ever, and its launcher with it.
         *
         * @param target a rank, {@code all} or {@code none}
         * @return this
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder stdinTo(String target) {
            if (!target.equals("all") && !target.equals("none")) {
                try {
                    Integer.parseUnsignedInt(target);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            "spawn: the target of standard input is " + target + "; give a rank, \"all\" or \"none\"",
                            e);
                }
            }
            return set(Keys.STDIN_TGT, Checks.name("target", target));
        }

        /**
         * {@return this, set to keep the failure of one job from ending the other ({@code PMIX_SPAWN_CHILD_SEP});
         * unless set, PRRTE ends this process's job when the new one fails} The exit status of {@code prterun} is still
         * that of the first process that failed, in either job.
         */
        public Builder independent() {
            return set(Keys.SPAWN_CHILD_SEP, true);
        }

        /**
         * {@return this, set to let both jobs go on if a process of the new one fails ({@code PMIX_JOB_RECOVERABLE})}
         */
        public Builder recoverable() {
            return set(Keys.JOB_RECOVERABLE, true);
        }

        /** {@return this, set to give each process its rank as part of its program's name ({@code PMIX_INDEX_ARGV})} */
        public Builder indexArguments() {
            return set(Keys.INDEX_ARGV, true);
        }

        /**
         * Adds directives for the whole job, as libpmix and its host know them.
         *
         * @param value attributes of the Standard
         * @return this
         * @throws IllegalArgumentException if {@code Keys.DO_NOT_LAUNCH} is one of them: PRRTE (seen with 5.0.0rc1)
         *     then ends the job of the caller
         */
        public Builder attributes(Attributes value) {
            if (value.contains(Keys.DO_NOT_LAUNCH)) {
                throw new IllegalArgumentException(
                        "spawn: " + Keys.DO_NOT_LAUNCH.name() + " would end the job of the caller; leave it out");
            }
            infos.addAll(value.infos());
            return this;
        }

        /**
         * Sets the timeout of the start of the job ({@code PMIX_SPAWN_TIMEOUT}), not its life.
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Builds the request.
         *
         * @return the request
         * @throws IllegalArgumentException if there is no program
         * @throws ArithmeticException if there are more processes than an {@code int} can count
         */
        public SpawnRequest build() {
            if (apps.isEmpty()) {
                throw new IllegalArgumentException("spawn: there is no program to start; give an App");
            }
            SpawnRequest request = new SpawnRequest(this);
            request.processes();
            return request;
        }
    }
}
