// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.host.Credentials;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;

/** PRRTE and the libpmix of the container have no credentials, and say so. */
class CredentialsIT {
    @Smoke
    @PmixTest(ranks = 2)
    void credentials(Pmix pmix) {
        thereAreNone(pmix);
        badOnesAreRefused(pmix);
        pmix.fence();
    }

    private static void thereAreNone(Pmix pmix) {
        Credentials credentials = pmix.credentials();
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> credentials.get(Attributes.none()))
                .satisfies(e -> assertThat(e.status()).isEqualTo(new PmixStatus(-47)))
                .withMessageContaining("; neither can be asked for it here, PRRTE or its libpmix: see capabilities()");
        Credentials patient = pmix.with(LIMIT).credentials();
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> patient.get(Attributes.of(Keys.CRED_TYPE, "munge")));
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> credentials.getAsync(Attributes.none()).join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        byte[] forged = {1, 2, 3};
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> credentials.validate(forged, Attributes.none()))
                .satisfies(e -> assertThat(e.status()).isEqualTo(new PmixStatus(-47)))
                .withMessageContaining("; neither can be asked for it here, PRRTE or its libpmix: see capabilities()");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() ->
                        credentials.validateAsync(forged, Attributes.none()).join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        pmix.fence();
    }

    private static void badOnesAreRefused(Pmix pmix) {
        Credentials credentials = pmix.credentials();
        assertThatIllegalArgumentException().isThrownBy(() -> credentials.validate(new byte[0], Attributes.none()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> credentials.validateAsync(new byte[33 << 20], Attributes.none()))
                .withMessageContaining("more than");
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.with(Duration.ZERO));
        Pmix closed = Pmix.init();
        Credentials late = closed.credentials();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::credentials);
        assertThatIllegalStateException().isThrownBy(() -> late.getAsync(Attributes.none()));
    }
}
