// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.collectives.ArrayReduction;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Consensus;
import org.pmixj.collectives.Mesh;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"})
final class CollectivesSnippets {
    void collectives(Group group, byte[] settings, double residual, int rows) {
        // @start region="collectives"
        Collectives collectives = Collectives.of(group);
        byte[] ofRoot = collectives.broadcast(0, ValueType.BYTES, group.rank() == 0 ? settings : null);
        double largest = collectives.allReduce(ValueType.DOUBLE_BITS, residual, Reductions.max());
        collectives
                .allReduceAsync(ValueType.INT64, (long) rows, Reductions.sum())
                .thenAccept(sum -> System.out.println(sum + " rows"));
        // @end
    }

    void arrays(Collectives collectives, double[] forces, int[] counts) {
        // @start region="arrays"
        double[] total = collectives.allReduce(forces, ArrayReduction.SUM);
        int[] bits = collectives.allReduce(counts, (one, other) -> one | other);
        // @end
    }

    void consensus(Pmix pmix, Group group, BooleanSupplier iterate) {
        // @start region="consensus"
        Consensus consensus = Consensus.open(pmix, group, Duration.ofSeconds(30));
        boolean succeeded;
        try {
            succeeded = iterate.getAsBoolean(); // operations of the group
        } catch (PmixException.MemberLost e) {
            group.revoke(); // the others may wait for this process
            succeeded = false;
        } catch (PmixException.Revoked e) {
            succeeded = false;
        }
        Consensus.Decision decision = consensus.agree(succeeded);
        // All that are left have the same decision: to go on, or to construct a group without decision.departed().
        // @end
    }

    void mesh(Group group, ByteBuffer data) throws IOException {
        // @start region="mesh"
        try (Mesh mesh = Mesh.open(group, Duration.ofSeconds(30))) {
            SocketChannel next = mesh.connect((group.rank() + 1) % group.size());
            next.write(data);
        }
        // @end
    }
}
