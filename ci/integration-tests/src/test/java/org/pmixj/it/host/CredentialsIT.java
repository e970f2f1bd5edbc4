// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.host.Credentials;
import org.pmixj.host.RequestOptions;
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
                .isThrownBy(() -> credentials.get())
                .satisfies(e -> assertThat(e.status()).isEqualTo(new PmixStatus(-47)))
                .withMessageContaining("; neither can be asked for it here, PRRTE or its libpmix: see capabilities()");
        RequestOptions munge = RequestOptions.of(Keys.CRED_TYPE, "munge").withTimeout(LIMIT);
        assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(() -> credentials.get(munge));
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> credentials.getAsync().join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        byte[] forged = {1, 2, 3};
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> credentials.validate(forged))
                .satisfies(e -> assertThat(e.status()).isEqualTo(new PmixStatus(-47)))
                .withMessageContaining("; neither can be asked for it here, PRRTE or its libpmix: see capabilities()");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> credentials.validateAsync(forged).join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        pmix.fence();
    }

    private static void badOnesAreRefused(Pmix pmix) {
        Credentials credentials = pmix.credentials();
        assertThatIllegalArgumentException().isThrownBy(() -> credentials.validate(new byte[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> credentials.validateAsync(new byte[33 << 20]))
                .withMessageContaining("more than");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestOptions.defaults().withTimeout(Duration.ZERO));
        Pmix closed = Pmix.init();
        Credentials late = closed.credentials();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::credentials);
        assertThatIllegalStateException().isThrownBy(() -> late.getAsync());
    }
}
