// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.junit.PmixTest;

/** Reads every attribute of a real job by its key: the type of the value is the type of the key. */
class KeyTypesIT {
    private static List<Key<?>> keys() throws IllegalAccessException {
        List<Key<?>> keys = new ArrayList<>();
        for (Field field : Keys.class.getFields()) {
            keys.add((Key<?>) field.get(null));
        }
        return keys;
    }

    /** The type is right and Java has no such value: a process without a binding has no locality. */
    private static final Set<String> NO_VALUE =
            Set.of("the value of pmix.locstr is NULL or unreadable (pmix_data_type_t 3), not STRING");

    @PmixTest(ranks = 2, nodes = 2)
    void everyKeyHasTheTypeOfItsValue(Pmix pmix) throws IllegalAccessException {
        GetOptions here = GetOptions.defaults().optional();
        Set<String> found = new TreeSet<>();
        Set<String> wrong = new TreeSet<>();
        for (ProcId proc : List.of(pmix.self(), ProcId.all(pmix.self().nspace()))) {
            for (Key<?> key : keys()) {
                try {
                    assertThat(pmix.get(proc, key, here)).isNotNull();
                    found.add(key.name());
                } catch (PmixException.NotFound _) {
                    // Not every attribute is something a process has.
                } catch (PmixException e) {
                    wrong.add(String.valueOf(e.getMessage()));
                }
            }
        }
        wrong.removeAll(NO_VALUE);
        assertThat(wrong).isEmpty();
        assertThat(found).contains("pmix.job.size", "pmix.lprocs", "pmix.hname").hasSizeGreaterThan(35);
    }
}
