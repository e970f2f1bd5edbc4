// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Has the test that the README of pmixj-junit shows. Surefire runs it in a project by its name; here {@link MyIT} does. */
final class Readme {
    private Readme() {}

    static class MyTest {
        @PmixTest(
                ranks = 4,
                nodes = {1, 2}) // once on this machine and once on two simulated nodes
        void everybodyIsThere(Pmix pmix) {
            Group group = group(pmix, "mytest-there"); // every rank runs this
            assertEquals(4, group.exchange(ValueType.INT32, group.rank()).size());
            group.destruct();
        }

        @PmixTest(ranks = 3, recoverable = true, killed = 2)
        void survivorsCarryOn(Pmix pmix, RankContext context) throws InterruptedException {
            Group group = group(pmix, "mytest-survivors");
            if (context.rank() == 2) {
                context.await("ready", 0, 1); // until the other two have reached it
                context.killSelf();
            }
            context.reached("ready");
            assertThrows(PmixException.MemberLost.class, () -> group.exchange(ValueType.INT32, context.rank()));
            assertEquals(2, group.exchange(ValueType.INT32, context.rank()).size());
            group.destruct();
        }

        private static Group group(Pmix pmix, String name) {
            return pmix.groups()
                    .construct(GroupRequest.named(name)
                            .members(pmix.job().members())
                            .notifyTermination()
                            .build());
        }
    }
}
