// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;

/** The generated constants by the names of their macros. */
final class Constants {
    private Constants() {}

    static Map<String, Key<?>> keys() {
        Map<String, Key<?>> keys = new TreeMap<>();
        of(Keys.class).forEach((name, value) -> keys.put(name, (Key<?>) value));
        return keys;
    }

    static Map<String, PmixStatus> statuses() {
        Map<String, PmixStatus> statuses = new TreeMap<>();
        of(Statuses.class).forEach((name, value) -> statuses.put(name, (PmixStatus) value));
        return statuses;
    }

    private static Map<String, Object> of(Class<?>... holders) {
        Map<String, Object> constants = new TreeMap<>();
        for (Class<?> holder : holders) {
            for (Field field : holder.getFields()) {
                try {
                    if (constants.put("PMIX_" + field.getName(), field.get(null)) != null) {
                        throw new AssertionError(field + " is there twice");
                    }
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return constants;
    }
}
