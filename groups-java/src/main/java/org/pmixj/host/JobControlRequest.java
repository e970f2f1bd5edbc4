// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.codec.Directives;

/**
 * What to do to processes ({@code PMIx_Job_control}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * <pre>{@code
 * JobControlRequest.kill().targets(pmix.job().member(3)).build()
 * JobControlRequest.signal(10).targets(ProcId.all(nspace)).build()
 * }</pre>
 *
 * <p>Each method says what PRRTE 5.0.0rc1 does; what it does not support is answered with
 * {@link org.pmixj.PmixException.NotSupported}.
 */
public final class JobControlRequest {
    private final List<ProcId> targets;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private JobControlRequest(Builder builder) {
        this.targets = List.copyOf(builder.targets);
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Kills processes: PRRTE sends SIGCONT and SIGTERM, and SIGKILL to what is left a little later. It needs targets:
     * this process's own job is {@code ProcId.all(pmix.self().nspace())}.
     *
     * @return a builder
     */
    public static Builder kill() {
        return new Builder(Directives.kill());
    }

    /**
     * Asks processes to end. PRRTE does not support it.
     *
     * @return a builder
     */
    public static Builder terminate() {
        return new Builder(Directives.terminate());
    }

    /**
     * Sends a signal. PRRTE sends it to every process of a namespace whichever ranks are named, so that the target must
     * be {@link ProcId#all} of one namespace; anything else is refused with
     * {@link org.pmixj.PmixException.NotSupported}.
     *
     * @param signal the number, 1 to 64
     * @return a builder
     * @throws IllegalArgumentException if there is no such signal
     */
    public static Builder signal(int signal) {
        return new Builder(Directives.signal(checkSignal(signal)));
    }

    static int checkSignal(int signal) {
        if (signal < 1 || signal > 64) {
            throw new IllegalArgumentException("signal " + signal + " is not 1 to 64");
        }
        return signal;
    }

    /**
     * Stops processes for a while. PRRTE does not support it; see {@link #signal} with SIGSTOP.
     *
     * @return a builder
     */
    public static Builder pause() {
        return new Builder(Directives.pause());
    }

    /**
     * Lets processes go on. PRRTE does not support it; see {@link #signal} with SIGCONT.
     *
     * @return a builder
     */
    public static Builder resume() {
        return new Builder(Directives.resume());
    }

    /**
     * Makes a checkpoint of processes. PRRTE does not support it.
     *
     * @param checkpoint a name for the checkpoint
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder checkpoint(String checkpoint) {
        return new Builder(Directives.checkpoint(Checks.nspace("checkpoint", checkpoint)));
    }

    /**
     * Starts processes over from a checkpoint. PRRTE does not support it.
     *
     * @param checkpoint the name of the checkpoint
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder restart(String checkpoint) {
        return new Builder(Directives.restart(Checks.nspace("checkpoint", checkpoint)));
    }

    /**
     * Takes a request back. PRRTE does not support it.
     *
     * @param request the {@linkplain Builder#id name} it was given
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder cancel(String request) {
        return new Builder(Directives.cancelJobControl(Checks.nspace("request", request)));
    }

    /**
     * Makes a process set of processes. Every process is told by an {@linkplain org.pmixj.event.Events event} ({@code
     * PMIX_PROCESS_SET_DEFINE}); PRRTE leaves such a set out of {@link org.pmixj.host.Queries#psetNames}, which has
     * those of the command line.
     *
     * @param pset its name
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder definePset(String pset) {
        return new Builder(Directives.definePset(Checks.nspace("process set", pset)));
    }

    /**
     * Deletes a file when the targets have ended.
     *
     * @param file the file, without a comma in its name
     * @return a builder
     * @throws IllegalArgumentException if the name contains a comma or NUL
     */
    public static Builder deleteAtEnd(Path file) {
        return new Builder(Directives.cleanUpFile(path(file)));
    }

    /**
     * Deletes a directory and all that is in it when the targets have ended.
     *
     * @param directory the directory, without a comma in its name
     * @return a builder
     * @throws IllegalArgumentException if the name contains a comma or NUL
     */
    public static Builder deleteTreeAtEnd(Path directory) {
        return new Builder(Directives.cleanUpDirectory(path(directory))).directive(Directives.cleanUpRecursively());
    }

    /** A comma separates several. */
    private static String path(Path path) {
        String name = path.toAbsolutePath().toString();
        if (name.indexOf(',') >= 0) {
            throw new IllegalArgumentException("PMIx takes a comma for the end of a file name: " + name);
        }
        return name;
    }

    /**
     * Something else.
     *
     * @param directives what to do
     * @return a builder
     */
    public static Builder of(Attributes directives) {
        Builder builder = new Builder();
        builder.directives.addAll(directives);
        return builder;
    }

    /**
     * The processes it is about.
     *
     * @return none for all processes of the caller's namespace
     */
    public List<ProcId> targets() {
        return targets;
    }

    /**
     * What to do.
     *
     * @return at least one directive
     */
    public Attributes directives() {
        return directives;
    }

    /**
     * The bound.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    @Override
    public String toString() {
        return "JobControlRequest[" + directives + " to " + targets + "]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final List<ProcId> targets = new ArrayList<>();
        private final Attributes.Builder directives = Attributes.builder();
        private @Nullable Duration timeout;

        private Builder() {}

        private Builder(Info directive) {
            directives.add(directive);
        }

        /**
         * Adds targets; {@link ProcId#all} stands for every process of a namespace. Without any, it is about every
         * process of the caller's own namespace.
         *
         * @param procs the targets
         * @return this
         */
        public Builder targets(Collection<ProcId> procs) {
            for (ProcId proc : procs) {
                targets.add(Objects.requireNonNull(proc, "target"));
            }
            return this;
        }

        /**
         * Adds targets, see {@link #targets(Collection)}.
         *
         * @param procs the targets
         * @return this
         */
        public Builder targets(ProcId... procs) {
            return targets(List.of(procs));
        }

        /**
         * A name for this request, for {@link JobControlRequest#cancel} ({@code PMIX_JOB_CTRL_ID}).
         *
         * @param name the name
         * @return this
         * @throws IllegalArgumentException if the name is empty, too long or contains NUL
         */
        public Builder id(String name) {
            return directive(Directives.jobControlId(Checks.nspace("id", name)));
        }

        /**
         * Adds a directive.
         *
         * @param info the directive
         * @return this
         */
        public Builder directive(Info info) {
            directives.add(info);
            return this;
        }

        /**
         * Bounds the request here; libpmix has no bound for it.
         *
         * @param bound more than zero
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Ends the request.
         *
         * @return the request
         * @throws IllegalArgumentException if there is nothing to do, or nothing is named to be killed
         */
        public JobControlRequest build() {
            JobControlRequest request = new JobControlRequest(this);
            if (request.targets.isEmpty() && Directives.isKill(request.directives)) {
                // To the host, no targets are the whole job of the caller.
                throw new IllegalArgumentException("a kill names its targets");
            }
            if (request.directives.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to do");
            }
            return request;
        }
    }
}
