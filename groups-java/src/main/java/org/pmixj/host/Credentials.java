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
     * @param directives the directives, such as {@code Keys.CRED_TYPE}; none for a credential of any type
     */
    byte[] get(Attributes directives);

    /**
     * {@return a future of {@link #get(Attributes)}, completed with the credential}
     *
     * @param directives the directives
     */
    CompletableFuture<byte[]> getAsync(Attributes directives);

    /**
     * {@return what is known of the process that a credential belongs to ({@code PMIx_Validate_credential_nb}), such as
     * its user ({@code Keys.USERID})}
     *
     * @param credential the result of {@link #get} in any process
     * @param directives the directives
     * @throws IllegalArgumentException if the credential is empty, or larger than libpmix can send
     * @throws PmixException if it is not valid
     */
    Attributes validate(byte[] credential, Attributes directives);

    /**
     * {@return a future of {@link #validate(byte[], Attributes)}, completed with what is known of the process}
     *
     * @param credential the result of {@link #get} in any process
     * @param directives the directives
     */
    CompletableFuture<Attributes> validateAsync(byte[] credential, Attributes directives);
}
