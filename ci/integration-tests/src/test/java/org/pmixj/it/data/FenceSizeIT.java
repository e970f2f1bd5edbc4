// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
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
    @Tag("slow")
    @PmixTest(ranks = 4, nodes = 3, alone = true, timeLimit = 600)
    void sumIsLimitedAcrossNodes(Pmix pmix) {
        List<ProcId> all = pmix.job().members();
        ProcId next = all.get((pmix.self().rank() + 1) % all.size());
        pmix.put(Scope.GLOBAL, BYTES, bytes(11));
        pmix.commit();
        pmix.fence(FenceRequest.ofJob().withTimeout(PATIENCE));
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-large-fence").timeout(PATIENCE).build());
        pmix.put(Scope.GLOBAL, MORE, bytes(15));
        pmix.commit();
        assertThatIllegalArgumentException()
                .isThrownBy(pmix::fence)
                .withMessageContaining("each of the 4 participants")
                .withMessageContaining("withoutData()");
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
                        .construct(GroupRequest.named("it-leaders").bootstrap(4).build()))
                .withMessageContaining("each of the 4 participants");
        pmix.fence(FenceRequest.ofJob().withoutData().withTimeout(PATIENCE));
        assertThat(pmix.get(next, BYTES)).hasSize(11 << 20);
        assertThat(pmix.get(next, MORE)).isEqualTo(bytes(15));
        group.destruct();
        pmix.fence(FenceRequest.ofJob().withoutData().withTimeout(PATIENCE));
    }

    /**
     * libpmix drops the connection of a process that sends more at once. On one node the values of all are not sent in
     * one message, so their sum has no limit.
     */
    @PmixTest(ranks = 2, alone = true)
    void moreThanAMessageIsRefused(Pmix pmix) {
        Key<byte[]> first = Key.of("it.first", ValueType.BYTES);
        Key<byte[]> second = Key.of("it.second", ValueType.BYTES);
        byte[] large = new byte[15 << 20];
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.put(Scope.GLOBAL, first, new byte[16 << 20]))
                .withMessageContaining("in one commit");
        pmix.put(Scope.GLOBAL, first, large);
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.put(Scope.LOCAL, second, large));
        // In place of the value before, and not sent at all: neither counts.
        pmix.put(Scope.GLOBAL, first, large);
        pmix.put(Scope.INTERNAL, Key.of("it.own", ValueType.BYTES), large);
        pmix.commit();
        pmix.put(Scope.GLOBAL, second, large);
        pmix.commit();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.put(Scope.LOCAL, Key.of("it.third", ValueType.BYTES), large))
                .withMessageContaining("the values of this process");
        pmix.fence();
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-large-fence").build());
        group.fence();
        assertThat(pmix.get(other, first)).hasSize(large.length);
        assertThat(pmix.get(other, second)).hasSize(large.length);
        group.destruct();
    }
}
