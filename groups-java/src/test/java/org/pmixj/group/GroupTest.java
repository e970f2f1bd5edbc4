// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GroupTest {
    /** A group has its life, its members, and the operations of all members. The rest belongs elsewhere. */
    @Test
    void hasAtMost29Methods() {
        assertThat(Group.class.getMethods())
                .filteredOn(method -> !Modifier.isStatic(method.getModifiers()))
                .hasSizeBetween(20, 29);
    }

    @Test
    void hasTwoFormsOfAnOperation() {
        assertThat(GroupOperations.class.getMethods())
                .extracting(Method::getName)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.endsWith("Async") || hasMethod(name + "Async"));
    }

    private static boolean hasMethod(String name) {
        return Arrays.stream(GroupOperations.class.getMethods())
                .anyMatch(method -> method.getName().equals(name));
    }
}
