package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pmixj.Pmix;
import org.pmixj.junit.PmixTest;

class MainTest {
    @PmixTest(
            ranks = 3,
            nodes = {1, 2}) // on this machine, and on two simulated nodes
    void everyRankGetsTheSum(Pmix pmix) {
        assertEquals(0 + 1 + 2, Main.sum(pmix, pmix.self().rank()));
    }
}
