// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.List;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.process.App;
import org.pmixj.value.Published;
import org.pmixj.value.Query;

/**
 * Refuses values that must not be put. The server shares the values of processes of other nodes in memory, but leaves
 * parts of some in its own memory (seen with 7.0.0rc1): a process that gets such a value reads an address of another
 * process, and crashes.
 */
public final class PutCheck {
    private PutCheck() {}

    public static void check(PmixValue value) {
        DataType type = value.type();
        if (type == DataType.DATA_ARRAY || type == DataType.PROC_CPUSET) {
            contents(value);
        }
    }

    private static void contents(PmixValue value) {
        switch (value) {
            case PmixValue.Array array -> elements(array.elementType(), array.elements());
            case Info info -> contents(info.value());
            case Published published -> contents(published.value());
            case App app -> app.attributes().forEach(PutCheck::contents);
            case Query query -> query.qualifiers().forEach(PutCheck::contents);
            default -> {
                if (value.type() == DataType.PROC_CPUSET) {
                    throw refused("a PROC_CPUSET (put the list of CPUs as a STRING)");
                }
            }
        }
    }

    private static void elements(DataType type, List<PmixValue> elements) {
        switch (type) {
            case DATA_BUFFER -> {
                if (!elements.isEmpty()) {
                    throw refused("an array of DATA_BUFFER (put an array of BYTE_OBJECT)");
                }
            }
            case VALUE -> {
                for (PmixValue element : elements) {
                    if (!isInPlace(element)) {
                        throw refused("an array of VALUE with a " + element.type() + " (put an array of INFO)");
                    }
                }
            }
            case DATA_ARRAY, INFO, APP, QUERY, PDATA, PROC_CPUSET -> elements.forEach(PutCheck::contents);
            default -> {}
        }
    }

    /** Returns whether the union holds the whole value. */
    private static boolean isInPlace(PmixValue value) {
        return switch (value) {
            case PmixValue.Bool _, PmixValue.Real _, PmixValue.Status _, PmixValue.Time _, PmixValue.TimeVal _ -> true;
            default -> value.type().bits() != 0;
        };
    }

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException(
                "put: libpmix cannot share " + what + "; a process of another node that gets it would crash");
    }
}
