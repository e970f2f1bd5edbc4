// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.directory.Directory;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;

/** The record of the last size change, in a directory that is played here. */
class TurnRecordsTest {
    private final Map<String, Info> published = new HashMap<>();
    private boolean endsBeforePublishing;

    private final TurnRecords records = new TurnRecords((Directory) Proxy.newProxyInstance(
            Directory.class.getClassLoader(),
            new Class<?>[] {Directory.class},
            (_, method, arguments) -> switch (method.getName()) {
                case "publish" -> publish((PublishRequest) arguments[0]);
                case "unpublish" -> unpublish((Key<?>[]) arguments[0]);
                default -> lookup((LookupRequest) arguments[0]);
            }));

    private Object publish(PublishRequest request) {
        if (endsBeforePublishing) {
            throw new IllegalStateException("the process has ended");
        }
        for (Info info : request.values()) {
            if (published.putIfAbsent(info.key(), info) != null) {
                throw new PmixException.Exists(info.key(), Statuses.ERR_EXISTS);
            }
        }
        return null;
    }

    private Object unpublish(Key<?>... keys) {
        for (Key<?> key : keys) {
            published.remove(key.name());
        }
        return null;
    }

    private Lookup lookup(LookupRequest request) {
        if (request.keys().stream().noneMatch(key -> published.containsKey(key.name()))) {
            throw new PmixException.NotFound("none is published", Statuses.ERR_NOT_FOUND);
        }
        return (Lookup) Proxy.newProxyInstance(
                Lookup.class.getClassLoader(),
                new Class<?>[] {Lookup.class},
                (_, _, arguments) -> find((Key<?>) arguments[0]));
    }

    private <T> Optional<T> find(Key<T> key) {
        return Attributes.of(List.copyOf(published.values())).get(key);
    }

    @Test
    void aProcessThatEndsWhileItNamesTheLastChangeLosesNone() {
        assertThat(records.last()).isEqualTo(-1);
        for (long number = 0; number < 6; number++) {
            endsBeforePublishing = true;
            long next = number;
            assertThatIllegalStateException().isThrownBy(() -> records.nameLast(next));
            assertThat(records.last()).isEqualTo(number - 1);
            endsBeforePublishing = false;
            records.nameLast(number);
            assertThat(records.last()).isEqualTo(number);
        }
        assertThat(published).hasSize(2);
    }

    /** If two name the last change at the same time, either serves. */
    @Test
    void anOlderChangeThatIsNamedLaterDoesNotCount() {
        records.nameLast(7);
        records.nameLast(8);
        records.nameLast(7);
        assertThat(records.last()).isIn(7L, 8L);
        records.nameLast(9);
        assertThat(records.last()).isEqualTo(9);
        assertThat(Set.copyOf(published.keySet())).hasSize(2);
    }
}
