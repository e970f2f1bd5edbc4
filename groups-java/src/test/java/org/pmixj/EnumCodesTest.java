// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.value.ProcState;

/** Numbers that are written by hand against those of the header. */
class EnumCodesTest {
    private static int constant(String name) {
        try {
            // Not by plain reflection: the constants are inherited from a class that is not public.
            return (int) MethodHandles.lookup()
                    .findStatic(PMIxConstants.class, name, MethodType.methodType(int.class))
                    .invoke();
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    @Test
    void dataTypes() {
        for (DataType type : DataType.values()) {
            String name = type == DataType.UNKNOWN ? "PMIX_UNDEF" : "PMIX_" + type;
            assertThat(type.code()).as(name).isEqualTo(constant(name));
            assertThat(DataType.of(type.code())).isEqualTo(type);
        }
        for (int code : new int[] {-1, 26, 28, 31, 42, 49, 61, 76, 500, 65535, Integer.MAX_VALUE}) {
            assertThat(DataType.of(code)).as("%d", code).isEqualTo(DataType.UNKNOWN);
        }
    }

    @Test
    void scopes() {
        for (Scope scope : Scope.values()) {
            assertThat(scope.code()).as("%s", scope).isEqualTo(constant("PMIX_" + scope));
            assertThat(Scope.of(scope.code())).isEqualTo(scope);
        }
        assertThat(Scope.of(0)).isNull();
    }

    @Test
    void ranges() {
        for (Range range : Range.values()) {
            assertThat(range.code()).as("%s", range).isEqualTo(constant("PMIX_RANGE_" + range));
            assertThat(Range.of(range.code())).isEqualTo(range);
        }
        assertThat(Range.of(255)).isNull();
    }

    @Test
    void persistences() {
        Map<Persistence, String> names = Map.of(
                Persistence.INDEFINITE, "PMIX_PERSIST_INDEF",
                Persistence.FIRST_READ, "PMIX_PERSIST_FIRST_READ",
                Persistence.PROCESS, "PMIX_PERSIST_PROC",
                Persistence.APPLICATION, "PMIX_PERSIST_APP",
                Persistence.SESSION, "PMIX_PERSIST_SESSION",
                Persistence.NAMESPACE, "PMIX_PERSIST_NSPACE");
        for (Persistence persistence : Persistence.values()) {
            assertThat(persistence.code()).isEqualTo(constant(String.valueOf(names.get(persistence))));
            assertThat(Persistence.of(persistence.code())).isEqualTo(persistence);
        }
        assertThat(Persistence.of(255)).isNull();
    }

    @Test
    void processStates() throws Exception {
        Map<String, String> names = new HashMap<>(Map.of(
                "UNDEFINED", "UNDEF",
                "PREPARED", "PREPPED",
                "LAUNCHING", "LAUNCH_UNDERWAY",
                "RESTARTING", "RESTART",
                "TERMINATING", "TERMINATE",
                "KILLED", "KILLED_BY_CMD",
                "ABORTED_BY_SIGNAL", "ABORTED_BY_SIG",
                "ENDED_WITHOUT_FINALIZE", "TERM_WO_SYNC",
                "COMMUNICATION_FAILED", "COMM_FAILED",
                "LIMIT_EXCEEDED", "SENSOR_BOUND_EXCEEDED"));
        names.put("ENDED_NON_ZERO", "TERM_NON_ZERO");
        int states = 0;
        for (Field field : ProcState.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                String name = names.getOrDefault(field.getName(), field.getName());
                assertThat(((ProcState) field.get(null)).code())
                        .as(name)
                        .isEqualTo(constant("PMIX_PROC_STATE_" + name));
                states++;
            }
        }
        assertThat(states).isEqualTo(22);
        for (int code = 0; code < 256; code++) {
            ProcState state = new ProcState(code);
            assertThat(state.isEnded()).isEqualTo(code > PMIxConstants.PMIX_PROC_STATE_UNTERMINATED());
            assertThat(state.isError()).isEqualTo(code >= PMIxConstants.PMIX_PROC_STATE_ERROR());
        }
        assertThat(ProcState.RUNNING).hasToString("PMIX_PROC_STATE(5) (5)");
    }
}
