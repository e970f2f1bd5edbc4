// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Method;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pmixj.junit.RankContext;

class TestMethodTest {
    interface Shared {
        default void inherited(RankContext context) {}

        default void overridden() {}
    }

    interface Narrower extends Shared {
        @Override
        default void overridden() {}
    }

    static class Base {
        void ofSuperclass() {}
    }

    static class Inherits extends Base implements Narrower {}

    private static Method find(String name) throws NoSuchMethodException {
        for (Class<?> each : new Class<?>[] {Base.class, Narrower.class, Shared.class}) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    return TestMethod.of(Inherits.class, method, Duration.ofSeconds(1))
                            .find(Inherits.class);
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Test
    void methodsThatAClassInherits() throws NoSuchMethodException {
        assertThat(find("ofSuperclass")).isEqualTo(Base.class.getDeclaredMethod("ofSuperclass"));
        assertThat(find("inherited")).isEqualTo(Shared.class.getMethod("inherited", RankContext.class));
        assertThat(find("overridden")).isEqualTo(Narrower.class.getMethod("overridden"));
    }

    @Test
    void aMethodThatAnotherClassHas() throws NoSuchMethodException {
        TestMethod method = TestMethod.of(
                Inherits.class, Shared.class.getMethod("inherited", RankContext.class), Duration.ofSeconds(1));
        assertThatExceptionOfType(NoSuchMethodException.class).isThrownBy(() -> method.find(Base.class));
    }
}
