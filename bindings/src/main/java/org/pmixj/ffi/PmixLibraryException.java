// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

/** libpmix cannot be used in this process; the message says why and what to do about it. */
public final class PmixLibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PmixLibraryException(String message) {
        super(message);
    }

    PmixLibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
