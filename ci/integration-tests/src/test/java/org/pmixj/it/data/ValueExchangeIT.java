// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.it.support.Boundaries;
import org.pmixj.junit.PmixTest;

/** Values of every type from a rank to one on another node, and what cannot be sent. */
class ValueExchangeIT {
    private static Key<PmixValue> key(Object name) {
        return Key.of("it.value." + name, ValueType.ANY);
    }

    @PmixTest(ranks = 2, nodes = 2)
    void valuesArriveOnAnotherNode(Pmix pmix) {
        everyBoundaryArrivesOnAnotherNode(pmix);
        exactNumbersArriveExactly(pmix);
        anArrayOfDifferentNumbersArrives(pmix);
    }

    @Tag("slow")
    @PmixTest(ranks = 2, alone = true)
    void whatFitsArrives(Pmix pmix) {
        whatCannotBeSharedIsRefused(pmix);
        whatCannotBeSentIsRefused(pmix);
        deepNesting(pmix);
        whatIsNestedCountsToo(pmix);
    }

    private static void everyBoundaryArrivesOnAnotherNode(Pmix pmix) {
        List<PmixValue> values = Boundaries.puttable();
        for (int i = 0; i < values.size(); i++) {
            pmix.put(Scope.GLOBAL, key(i), values.get(i));
        }
        pmix.commit();
        pmix.fence();
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        SoftAssertions all = new SoftAssertions();
        for (int i = 0; i < values.size(); i++) {
            PmixValue value = values.get(i);
            PmixValue sent = Boundaries.sent(value);
            // What a collecting fence has brought back from other nodes is asked first, the own values with it.
            PmixValue own = pmix.get(pmix.self(), key(i));
            all.check(() -> assertThat(own.equals(value) || own.equals(sent))
                    .as("own %s is %s", Boundaries.describe(value), Boundaries.describe(own))
                    .isTrue());
            PmixValue got = pmix.get(other, key(i));
            all.check(() -> assertThat(got.equals(sent))
                    .as("%s arrives as %s", Boundaries.describe(sent), Boundaries.describe(got))
                    .isTrue());
        }
        all.assertAll();
        pmix.fence();
    }

