// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;

/** The information of all members of a group, which the server sends each of them in one message. */
class GroupInfoSizeIT {
    private static final Key<byte[]> BYTES = Key.of("it.bytes", ValueType.BYTES);

    /** Random, because libpmix compresses others. */
    private static GroupRequest with(GroupRequest.Builder request, int megabytes) {
        byte[] bytes = new byte[megabytes << 20];
        new Random(megabytes).nextBytes(bytes);
        return request.info(BYTES, bytes).build();
    }

    private static void assertLimited(Pmix pmix, GroupRequest large, GroupRequest fits) {
        List<ProcId> all = pmix.job().members();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().construct(large))
                .withMessageContaining(large.id())
                .withMessageContaining("each of the 4 members");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().constructAsync(large))
                .withMessageContaining("each of the 4 members");
        Group group = pmix.groups().construct(fits);
        for (ProcId member : all) {
            assertThat(group.info(member, BYTES))
                    .hasValueSatisfying(bytes -> assertThat(bytes).hasSize(7 << 20));
        }
        group.destruct();
        Jobs.useGroup(pmix, fits.id(), all);
    }

    /** Each alone could be sent. */
    @PmixTest(ranks = 4)
    void sumIsLimited(Pmix pmix) {
        assertLimited(pmix, with(Jobs.all(pmix, "it-large"), 9), with(Jobs.all(pmix, "it-large"), 7));
    }

    /** The leaders do not know each other, but how many they are. */
    @Tag("slow")
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void sumOfABootstrapIsLimited(Pmix pmix) {
        assertLimited(
                pmix,
                with(GroupRequest.named("it-leaders").bootstrap(4), 9),
                with(GroupRequest.named("it-leaders").bootstrap(4), 7));
    }
}
