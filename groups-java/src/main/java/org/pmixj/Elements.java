// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.List;
import java.util.Objects;
import org.pmixj.process.App;
import org.pmixj.value.Published;
import org.pmixj.value.Query;

/** Checks the elements of an array. */
final class Elements {
    private Elements() {}

    static void check(DataType elementType, List<PmixValue> elements) {
        if (Objects.requireNonNull(elementType, "elementType") == DataType.UNKNOWN) {
            throw new IllegalArgumentException("an array of UNKNOWN; name the type of its elements");
        }
        for (PmixValue element : elements) {
            check(elementType, element);
        }
        // The elements were checked when they were created, so none is deeper than the limit.
        if (!isFlat(elementType) && depth(elements) >= PmixValue.Array.MAX_DEPTH) {
            throw new IllegalArgumentException("arrays nested deeper than " + PmixValue.Array.MAX_DEPTH);
        }
    }

    private static void check(DataType elementType, PmixValue element) {
        if (element instanceof PmixValue.Opaque) {
            return;
        }
        DataType type = element.type();
        if (elementType == DataType.VALUE) {
            if (isElementOnly(type)) {
                throw new IllegalArgumentException(type + " in an array of VALUE: no value can be one");
            }
        } else if (type != elementType) {
            throw new IllegalArgumentException(
                    type + " in an array of " + elementType + "; use an array of VALUE for several types");
        }
    }

    /** Returns whether a type occurs in arrays only, because a {@code pmix_value_t} cannot hold it. */
    private static boolean isElementOnly(DataType type) {
        return type == DataType.INFO || type == DataType.APP || type == DataType.QUERY || type == DataType.PDATA;
    }

    /** Returns whether an element cannot contain an array. */
    private static boolean isFlat(DataType type) {
        return type != DataType.DATA_ARRAY && type != DataType.VALUE && !isElementOnly(type);
    }

    private static int depth(List<? extends PmixValue> values) {
        int depth = 0;
        for (PmixValue value : values) {
            depth = Math.max(depth, depth(value));
        }
        return depth;
    }

    /** Returns the number of arrays that are nested in a value. */
    private static int depth(PmixValue value) {
        if (value instanceof PmixValue.Array array) {
            return isFlat(array.elementType()) ? 1 : 1 + depth(array.elements());
        } else if (value instanceof Info info) {
            return depth(info.value());
        } else if (value instanceof Published published) {
            return depth(published.value());
        } else if (value instanceof App app) {
            return depth(app.attributes().infos());
        } else if (value instanceof Query query) {
            return depth(query.qualifiers().infos());
        }
        return 0;
    }
}
