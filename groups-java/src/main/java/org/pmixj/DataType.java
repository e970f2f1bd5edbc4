// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.Arrays;

/**
 * Lists the data types of PMIx values ({@code pmix_data_type_t}, PMIx Standard 3.2.1). {@link PmixValue} says which
 * Java type carries which. A constant {@code X} without a comment is {@code PMIX_X}.
 */
@SuppressWarnings("doclint:missing") // the constants, see above
public enum DataType {
    BOOL(1),
    /** {@code PMIX_BYTE}, an unsigned byte. */
    BYTE(2, 8, false),
    /** {@code PMIX_STRING}, UTF-8. */
    STRING(3),
    /** {@code PMIX_SIZE}, an unsigned 64-bit number. */
    SIZE(4, 64, false),
    /** {@code PMIX_PID}, 32 bits. */
    PID(5, 32, true),
    /** {@code PMIX_INT}, 32 bits. */
    INT(6, 32, true),
    INT8(7, 8, true),
    INT16(8, 16, true),
    INT32(9, 32, true),
    INT64(10, 64, true),
    /** {@code PMIX_UINT}, 32 bits. */
    UINT(11, 32, false),
    UINT8(12, 8, false),
    UINT16(13, 16, false),
    UINT32(14, 32, false),
    UINT64(15, 64, false),
    FLOAT(16),
    DOUBLE(17),
    /** {@code PMIX_TIMEVAL}, seconds and microseconds. */
    TIMEVAL(18),
    /** {@code PMIX_TIME}, seconds since 1970. */
    TIME(19),
    STATUS(20),
    /** {@code PMIX_VALUE}, an element of an array: any value. */
    VALUE(21),
    PROC(22),
    /** {@code PMIX_APP}, an element of an array: what to start. */
    APP(23),
    /** {@code PMIX_INFO}, an element of an array: a key with its value. */
    INFO(24),
    /** {@code PMIX_PDATA}, an element of an array: what a process has published. */
    PDATA(25),
    BYTE_OBJECT(27),
    /** {@code PMIX_PERSIST}, how long published data stay. */
    PERSIST(30, 8, false),
    /** {@code PMIX_SCOPE}, who can read what was put. */
    SCOPE(32, 8, false),
    /** {@code PMIX_DATA_RANGE}, who receives an event or finds published data. */
    DATA_RANGE(33, 8, false),
    /** {@code PMIX_COMMAND}, a command of libpmix's protocol. */
    COMMAND(34, 8, false),
    /** {@code PMIX_INFO_DIRECTIVES}, flags of a {@link #INFO}, such as required. */
    INFO_DIRECTIVES(35, 32, false),
    DATA_TYPE(36, 16, false),
    PROC_STATE(37, 8, false),
    PROC_INFO(38),
    DATA_ARRAY(39),
    PROC_RANK(40, 32, false),
    /** {@code PMIX_QUERY}, an element of an array: a question. */
    QUERY(41),
    ALLOC_DIRECTIVE(43, 8, false),
    IOF_CHANNEL(45, 16, false),
    ENVAR(46),
    COORD(47),
    /** {@code PMIX_REGATTR}, the description of an attribute. */
    REGATTR(48),
    JOB_STATE(50, 8, false),
    LINK_STATE(51, 8, false),
    /** {@code PMIX_PROC_CPUSET}, a set of CPUs. */
    PROC_CPUSET(52),
    GEOMETRY(53),
    /** {@code PMIX_DEVICE_DIST}, the distance to a device. */
    DEVICE_DIST(54),
    ENDPOINT(55),
    /** {@code PMIX_TOPO}, the hardware topology of a node. */
    TOPO(56),
    /** {@code PMIX_DEVTYPE}, bits of device types. */
    DEVTYPE(57, 64, false),
    /** {@code PMIX_LOCTYPE}, the bits of a relative locality. */
    LOCTYPE(58, 16, false),
    COMPRESSED_BYTE_OBJECT(59),
    PROC_NSPACE(60),
    /** {@code PMIX_DATA_BUFFER}, packed data. */
    DATA_BUFFER(65),
    /** {@code PMIX_STOR_MEDIUM}, bits of storage media. */
    STOR_MEDIUM(66, 64, false),
    /** {@code PMIX_STOR_ACCESS}, bits of where storage can be accessed. */
    STOR_ACCESS(67, 64, false),
    /** {@code PMIX_STOR_PERSIST}, bits of how long storage keeps data. */
    STOR_PERSIST(68, 64, false),
    /** {@code PMIX_STOR_ACCESS_TYPE}, bits of read and write access to storage. */
    STOR_ACCESS_TYPE(69, 16, false),
    DEVICE(70),
    /** {@code PMIX_RESBLOCK_DIRECTIVE}, what to do with a resource block. */
    RESBLOCK_DIRECTIVE(71, 8, false),
    RESOURCE_UNIT(72),
    NODE_PID(73),
    /** {@code PMIX_REGEX2}, a list in compressed form. */
    REGEX2(74),
    ALLOC_INHERIT(75, 8, false),
    /** A type of the running libpmix that this library does not know, or a pointer. */
    UNKNOWN(0);

    private static final DataType[] BY_CODE = table();

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

    /** {@return the size of an integer in bits: 8, 16, 32 or 64; 0 for any other type} */
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
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    private static DataType[] table() {
        // No other type has a larger code.
        DataType[] table = new DataType[ALLOC_INHERIT.code + 1];
        Arrays.fill(table, UNKNOWN);
        for (DataType type : values()) {
            table[type.code] = type;
        }
        return table;
    }
}
