// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;

/** Computes one value from those of all members, in the order of their ranks. */
final class ReduceCall<T> {
    private final String what;
    private final ValueType<T> type;
    private final BinaryOperator<T> operator;

    ReduceCall(Group group, ValueType<T> type, T value, BinaryOperator<T> operator) {
        this.what = name(group);
        this.type = Objects.requireNonNull(type, what + ": the type is null; give one");
        Objects.requireNonNull(value, what + ": the value is null; give one");
        this.operator = Objects.requireNonNull(operator, what + ": the operator is null; give one");
    }

    /** Returns what messages call a reduction in a group. */
    static String name(Group group) {
        return Collectives.REDUCE + " of group '" + group.id() + "'";
    }

    T reduced(Map<ProcId, T> values) {
        Iterator<Map.Entry<ProcId, T>> members = values.entrySet().iterator();
        T result = members.next().getValue();
        while (members.hasNext()) {
            Map.Entry<ProcId, T> next = members.next();
            try {
                result = Objects.requireNonNull(operator.apply(result, next.getValue()), "the operator returned null");
            } catch (RuntimeException e) {
                throw failed(what, "the operator failed at the value of " + next.getKey() + ": " + e, e);
            }
        }
        try {
            type.wrap(result);
        } catch (RuntimeException e) {
            throw failed(
                    what, "the result is no value of " + type + ": " + e.getMessage() + "; choose a larger type", e);
        }
        return result;
    }

    static IllegalArgumentException failed(String what, String why, RuntimeException cause) {
        return new IllegalArgumentException(what + " failed after the exchange, on all members: " + why, cause);
    }
}
