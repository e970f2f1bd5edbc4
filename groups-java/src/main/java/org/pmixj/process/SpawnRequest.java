// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

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

/**
 * Describes a job to start ({@code PMIx_Spawn}). Immutable.
 *
 * <p>The environment of the new processes is that of the host's daemons, not that of this process; {@code
 * Keys.SET_ENVAR} and the like change it for all programs, {@link App.Builder#environment} for one.
 */
public final class SpawnRequest {
    private final List<App> apps;
    private final Attributes directives;
    private final boolean checkFiles;
    private final @Nullable Duration timeout;

    private SpawnRequest(Builder builder) {
        this.apps = List.copyOf(builder.apps);
        this.directives = Attributes.of(builder.infos);
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
    public Attributes directives() {
        return directives;
    }

    /** {@return whether the programs and directories must be on this node; true unless switched off} */
    public boolean checkFiles() {
        return checkFiles;
    }

    /** {@return the number of processes, 1 or more} */
    public int processes() {
        return apps.stream().mapToInt(App::processes).reduce(0, Math::addExact);
    }

    /** {@return the timeout; empty for the handle's default} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
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
         * Sets what processes are bound to ({@code PMIX_BINDTO}).
         *
         * @param policy such as {@code core} or {@code none}
         * @return this
         */
        public Builder bindTo(String policy) {
            return set(Keys.BINDTO, Checks.name("binding policy", policy));
        }

        /**
         * {@return this, set not to look for the programs and working directories on this node before the host is
         * asked, for programs that are on other nodes only} The launcher of PRRTE (seen with 5.0.0rc1) never ends after
         * it could not find one.
         */
        public Builder withoutFileCheck() {
            this.checkFiles = false;
            return this;
        }

        /**
         * {@return this, set to request that the output is forwarded ({@code PMIX_FWD_STDOUT}, {@code
         * PMIX_FWD_STDERR})} PRRTE forwards it to the launcher's own without being asked.
         */
        public Builder forwardOutput() {
            return set(Keys.FWD_STDOUT, true).set(Keys.FWD_STDERR, true);
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

        /**
         * Adds directives for the whole job, as libpmix and its host know them, such as {@code Keys.RANKBY}, {@code HOST},
         * {@code HOSTFILE}, {@code SET_ENVAR} or {@code IOF_OUTPUT_TO_DIRECTORY}. PRRTE (seen with 5.0.0rc1) sends nothing
         * to a process that {@code STDIN_TGT} names, not even the end of the file: one that reads waits for ever.
         *
         * @param value attributes of the Standard
         * @return this
         * @throws IllegalArgumentException if {@code Keys.DO_NOT_LAUNCH} is one of them: PRRTE (seen with 5.0.0rc1)
         *     then ends the job of the caller
         */
        public Builder directives(Attributes value) {
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
