// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;

/**
 * Creates and validates credentials (PMIx Standard, Security). Obtained from {@link org.pmixj.Pmix#credentials()}.
 *
 * {@snippet file="HostSnippets.java" region="credentials"}
 *
 * <p>PRRTE 5.0.0rc1 as Debian packages it gives none: everything here is {@link PmixException.NotSupported}.
 *
 * <p>What every method throws, and every future is completed with: {@link PmixException.NotSupported} if neither the
 * host nor libpmix has credentials; {@link PmixException.Timeout} if there was no answer within the timeout, the
 * default of the handle where none is given; {@link IllegalStateException} at once if the handle is closed, and from
 * the blocking forms if this is libpmix's progress thread.
 */
public interface Credentials {
    /**
     * Returns a credential of this process ({@code PMIx_Get_credential_nb}).
     *
     * @param options what is requested, such as {@code Keys.CRED_TYPE}, and the timeout
     * @return its bytes, which only {@link #validate} understands
     */
    byte[] get(RequestOptions options);

    /**
     * Returns a credential of this process, of any type.
     *
     * @return its bytes, which only {@link #validate} understands
     */
    default byte[] get() {
        return get(RequestOptions.defaults());
    }

    /**
     * Starts {@link #get(RequestOptions)} without waiting.
     *
     * @param options what is requested, and the timeout
     * @return completed with the credential
     */
    CompletableFuture<byte[]> getAsync(RequestOptions options);

    /**
     * Starts {@link #get()} without waiting.
     *
     * @return completed with the credential
     */
    default CompletableFuture<byte[]> getAsync() {
        return getAsync(RequestOptions.defaults());
    }

    /**
     * Returns whose credential it is ({@code PMIx_Validate_credential_nb}).
     *
     * @param credential what {@link #get} returned in some process
     * @param options what is expected, and the timeout
     * @return what is known of that process, such as its user ({@code Keys.USERID})
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    Attributes validate(byte[] credential, RequestOptions options);

    /**
     * Returns whose credential it is.
     *
     * @param credential what {@link #get} returned in some process
     * @return what is known of that process, such as its user ({@code Keys.USERID})
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    default Attributes validate(byte[] credential) {
        return validate(credential, RequestOptions.defaults());
    }

    /**
     * Starts {@link #validate(byte[], RequestOptions)} without waiting.
     *
     * @param credential what {@link #get} returned in some process
     * @param options what is expected, and the timeout
     * @return completed with what is known of that process
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     */
    CompletableFuture<Attributes> validateAsync(byte[] credential, RequestOptions options);

    /**
     * Starts {@link #validate(byte[])} without waiting.
     *
     * @param credential what {@link #get} returned in some process
     * @return completed with what is known of that process
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     */
    default CompletableFuture<Attributes> validateAsync(byte[] credential) {
        return validateAsync(credential, RequestOptions.defaults());
    }
}
