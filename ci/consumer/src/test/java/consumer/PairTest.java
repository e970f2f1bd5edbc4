// SPDX-License-Identifier: Apache-2.0
package consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pmixj.Pmix;
import org.pmixj.junit.PmixTest;

class PairTest {
    @PmixTest(ranks = 2)
    void bothAreThere(Pmix pmix) {
        assertEquals(2, pmix.job().members().size());
    }
}
