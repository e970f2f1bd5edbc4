// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** Requests to connect among processes whose times of day differ by ten minutes. */
class ConnectClockIT {
    private static final Key<Long> TIME = Key.of("it.time", ValueType.INT64);
    private static final Duration SHIFT = Duration.ofMinutes(10);

    @TempDir
    Path work;

    /** Rank 0 asks; rank 1 is notified at once, rank 2 learns of the request when it registers a listener later. */
    static final class Rank {
        private static FenceRequest others(Pmix pmix) {
            return FenceRequest.of(pmix.job().member(1), pmix.job().member(2));
        }

        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
                int rank = pmix.self().rank();
                pmix.put(Scope.GLOBAL, TIME, System.currentTimeMillis());
                pmix.commit();
                BlockingQueue<ConnectRequested> requests = new LinkedBlockingQueue<>();
                if (rank == 1) {
                    pmix.connections().onRequest(requests::add);
                }
                pmix.fence();
                ConnectRequest request = ConnectRequest.builder()
                        .members(ProcId.all(pmix.self().nspace()))
                        .notifyRequest()
                        .build();
                if (rank > 0) {
                    long zero = pmix.get(pmix.job().member(0), TIME);
                    boolean differs = Math.abs(zero - System.currentTimeMillis()) > SHIFT.toMillis() / 2;
                    if (rank == 2) {
                        pmix.fence(others(pmix));
                        pmix.connections().onRequest(requests::add);
                    }
                    request = Await.next(requests).request();
                    if (rank == 1) {
                        pmix.fence(others(pmix));
                    }
                    assertThat(request.timeout().orElseThrow()).isLessThanOrEqualTo(LIMIT);
                    System.out.println(rank + ": asked; the time of day differs: " + differs);
                }
                try (Connection connection = pmix.connections().connect(request)) {
                    connection.disconnect();
                }
                System.out.println(rank + ": disconnected");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "3, false"})
    void aRequestIsReceived(int nodes, boolean senderIsAhead) throws Exception {
        Launched.needsLauncher();
        Path clock = work.resolve("libclock.so");
        CCode.compile(work, "-shared", "-fPIC", "-o", clock.toString(), CCode.source("shifted-clock.c"), "-ldl");
        List<String> shifted = new ArrayList<>(List.of("env", "LD_PRELOAD=" + clock));
        shifted.addAll(Launched.java(Rank.class));
        List<String> plain = Launched.java(Rank.class);
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", "1"));
        command.addAll(senderIsAhead ? shifted : plain);
        command.addAll(List.of(":", "-n", "2"));
        command.addAll(senderIsAhead ? plain : shifted);
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output())
                .contains("1: asked; the time of day differs: true")
                .contains("2: asked; the time of day differs: true")
                .contains("0: disconnected")
                .contains("1: disconnected")
                .contains("2: disconnected");
    }
}
