// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
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

    private static GroupRequest request(Pmix pmix, int megabytes) {
        return Jobs.all(pmix, "it-large").info(BYTES, new byte[megabytes << 20]).build();
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void sumIsLimited(Pmix pmix) {
        List<ProcId> all = pmix.job().members();
        // Each alone could be sent.
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().construct(request(pmix, 9)))
                .withMessageContaining("it-large")
                .withMessageContaining("each of the 4 members");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.groups().constructAsync(request(pmix, 9)))
                .withMessageContaining("each of the 4 members");
        Group group = pmix.groups().construct(request(pmix, 7));
        for (ProcId member : all) {
            assertThat(group.info(member, BYTES))
                    .hasValueSatisfying(bytes -> assertThat(bytes).hasSize(7 << 20));
        }
        group.destruct();
        Jobs.useGroup(pmix, "it-large", all);
    }
}
