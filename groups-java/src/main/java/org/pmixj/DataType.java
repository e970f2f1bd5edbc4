// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lists the data types of PMIx values ({@code pmix_data_type_t}, PMIx Standard 3.2.1). {@link PmixValue} says which
 * Java type carries which.
 */
public enum DataType {
    /** {@code PMIX_BOOL}. */
    BOOL(1),
    /** {@code PMIX_BYTE}, an unsigned byte. */
    BYTE(2, 8, false),
    /** {@code PMIX_STRING}, UTF-8. */
    STRING(3),
    /** {@code PMIX_SIZE}, an unsigned 64-bit number. */
    SIZE(4, 64, false),
    /** {@code PMIX_PID}. */
    PID(5, 32, true),
    /** {@code PMIX_INT}, 32 bits. */
    INT(6, 32, true),
    /** {@code PMIX_INT8}. */
    INT8(7, 8, true),
    /** {@code PMIX_INT16}. */
    INT16(8, 16, true),
    /** {@code PMIX_INT32}. */
    INT32(9, 32, true),
    /** {@code PMIX_INT64}. */
    INT64(10, 64, true),
    /** {@code PMIX_UINT}, 32 bits. */
    UINT(11, 32, false),
    /** {@code PMIX_UINT8}. */
    UINT8(12, 8, false),
    /** {@code PMIX_UINT16}. */
    UINT16(13, 16, false),
    /** {@code PMIX_UINT32}. */
    UINT32(14, 32, false),
    /** {@code PMIX_UINT64}. */
    UINT64(15, 64, false),
    /** {@code PMIX_FLOAT}. */
    FLOAT(16),
    /** {@code PMIX_DOUBLE}. */
    DOUBLE(17),
    /** {@code PMIX_TIMEVAL}, seconds and microseconds. */
    TIMEVAL(18),
    /** {@code PMIX_TIME}, seconds since 1970. */
    TIME(19),
    /** {@code PMIX_STATUS}. */
    STATUS(20),
    /** {@code PMIX_VALUE}, an element of an array: any value. */
    VALUE(21),
    /** {@code PMIX_PROC}. */
    PROC(22),
    /** {@code PMIX_APP}, an element of an array: what to start. */
    APP(23),
    /** {@code PMIX_INFO}, an element of an array: a key with its value. */
    INFO(24),
    /** {@code PMIX_PDATA}, an element of an array: what a process has published. */
    PDATA(25),
    /** {@code PMIX_BYTE_OBJECT}. */
    BYTE_OBJECT(27),
    /** {@code PMIX_PERSIST}. */
    PERSIST(30, 8, false),
    /** {@code PMIX_SCOPE}. */
    SCOPE(32, 8, false),
    /** {@code PMIX_DATA_RANGE}. */
    DATA_RANGE(33, 8, false),
    /** {@code PMIX_COMMAND}. */
    COMMAND(34, 8, false),
    /** {@code PMIX_INFO_DIRECTIVES}. */
    INFO_DIRECTIVES(35, 32, false),
    /** {@code PMIX_DATA_TYPE}. */
    DATA_TYPE(36, 16, false),
    /** {@code PMIX_PROC_STATE}. */
    PROC_STATE(37, 8, false),
    /** {@code PMIX_PROC_INFO}. */
    PROC_INFO(38),
    /** {@code PMIX_DATA_ARRAY}. */
    DATA_ARRAY(39),
    /** {@code PMIX_PROC_RANK}. */
    PROC_RANK(40, 32, false),
    /** {@code PMIX_QUERY}, an element of an array: a question. */
    QUERY(41),
    /** {@code PMIX_ALLOC_DIRECTIVE}. */
    ALLOC_DIRECTIVE(43, 8, false),
    /** {@code PMIX_IOF_CHANNEL}. */
    IOF_CHANNEL(45, 16, false),
    /** {@code PMIX_ENVAR}. */
    ENVAR(46),
    /** {@code PMIX_COORD}. */
    COORD(47),
    /** {@code PMIX_REGATTR}. */
    REGATTR(48),
    /** {@code PMIX_JOB_STATE}. */
    JOB_STATE(50, 8, false),
    /** {@code PMIX_LINK_STATE}. */
    LINK_STATE(51, 8, false),
    /** {@code PMIX_PROC_CPUSET}. */
    PROC_CPUSET(52),
    /** {@code PMIX_GEOMETRY}. */
    GEOMETRY(53),
    /** {@code PMIX_DEVICE_DIST}. */
    DEVICE_DIST(54),
    /** {@code PMIX_ENDPOINT}. */
    ENDPOINT(55),
    /** {@code PMIX_TOPO}. */
    TOPO(56),
    /** {@code PMIX_DEVTYPE}. */
    DEVTYPE(57, 64, false),
    /** {@code PMIX_LOCTYPE}. */
    LOCTYPE(58, 16, false),
    /** {@code PMIX_COMPRESSED_BYTE_OBJECT}. */
    COMPRESSED_BYTE_OBJECT(59),
    /** {@code PMIX_PROC_NSPACE}. */
    PROC_NSPACE(60),
    /** {@code PMIX_DATA_BUFFER}. */
    DATA_BUFFER(65),
    /** {@code PMIX_STOR_MEDIUM}. */
    STOR_MEDIUM(66, 64, false),
    /** {@code PMIX_STOR_ACCESS}. */
    STOR_ACCESS(67, 64, false),
    /** {@code PMIX_STOR_PERSIST}. */
    STOR_PERSIST(68, 64, false),
    /** {@code PMIX_STOR_ACCESS_TYPE}. */
    STOR_ACCESS_TYPE(69, 16, false),
    /** {@code PMIX_DEVICE}. */
    DEVICE(70),
    /** {@code PMIX_RESBLOCK_DIRECTIVE}. */
    RESBLOCK_DIRECTIVE(71, 8, false),
    /** {@code PMIX_RESOURCE_UNIT}. */
    RESOURCE_UNIT(72),
    /** {@code PMIX_NODE_PID}. */
    NODE_PID(73),
    /** {@code PMIX_REGEX2}. */
    REGEX2(74),
    /** {@code PMIX_ALLOC_INHERIT}. */
    ALLOC_INHERIT(75, 8, false),
    /** A type of the running libpmix that this library does not know, or a pointer. */
    UNKNOWN(0);

