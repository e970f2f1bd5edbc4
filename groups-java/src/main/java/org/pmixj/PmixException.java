// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a PMIx operation failed. The subclasses distinguish what a program can react to; every other failure is
 * this class itself, with the {@linkplain #status() status} from libpmix. Their constructors take what was attempted
 * and the status, as {@linkplain #PmixException(String, PmixStatus) here}, and more where a class has more to report;
 * null stands for a process or cause that is not known.
 *
 * <p>Wrong arguments throw {@link IllegalArgumentException}, {@link NullPointerException} or {@link
 * IllegalStateException} instead, before libpmix is called.
 */
@SuppressWarnings("doclint:missing") // parameters of the constructors, see above
public sealed class PmixException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Creates a failure that has no class of its own.
     *
     * @param message what was attempted and how it failed
     * @param status the status from libpmix
     */
    public PmixException(String message, PmixStatus status) {
        // Its cause can be set later.
        super(message);
        this.code = status.code();
    }

    private PmixException(String message, PmixStatus status, @Nullable Throwable cause) {
        super(message, cause);
        this.code = status.code();
    }

    /** {@return the status from libpmix, or the nearest one if this library found the failure; never success} */
    public PmixStatus status() {
        return new PmixStatus(code);
    }

    /**
     * Reports that the timeout expired before the operation completed ({@code PMIX_ERR_TIMEOUT}).
     *
     * <p>Before a fence, a construct, a destruct or a connect times out, in the last quarter of its timeout, two
     * seconds at most, this library asks the other processes whether they have called it. The exception comes with the
     * timeout, or within a second after it when all have answered. They answer whatever their threads do. One that is
     * stopped, that has ended, that uses libpmix without this library or has used it for less than a second does not
     * answer. On a machine that is busy with other work, answers of some may come too late.
     */
    public static final class Timeout extends PmixException {
        private static final long serialVersionUID = 1L;

        // Null after serialisation.
        private final transient @Nullable List<ProcId> missing;
        private final transient @Nullable List<ProcId> silent;
        private final transient @Nullable List<ProcId> gaveUp;

        /** Creates the exception. */
        public Timeout(String message, PmixStatus status) {
            this(message, status, List.of(), List.of(), List.of());
        }

        /**
         * Creates the exception for an operation of several processes.
         *
         * @param missing those that have not called it
         * @param silent those that did not answer when they were asked
         * @param gaveUp those that had called it, and given it up before this process called it
         */
        public Timeout(
                String message, PmixStatus status, List<ProcId> missing, List<ProcId> silent, List<ProcId> gaveUp) {
            super(message, status);
            this.gaveUp = List.copyOf(gaveUp);
            this.missing = List.copyOf(missing);
            this.silent = List.copyOf(silent);
        }

        /**
         * {@return the processes that have not called the operation, as far as this process could learn, an immutable
         * list} It is empty where it could not: in an operation that does not wait for the calls of others, under a
         * host without events, or if the exception was serialised.
         */
        public List<ProcId> missing() {
            return missing == null ? List.of() : missing;
        }

        /**
         * {@return the processes that did not answer whether they have called the operation, an immutable list} Some of
         * them may have called it.
         */
        public List<ProcId> silent() {
            return silent == null ? List.of() : silent;
        }

        /**
         * {@return the processes that had called the operation, and whose timeout expired before this process called
         * it, an immutable list}
         */
        public List<ProcId> gaveUp() {
            return gaveUp == null ? List.of() : gaveUp;
        }
    }

    /** Reports that the failure or decision of a member ended the operation for all participants. */
    public static final class Aborted extends PmixException {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable ProcId by;

        /** Creates the exception. */
        public Aborted(String message, PmixStatus status) {
            this(message, status, null);
        }

        /** Creates the exception. */
        public Aborted(String message, PmixStatus status, @Nullable ProcId by) {
            super(message, status);
            this.by = by;
        }

        /** {@return the process that ended it; empty if it is not known, or the exception was serialised} */
        public Optional<ProcId> by() {
            return Optional.ofNullable(by);
        }
    }

    /** Reports that this process is not a member of what it addressed ({@code PMIX_ERR_NOT_A_MEMBER}). */
    public static final class NotAMember extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public NotAMember(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that the requested key, process, group or namespace does not exist ({@code PMIX_ERR_NOT_FOUND}). */
    public static final class NotFound extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public NotFound(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that what was to be created exists already, such as a published key ({@code PMIX_ERR_DUPLICATE_KEY}). */
    public static final class Exists extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public Exists(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that the running libpmix or its host cannot do this ({@code PMIX_ERR_NOT_SUPPORTED}). */
    public static final class NotSupported extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public NotSupported(String message, PmixStatus status, @Nullable Throwable cause) {
            super(message, status, cause);
        }
    }

    /** Reports that a process or PMIx server that the operation needs was lost ({@code PMIX_ERR_LOST_CONNECTION}). */
    public static sealed class LostConnection extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public LostConnection(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that a member of a group failed or left while the others needed it; the message names it. */
    public static final class MemberLost extends LostConnection {
        private static final long serialVersionUID = 1L;

        // Null after serialisation.
        private final transient @Nullable List<ProcId> lost;

        /** Creates the exception. */
        public MemberLost(String message, PmixStatus status, List<ProcId> lost) {
            super(message, status);
            this.lost = List.copyOf(lost);
        }

        /** {@return the processes that were lost, an immutable list; empty if the exception was serialised} */
        public List<ProcId> lost() {
            return lost == null ? List.of() : lost;
        }
    }

    /** Reports that a member has {@linkplain org.pmixj.group.Group#revoke revoked} the group. */
    public static final class Revoked extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public Revoked(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that libpmix refused an argument that passed the checks here ({@code PMIX_ERR_BAD_PARAM}). */
    public static final class BadParameter extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public BadParameter(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that the session was closed while the operation was under way ({@code PMIX_ERR_INIT}). */
    public static final class Closed extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public Closed(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that the thread was interrupted while it waited; its interrupt status is set again. */
    public static final class Interrupted extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public Interrupted(String message, PmixStatus status) {
            super(message, status);
        }
    }

    /** Reports that libpmix cannot be used in this process; the message says why and what to do. */
    public static final class LibraryUnavailable extends PmixException {
        private static final long serialVersionUID = 1L;

        /** Creates the exception. */
        public LibraryUnavailable(String message, PmixStatus status, Throwable cause) {
            super(message, status, cause);
        }
    }
}