    private static void exactNumbersArriveExactly(Pmix pmix) {
        Key<Double> one = Key.of("it.exact", ValueType.DOUBLE_BITS);
        Key<double[]> many = Key.of("it.exact.many", ValueType.DOUBLES);
        Key<double[]> none = Key.of("it.exact.none", ValueType.DOUBLES);
        double[] values = {
            Math.PI, 1e-9, -0.0, Double.MIN_VALUE, -Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY
        };
        pmix.put(Scope.GLOBAL, one, Math.nextUp(Math.PI));
        pmix.put(Scope.GLOBAL, many, values);
        pmix.put(Scope.GLOBAL, none, new double[0]);
        pmix.commit();
        pmix.fence();
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        assertThat(pmix.get(other, one)).isEqualTo(Math.nextUp(Math.PI));
        assertThat(pmix.get(other, many)).containsExactly(values);
        assertThat(pmix.get(other, none)).isEmpty();
        assertThat(pmix.get(other, Key.of(many.name(), ValueType.BYTES))).hasSize(8 * values.length);
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> pmix.get(other, Key.of(one.name(), ValueType.DOUBLES)));
        pmix.fence();
    }

    /** A value that crashes its reader on another node cannot be put, but can still be constructed. */
    private static void whatCannotBeSharedIsRefused(Pmix pmix) {
        int refused = 0;
        for (PmixValue value : Boundaries.values()) {
            if (!Boundaries.isPuttable(value)) {
                refused++;
                assertThatIllegalArgumentException()
                        .as(Boundaries.describe(value))
                        .isThrownBy(() -> pmix.put(Scope.GLOBAL, key(0), value))
                        .withMessageContaining("would crash");
            }
        }
        assertThat(refused).isGreaterThan(10);
        pmix.commit();
        pmix.fence();
    }

    /** Numbers of different types can be shared as they are. */
    private static void anArrayOfDifferentNumbersArrives(Pmix pmix) {
        PmixValue numbers = new PmixValue.Array(
                DataType.VALUE,
                List.of(
                        new PmixValue.UInt(DataType.UINT64, -1),
                        new PmixValue.Int(DataType.INT8, -1),
                        new PmixValue.Bool(true),
                        new PmixValue.Real(DataType.DOUBLE, 0.5),
                        new PmixValue.Status(new PmixStatus(-1)),
                        new PmixValue.Time(Instant.EPOCH),
                        new PmixValue.TimeVal(Duration.ofSeconds(1, 1000))));
        pmix.put(Scope.GLOBAL, key("numbers"), numbers);
        pmix.commit();
        pmix.fence();
        assertThat(pmix.get(pmix.job().member(1 - pmix.self().rank()), key("numbers")))
                .isEqualTo(numbers);
        pmix.fence();
    }

    private static void whatCannotBeSentIsRefused(Pmix pmix) {
        for (PmixValue value : Boundaries.refused()) {
            assertThatIllegalArgumentException()
                    .as(Boundaries.describe(value))
                    .isThrownBy(() -> pmix.put(Scope.GLOBAL, key(0), value));
        }
        pmix.commit();
        pmix.fence();
    }

    /** The deepest nesting goes through commit, fence and get. A deeper one cannot be constructed. */
    private static void deepNesting(Pmix pmix) {
        PmixValue deep = new PmixValue.Bool(true);
        DataType type = DataType.BOOL;
        for (int i = 0; i < PmixValue.Array.MAX_DEPTH; i++) {
            deep = new PmixValue.Array(type, List.of(deep));
            type = DataType.DATA_ARRAY;
        }
        PmixValue deepest = deep;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PmixValue.Array(DataType.DATA_ARRAY, List.of(deepest)))
                .withMessageContaining("nested deeper than 64");
        pmix.put(Scope.GLOBAL, key("deep"), deepest);
        pmix.commit();
        pmix.fence();
        assertThat(pmix.get(pmix.job().member(1 - pmix.self().rank()), key("deep")))
                .isEqualTo(deepest);
        pmix.fence();
    }

    /** More than a message can be is refused however it is wrapped, and what fits arrives. */
    private static void whatIsNestedCountsToo(Pmix pmix) {
        PmixValue large = new PmixValue.Bytes(new byte[5 << 20]);
        List<PmixValue> four = List.of(large, large, large, large);
        List<PmixValue> numbers = new ArrayList<>();
        for (int i = 0; i < 2_000_000; i++) {
            numbers.add(new PmixValue.UInt(DataType.UINT64, -1 - i));
        }
        List<PmixValue> tooLarge = List.of(
                new PmixValue.Array(DataType.BYTE_OBJECT, four),
                new PmixValue.Array(DataType.DATA_ARRAY, List.of(new PmixValue.Array(DataType.BYTE_OBJECT, four))),
                new PmixValue.Array(
                        DataType.INFO,
                        List.of(Info.of(
                                Key.of("it.nested", ValueType.ANY), new PmixValue.Array(DataType.BYTE_OBJECT, four)))),
                new PmixValue.Array(DataType.UINT64, numbers));
        for (PmixValue value : tooLarge) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pmix.put(Scope.GLOBAL, key("large"), value))
                    .withMessageContaining("more than the");
        }
        PmixValue fits = new PmixValue.Array(DataType.BYTE_OBJECT, List.of(large, large, large));
        pmix.put(Scope.GLOBAL, key("large"), fits);
        pmix.commit();
        pmix.fence();
        assertThat(pmix.get(pmix.job().member(1 - pmix.self().rank()), key("large"))
                        .equals(fits))
                .isTrue();
        pmix.fence();
    }
}