    // Created at the first use.
    private static DataType @Nullable [] byCode;

    private final int code;
    private final int bits;
    private final boolean signed;

    DataType(int code) {
        this(code, 0, false);
    }

    DataType(int code, int bits, boolean signed) {
        this.code = code;
        this.bits = bits;
        this.signed = signed;
    }

    /** {@return its {@code pmix_data_type_t}; that of {@code PMIX_UNDEF} for {@link #UNKNOWN}} */
    public int code() {
        return code;
    }

    /**
     * {@return the size of what {@link PmixValue.Int} and {@link PmixValue.UInt} carry: 8, 16, 32 or 64; 0 for any
     * other type}
     */
    public int bits() {
        return bits;
    }

    /** {@return whether this is an integer with a sign, which {@link PmixValue.Int} carries} */
    public boolean isSigned() {
        return signed;
    }

    /**
     * {@return the type with a number, {@link #UNKNOWN} if this library knows none with it}
     *
     * @param code a {@code pmix_data_type_t}
     */
    public static DataType of(int code) {
        DataType[] table = byCode;
        if (table == null) {
            table = table();
            byCode = table;
        }
        return code >= 0 && code < table.length ? table[code] : UNKNOWN;
    }

    private static DataType[] table() {
        DataType[] types = values();
        int largest = 0;
        for (DataType type : types) {
            largest = Math.max(largest, type.code);
        }
        DataType[] table = new DataType[largest + 1];
        Arrays.fill(table, UNKNOWN);
        for (DataType type : types) {
            table[type.code] = type;
        }
        return table;
    }
}
