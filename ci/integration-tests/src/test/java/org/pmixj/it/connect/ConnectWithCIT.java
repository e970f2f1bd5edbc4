// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** A connection of processes in Java and one in C, which follows the request to connect with libpmix alone. */
class ConnectWithCIT {
    private static final Key<String> CARD = Key.of("it.card", ValueType.STRING);

    @TempDir
    Path work;

    /** Ranks 0 and 1; rank 2 is in C. */
    static final class InJava {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
                ConnectRequest.Builder request =
                        ConnectRequest.builder().members(ProcId.all(pmix.self().nspace()));
                if (pmix.self().rank() == 0) {
                    request.notifyRequest();
                }
                try (Connection connection = pmix.connections().connect(request.build())) {
                    pmix.put(Scope.GLOBAL, CARD, "card " + connection.rank());
                    pmix.commit();
                    connection.fence();
                    connection.disconnect();
                }
                System.out.println("java " + pmix.self().rank() + ": disconnected");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aProcessInCFollowsARequest(int nodes) throws Exception {
        Launched.needsLauncher();
        Path program = work.resolve("connect-rank");
        CCode.compile(work, "-pthread", "-o", program.toString(), CCode.source("connect-rank.c"));
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes)));
        command.addAll(List.of("-n", "2"));
        command.addAll(Launched.java(InJava.class));
        command.addAll(List.of(":", "-n", "1", program.toString()));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("connect-rank: one of 3")
                .contains("connect-rank: rank 0 has card 0")
                .contains("connect-rank: disconnected")
                .contains("java 0: disconnected")
                .contains("java 1: disconnected");
    }
}
