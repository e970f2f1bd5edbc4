// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;

/** Names the status codes that this library reacts to, and creates the exceptions for them. */
public final class StatusCodes {
    public static final int SUCCESS = 0;
    static final int INIT = PMIxConstants.PMIX_ERR_INIT();
    public static final int TIMEOUT = PMIxConstants.PMIX_ERR_TIMEOUT();
    public static final int NOT_FOUND = PMIxConstants.PMIX_ERR_NOT_FOUND();
    public static final int INVALID_NAMESPACE = PMIxConstants.PMIX_ERR_INVALID_NAMESPACE();
    // The answer to a get if the value has another scope than requested.
    static final int EXISTS_OUTSIDE_SCOPE = PMIxConstants.PMIX_ERR_EXISTS_OUTSIDE_SCOPE();
    static final int NOT_A_MEMBER = PMIxConstants.PMIX_ERR_NOT_A_MEMBER();
    public static final int NOT_SUPPORTED = PMIxConstants.PMIX_ERR_NOT_SUPPORTED();
    public static final int LOST_CONNECTION = PMIxConstants.PMIX_ERR_LOST_CONNECTION();
    public static final int UNREACH = PMIxConstants.PMIX_ERR_UNREACH();
    // The answer to a fence if a participant was aborted.
    public static final int PARTIAL_SUCCESS = PMIxConstants.PMIX_ERR_PARTIAL_SUCCESS();
    // The same of PRRTE 3 for a lookup.
    public static final int QUERY_PARTIAL_SUCCESS = PMIxConstants.PMIX_QUERY_PARTIAL_SUCCESS();
    // The answer to a fence if the participants pass different directives.
    public static final int INVALID_ARG = PMIxConstants.PMIX_ERR_INVALID_ARG();
    public static final int BAD_PARAM = PMIxConstants.PMIX_ERR_BAD_PARAM();
    public static final int CONSTRUCT_ABORT = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
    public static final int OPERATION_SUCCEEDED = PMIxConstants.PMIX_OPERATION_SUCCEEDED();
    public static final int ERROR = PMIxConstants.PMIX_ERROR();
    // The answer to a log request if no channel accepts it.
    public static final int NOT_AVAILABLE = PMIxConstants.PMIX_ERR_NOT_AVAILABLE();
    public static final int EXISTS = PMIxConstants.PMIX_ERR_EXISTS();
    static final int DUPLICATE_KEY = PMIxConstants.PMIX_ERR_DUPLICATE_KEY();
    public static final int OUT_OF_RESOURCE = PMIxConstants.PMIX_ERR_OUT_OF_RESOURCE();
    /** Used by {@link org.pmixj.Key}. */
    public static final int TYPE_MISMATCH = PMIxConstants.PMIX_ERR_TYPE_MISMATCH();

    private StatusCodes() {}

    public static boolean isSuccess(int status) {
        return status == SUCCESS || status == OPERATION_SUCCEEDED;
    }

    public static void check(String what, int status) {
        if (!isSuccess(status)) {
            throw failure(what, status);
        }
    }

    /** Returns the exception for the status that an operation failed with. */
    public static PmixException failure(String what, int code) {
        PmixStatus status = new PmixStatus(code);
        String message = what + " failed: " + status;
        if (code == TIMEOUT) {
            return new PmixException.Timeout(what + " timed out", status);
        } else if (code == CONSTRUCT_ABORT) {
            return new PmixException.Aborted(what + " was aborted: " + status, status);
        } else if (code == NOT_A_MEMBER) {
            return new PmixException.NotAMember(message, status);
        } else if (code == NOT_FOUND || code == INVALID_NAMESPACE || code == EXISTS_OUTSIDE_SCOPE) {
            return new PmixException.NotFound(message, status);
        } else if (code == DUPLICATE_KEY || code == EXISTS) {
            return new PmixException.Exists(message, status);
        } else if (code == NOT_SUPPORTED) {
            return notSupported(message + HostPowers.remedy());
        } else if (code == LOST_CONNECTION || code == UNREACH || code == PARTIAL_SUCCESS) {
            return new PmixException.LostConnection(message, status);
        } else if (code == BAD_PARAM) {
            return new PmixException.BadParameter(message, status);
        }
        return new PmixException(message, status);
    }

    /** Returns the exception for an operation that succeeds when nobody waits for it any more. */
    public static PmixException givenUp(String what) {
        return new PmixException(what + " succeeded after it was given up", new PmixStatus(EXISTS));
    }

    public static PmixException.NotFound notFound(String message) {
        return new PmixException.NotFound(message, new PmixStatus(NOT_FOUND));
    }

    /** Returns the exception for what is refused; the message says by whom, and what to do. */
    public static PmixException.NotSupported notSupported(String message) {
        return new PmixException.NotSupported(message, new PmixStatus(NOT_SUPPORTED), null);
    }

    /** Returns the failure of a future. */
    public static RuntimeException cause(String what, Throwable failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return cause instanceof RuntimeException known ? known : new IllegalStateException(what + " failed", cause);
    }

    /** Returns the exception for an answer that could not be copied, mostly because there is too little memory. */
    public static PmixException unread(String what, Throwable cause) {
        int status = cause instanceof OutOfMemoryError ? PMIxConstants.PMIX_ERR_NOMEM() : PMIxConstants.PMIX_ERROR();
        PmixException failure =
                new PmixException(what + " failed: its answer could not be read: " + cause, new PmixStatus(status));
        failure.initCause(cause);
        return failure;
    }

    public static PmixException closed(String what) {
        return new PmixException.Closed(what + ": the session was closed meanwhile", new PmixStatus(INIT));
    }

    public static PmixException timeout(String what, long nanos) {
        return timeout(what, nanos, "");
    }

    /** Returns the exception for a timeout, whose message ends with a cause. */
    public static PmixException timeout(String what, long nanos, String cause) {
        return new PmixException.Timeout(
                what + " timed out after " + nanos / 1_000_000 + " ms" + cause, new PmixStatus(TIMEOUT));
    }

    public static PmixException interrupted(String what) {
        return new PmixException.Interrupted("interrupted during " + what, new PmixStatus(ERROR));
    }
}
