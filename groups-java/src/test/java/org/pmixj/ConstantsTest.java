// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pmixj.ffi.PMIxConstants;

/** The generated constants against what jextract found in the same headers. */
class ConstantsTest {
    private static Object invoke(Method method) throws ReflectiveOperationException {
        // Half of them are in a class that is not public.
        method.setAccessible(true);
        return method.invoke(null);
    }

    @Test
    void keysAreTheAttributesOfTheHeaders() throws ReflectiveOperationException {
        Map<String, String> attributes = new TreeMap<>();
        for (Method method : PMIxConstants.class.getMethods()) {
            if (method.getName().startsWith("PMIX_") && method.getReturnType() == MemorySegment.class) {
                String value = ((MemorySegment) invoke(method)).getString(0);
                if (value.startsWith("pmix")) {
                    attributes.put(method.getName(), value);
                }
            }
        }
        attributes.remove("PMIX_ATTR_UNDEF");
        Map<String, String> keys = new TreeMap<>();
        Constants.keys().forEach((name, key) -> keys.put(name, key.name()));
        // The rest is deprecated.
        assertThat(attributes).containsAllEntriesOf(keys);
        assertThat(keys).hasSizeGreaterThan(550);
    }

    @Test
    void statusesAreThoseOfTheHeaders() throws ReflectiveOperationException {
        for (Map.Entry<String, PmixStatus> status : Constants.statuses().entrySet()) {
            assertThat(invoke(PMIxConstants.class.getMethod(status.getKey())))
                    .as(status.getKey())
                    .isEqualTo(status.getValue().code());
        }
        assertThat(Constants.statuses()).hasSizeGreaterThan(100);
    }

    /** A number taken for seconds, or seconds for a number, is the mistake a program would not notice. */
    @Test
    void theseAreSeconds() {
        Map<String, ValueType<?>> seconds = new TreeMap<>();
        Constants.keys().forEach((name, key) -> {
            if (key.type().equals(ValueType.seconds(ValueType.INT))
                    || key.type().equals(ValueType.seconds(ValueType.UINT32))) {
                seconds.put(name, key.type());
            }
        });
        ValueType<Duration> signed = ValueType.seconds(ValueType.INT);
        ValueType<Duration> unsigned = ValueType.seconds(ValueType.UINT32);
        assertThat(seconds)
                .containsOnly(
                        Map.entry("PMIX_TIMEOUT", signed),
                        Map.entry("PMIX_JOB_TIMEOUT", signed),
                        Map.entry("PMIX_SPAWN_TIMEOUT", signed),
                        Map.entry("PMIX_EVENT_ACTION_TIMEOUT", signed),
                        Map.entry("PMIX_JOB_CTRL_CHECKPOINT_TIMEOUT", signed),
                        Map.entry("PMIX_ALLOC_WARN_TIMEOUT", unsigned),
                        Map.entry("PMIX_TIME_REMAINING", unsigned),
                        Map.entry("PMIX_CONNECT_RETRY_DELAY", unsigned),
                        Map.entry("PMIX_IOF_BUFFERING_TIME", unsigned),
                        Map.entry("PMIX_MONITOR_HEARTBEAT_TIME", unsigned),
                        Map.entry("PMIX_MONITOR_FILE_CHECK_TIME", unsigned),
                        Map.entry("PMIX_MONITOR_RESOURCE_RATE", unsigned));
    }

    @Test
    void aKeyHasTheTypeTheLibraryUses() {
        assertThat(Keys.JOB_SIZE.type()).isEqualTo(ValueType.UINT32);
        assertThat(Keys.RANK.type()).isEqualTo(ValueType.RANK);
        assertThat(Keys.EVENT_AFFECTED_PROCS.type()).isEqualTo(ValueType.listOf(ValueType.PROC));
        assertThat(Keys.GROUP_MEMBERSHIP.type()).isEqualTo(ValueType.listOf(ValueType.PROC));
        assertThat(Keys.GROUP_CONTEXT_ID.type()).isEqualTo(ValueType.SIZE);
        assertThat(Keys.STDIN_TGT.type()).isEqualTo(ValueType.STRING);
        assertThat(Keys.PSET_NAMES.type()).isEqualTo(ValueType.STRING);
        assertThat(Keys.SESSION_APP.type()).isEqualTo(ValueType.listOf(ValueType.APP));
        assertThat(Keys.NODE_INFO_ARRAY.type()).isEqualTo(ValueType.ATTRIBUTES);
    }

    @Test
    void aStatusHasItsNameWithoutTheLibrary() {
        assertThat(Statuses.ERR_TIMEOUT).hasToString("PMIX_ERR_TIMEOUT (-24)");
        assertThat(PmixStatus.SUCCESS.name()).isEqualTo("PMIX_SUCCESS");
        assertThat(new PmixStatus(-3001).name()).isEqualTo("PMIX_STATUS(-3001)");
        assertThat(new PmixStatus(-3001)).hasToString("PMIX_STATUS(-3001)");
        assertThat(new PmixStatus(7).name()).isEqualTo("PMIX_STATUS(7)");
        assertThat(new PmixStatus(-145)).as("not by its old name").hasToString("PMIX_EVENT_JOB_END (-145)");
    }

    @Test
    void aNameIsAStatus() {
        assertThat(PmixStatus.of("PMIX_SUCCESS")).isEqualTo(PmixStatus.SUCCESS);
        assertThat(PmixStatus.of("PMIX_ERR_NOT_FOUND")).isEqualTo(Statuses.ERR_NOT_FOUND);
        assertThat(PmixStatus.of("PMIX_ERR_JOB_TERMINATED")).isEqualTo(Statuses.EVENT_JOB_END);
        for (int code : new int[] {Integer.MIN_VALUE, -3001, -24, 0, 7}) {
            assertThat(PmixStatus.of(new PmixStatus(code).name()).code()).isEqualTo(code);
        }
        for (String none :
                new String[] {"", "ERR_TIMEOUT", "PMIX_STATUS()", "PMIX_STATUS(1", "PMIX_STATUS(99999999999)"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PmixStatus.of(none))
                    .withMessageStartingWith("no status is called " + none + "; give a name such as ");
        }
        assertThatNullPointerException().isThrownBy(() -> PmixStatus.of(null));
    }

    @Test
    void aValueOfAnotherTypeThanTheKeyHasIsRefusedWithBothTypes() {
        PmixValue strings = new PmixValue.Array(DataType.STRING, List.of(new PmixValue.Str("a")));
        assertMessage(Keys.JOB_SIZE, new PmixValue.Str("4"), "the value of pmix.job.size is STRING, not UINT32");
        assertMessage(
                Keys.LOCAL_PROCS, strings, "the value of pmix.lprocs is DATA_ARRAY of STRING, not DATA_ARRAY of PROC");
        assertMessage(
                Keys.GROUP_INFO, strings, "the value of pmix.grp.info is DATA_ARRAY of STRING, not DATA_ARRAY of INFO");
        assertMessage(
                Keys.TIMEOUT,
                new PmixValue.Opaque(3),
                "the value of pmix.timeout is NULL or unreadable (pmix_data_type_t 3), not INT in seconds");
        assertMessage(
                Keys.EVENT_RETURN_OBJECT, new PmixValue.Bool(true), "the value of pmix.evobject is BOOL, not POINTER");
        assertThat(ValueType.ANY).hasToString("any type");
    }

    private static void assertMessage(Key<?> key, PmixValue value, String message) {
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> key.cast(value))
                .withMessage(message)
                .satisfies(e -> assertThat(e.status()).isEqualTo(Statuses.ERR_TYPE_MISMATCH));
    }
}
