// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.PmixTest;

/** The values that a fence collects: across nodes they travel in one message. */
class FenceSizeIT {
    private static final Key<byte[]> BYTES = Key.of("it.bytes", ValueType.BYTES);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Key<byte[]> MORE = Key.of("it.more", ValueType.BYTES);

    /** Random, because libpmix compresses others. */
    private static byte[] bytes(int megabytes) {
        byte[] bytes = new byte[megabytes << 20];
        new Random(megabytes).nextBytes(bytes);
        return bytes;
    }

    /** More than 60 MB pass through two daemons, which takes long on a busy machine. */
    @PmixTest(
            ranks = 4,
            nodes = {1, 3},
            timeLimit = 600)
    void sumIsLimitedAcrossNodes(Pmix pmix) {
        List<ProcId> all = pmix.job().members();
        ProcId next = all.get((pmix.self().rank() + 1) % all.size());
        pmix.put(Scope.GLOBAL, BYTES, bytes(11));
        pmix.commit();
        pmix.fence(FenceRequest.builder().timeout(PATIENCE).build());
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-large-fence").timeout(PATIENCE).build());
        pmix.put(Scope.GLOBAL, MORE, bytes(15));
        pmix.commit();
        if (pmix.job().nodes().size() == 1) {
            pmix.fence(FenceRequest.builder().timeout(PATIENCE).build());
            group.fence(CollectiveOptions.within(PATIENCE));
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(pmix::fence)
                    .withMessageContaining("each of the 4 participants")
                    .withMessageContaining("collectData(false)");
            assertThatIllegalArgumentException()
                    .isThrownBy(pmix::fenceAsync)
                    .withMessageContaining("each of the 4 participants");
            assertThatIllegalArgumentException()
                    .isThrownBy(group::fence)
                    .withMessageContaining("it-large-fence")
                    .withMessageContaining("each of the 4 participants");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Jobs.useGroup(pmix, "it-collected", all))
                    .withMessageContaining("it-collected")
                    .withMessageContaining("each of the 4 participants");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pmix.groups()
                            .construct(GroupRequest.named("it-leaders")
                                    .bootstrap(4)
                                    .build()))
                    .withMessageContaining("each of the 4 participants");
            pmix.fence(
                    FenceRequest.builder().collectData(false).timeout(PATIENCE).build());
        }
        assertThat(pmix.get(next, BYTES)).hasSize(11 << 20);
        assertThat(pmix.get(next, MORE)).isEqualTo(bytes(15));
        group.destruct();
        pmix.fence(FenceRequest.builder().collectData(false).timeout(PATIENCE).build());
    }
}
