// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.junit.PmixTest;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/**
 * The server drops the connection of a process that sends more than 32 MiB in one message, and PRRTE ends its job. Such
 * a request is refused before, whatever part of it is too large. For put see DataExchangeIT.
 */
class RequestSizeIT {
    private static final Key<Integer> KEY = Key.of("it.size", ValueType.INT);
    private static final int TOO_MANY = (32 << 20) / 256;

    private static void assertRefused(ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining("more than the");
    }

    /** Many long ones, because the name alone is bounded. */
    private static List<ProcId> processes() {
        String nspace = "n".repeat(255);
        List<ProcId> processes = new ArrayList<>(TOO_MANY);
        for (int i = 0; i < TOO_MANY; i++) {
            processes.add(new ProcId(nspace, i));
        }
        return processes;
    }

    private static Key<?>[] keys() {
        Key<?>[] keys = new Key<?>[TOO_MANY / 2];
        String rest = "k".repeat(505);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Key.of(i + rest, ValueType.INT);
        }
        return keys;
    }

    private static SpawnRequest spawn(App app) {
        return SpawnRequest.builder().apps(app).withoutFileCheck().build();
    }

    @PmixTest(ranks = 2, alone = true)
    void whatIsTooLargeIsRefused(Pmix pmix) {
        pmix.fence();
        if (pmix.self().rank() == 0) {
            String huge = "x".repeat(32 << 20);
            Info info = Info.of(Key.of("it.huge", ValueType.STRING), huge);
            Attributes attributes = Attributes.of(List.of(info));
            ProcId peer = pmix.job().member(1);

            Key<?>[] keys = keys();
            assertRefused(() -> pmix.directory().lookup(LookupRequest.of(keys)));
            assertRefused(() -> pmix.directory().lookup(LookupRequest.of(KEY).withDirectives(attributes)));
            assertRefused(() -> pmix.directory().unpublish(UnpublishRequest.of(keys)));
            assertRefused(
                    () -> pmix.directory().unpublish(UnpublishRequest.of(KEY).withDirectives(attributes)));
            Attributes reserved = Attributes.of(Keys.HOSTNAME, huge);
            assertRefused(() -> pmix.directory()
                    .publish(PublishRequest.builder()
                            .value(KEY, 1)
                            .directives(reserved)
                            .build()));

            assertRefused(() -> pmix.processes()
                    .spawn(spawn(App.named("true").attributes(attributes).build())));
            assertRefused(() ->
                    pmix.processes().spawn(spawn(new App(huge, List.of("x"), List.of(), null, 1, Attributes.none()))));
            assertRefused(() -> pmix.processes().abort(1, huge, List.of(peer)));
            assertRefused(() -> pmix.processes().abort(1, "", processes()));
            assertRefused(() -> pmix.processes().resolvePeers(huge, null));

            GetOptions options = GetOptions.defaults().immediate().withQualifiers(attributes);
            assertRefused(() -> pmix.get(peer, KEY, options));
            assertRefused(() -> pmix.fence(FenceRequest.of(
                    Stream.concat(processes().stream(), Stream.of(pmix.self())).toList())));

            assertThat(pmix.queries().namespaces()).contains(pmix.self().nspace());
        }
        pmix.fence();
    }
}
