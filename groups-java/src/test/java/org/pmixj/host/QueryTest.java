// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.value.Query;

class QueryTest {
    private static final Key<String> A = Key.of("a", ValueType.STRING);
    private static final Key<Integer> B = Key.of("b", ValueType.INT);

    @Test
    void isBuiltOfKeysAndQualifiers() {
        Query keys = Query.of(A, B);
        Query query = keys.qualifier(B, 3).qualifiers(Attributes.of(A, "x"));
        assertThat(query.keys()).containsExactly("a", "b");
        assertThat(query.qualifiers().get(B)).contains(3);
        assertThat(query.qualifiers().get(A)).contains("x");
        assertThat(keys.qualifiers().isEmpty()).isTrue();
    }

    @Test
    void refusesWhatIsNoQuestion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Query(List.of(), Attributes.none()))
                .withMessageContaining("needs a key");
        assertThatIllegalArgumentException().isThrownBy(() -> new Query(List.of("a\0b"), Attributes.none()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Query(List.of(""), Attributes.none()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Query(List.of("x".repeat(512)), Attributes.none()));
        assertThatNullPointerException().isThrownBy(() -> new Query(Arrays.asList("a", null), Attributes.none()));
        List<String> keys = new ArrayList<>(List.of("a"));
        Query query = new Query(keys, Attributes.none());
        keys.add("b");
        assertThat(query.keys()).containsExactly("a");
    }

    @Test
    void theAnswerTellsWhatIsMissing() {
        QueryResult result = new QueryResult(Attributes.of(B, 7), Map.of("a", new PmixStatus(-47)));
        assertThat(result.get(B)).contains(7);
        assertThat(result.get(A)).isEmpty();
        assertThat(result.isComplete()).isFalse();
        assertThat(new QueryResult(Attributes.of(B, 7), Map.of()).isComplete()).isTrue();
    }
}
