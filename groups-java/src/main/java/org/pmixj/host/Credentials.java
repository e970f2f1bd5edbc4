// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.PmixException;

/**
 * Credentials of this process and of others (PMIx Standard, Security). Obtained from
 * {@link org.pmixj.Pmix#credentials()}.
 *
 * <pre>{@code
 * byte[] credential = pmix.credentials().get();
 * // another process:
 * Attributes identity = pmix.credentials().validate(credential);
 * }</pre>
 *
 * <p>PRRTE 5.0.0rc1 as Debian packages it gives none: everything here is {@link PmixException.NotSupported}.
 *
 * <p>What every method throws, and every future is completed with: {@link PmixException.NotSupported} if neither the
 * host nor libpmix has credentials; {@link PmixException.Timeout} if there was no answer within the bound, the default
 * of the handle where none is given; {@link IllegalStateException} at once if the handle is closed, and from the
 * blocking forms if this is libpmix's progress thread.
 */
public interface Credentials {
    /**
     * A credential of this process, of whatever type there is ({@code PMIx_Get_credential_nb}).
     *
     * @return its bytes, which mean something to {@link #validate} alone
     */
    byte[] get();

    /**
     * A credential of this process.
     *
     * @param directives what is wanted, such as {@code Keys.CRED_TYPE}
     * @param timeout more than zero
     * @return its bytes
     */
    byte[] get(Attributes directives, Duration timeout);

    /**
     * As {@link #get()}, without waiting.
     *
     * @return completed with the credential
     */
    CompletableFuture<byte[]> getAsync();

    /**
     * As {@link #get(Attributes, Duration)}, without waiting.
     *
     * @param directives what is wanted
     * @param timeout more than zero
     * @return completed with the credential
     */
    CompletableFuture<byte[]> getAsync(Attributes directives, Duration timeout);

    /**
     * Finds out whose credential it is ({@code PMIx_Validate_credential_nb}).
     *
     * @param credential what {@link #get} returned in some process
     * @return what is known of that process, such as its user ({@code Keys.USERID})
     * @throws IllegalArgumentException if it is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    Attributes validate(byte[] credential);

    /**
     * Finds out whose credential it is.
     *
     * @param credential what {@link #get} returned in some process
     * @param directives what is expected
     * @param timeout more than zero
     * @return what is known of that process
     * @throws IllegalArgumentException if it is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    Attributes validate(byte[] credential, Attributes directives, Duration timeout);

    /**
     * As {@link #validate(byte[])}, without waiting.
     *
     * @param credential what {@link #get} returned in some process
     * @return completed with what is known of that process
     * @throws IllegalArgumentException if it is empty, or larger than libpmix can send
     */
    CompletableFuture<Attributes> validateAsync(byte[] credential);

    /**
     * As {@link #validate(byte[], Attributes, Duration)}, without waiting.
     *
     * @param credential what {@link #get} returned in some process
     * @param directives what is expected
     * @param timeout more than zero
     * @return completed with what is known of that process
     * @throws IllegalArgumentException if it is empty, or larger than libpmix can send
     */
    CompletableFuture<Attributes> validateAsync(byte[] credential, Attributes directives, Duration timeout);
}
