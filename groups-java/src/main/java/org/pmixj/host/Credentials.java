// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;

/**
 * Creates and validates credentials (PMIx Standard, Security). {@link org.pmixj.Pmix#credentials()} returns it.
 *
 * {@snippet file="HostSnippets.java" region="credentials"}
 *
 * <p>Every method can fail with {@link PmixException.NotSupported} if neither the host nor libpmix implements
 * credentials, as with the Debian package of PRRTE 5.0.0rc1, and with {@link PmixException.Timeout} if there was no
 * answer in time. Both also complete the futures.
 */
public interface Credentials {
    /**
     * {@return a credential of this process, for {@link #validate} ({@code PMIx_Get_credential_nb})}
     *
     * @param options the directives, such as {@code Keys.CRED_TYPE}, and the timeout
     */
    byte[] get(RequestOptions options);

    /** {@return a credential of this process, of any type, as {@link #get(RequestOptions)}} */
    default byte[] get() {
        return get(RequestOptions.defaults());
    }

    /**
     * {@return a future of {@link #get(RequestOptions)}, completed with the credential}
     *
     * @param options the directives and the timeout
     */
    CompletableFuture<byte[]> getAsync(RequestOptions options);

    /** {@return the future of a {@link #get()} that is started without waiting} */
    default CompletableFuture<byte[]> getAsync() {
        return getAsync(RequestOptions.defaults());
    }

    /**
     * {@return what is known of the process that a credential belongs to ({@code PMIx_Validate_credential_nb}), such as
     * its user ({@code Keys.USERID})}
     *
     * @param credential the result of {@link #get} in any process
     * @param options the directives and the timeout
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    Attributes validate(byte[] credential, RequestOptions options);

    /**
     * {@return the result of {@link #validate(byte[], RequestOptions)} without directives}
     *
     * @param credential the result of {@link #get} in any process
     */
    default Attributes validate(byte[] credential) {
        return validate(credential, RequestOptions.defaults());
    }

    /**
     * {@return a future of {@link #validate(byte[], RequestOptions)}, completed with what is known of the process}
     *
     * @param credential the result of {@link #get} in any process
     * @param options the directives and the timeout
     */
    CompletableFuture<Attributes> validateAsync(byte[] credential, RequestOptions options);

    /**
     * {@return the future of a {@link #validate(byte[])} that is started without waiting}
     *
     * @param credential the result of {@link #get} in any process
     */
    default CompletableFuture<Attributes> validateAsync(byte[] credential) {
        return validateAsync(credential, RequestOptions.defaults());
    }
}
