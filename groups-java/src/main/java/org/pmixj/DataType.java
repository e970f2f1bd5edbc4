// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

/**
 * The data types of PMIx values ({@code pmix_data_type_t}, PMIx Standard 3.2.1). {@link PmixValue} tells which Java type
 * carries which.
 */
public enum DataType {
    /** {@code PMIX_BOOL}. */
    BOOL,
    /** {@code PMIX_BYTE}, an unsigned byte. */
    BYTE,
    /** {@code PMIX_STRING}, UTF-8. */
    STRING,
    /** {@code PMIX_SIZE}, an unsigned 64-bit number. */
    SIZE,
    /** {@code PMIX_PID}. */
    PID,
    /** {@code PMIX_INT}, 32 bits. */
    INT,
    /** {@code PMIX_INT8}. */
    INT8,
    /** {@code PMIX_INT16}. */
    INT16,
    /** {@code PMIX_INT32}. */
    INT32,
    /** {@code PMIX_INT64}. */
    INT64,
    /** {@code PMIX_UINT}, 32 bits. */
    UINT,
    /** {@code PMIX_UINT8}. */
    UINT8,
    /** {@code PMIX_UINT16}. */
    UINT16,
    /** {@code PMIX_UINT32}. */
    UINT32,
    /** {@code PMIX_UINT64}. */
    UINT64,
    /** {@code PMIX_FLOAT}. */
    FLOAT,
    /** {@code PMIX_DOUBLE}. */
    DOUBLE,
    /** {@code PMIX_TIMEVAL}, seconds and microseconds. */
    TIMEVAL,
    /** {@code PMIX_TIME}, seconds since 1970. */
    TIME,
    /** {@code PMIX_STATUS}. */
    STATUS,
    /** {@code PMIX_VALUE}, an element of an array: any value. */
    VALUE,
    /** {@code PMIX_PROC}. */
    PROC,
    /** {@code PMIX_APP}, an element of an array: what to start. */
    APP,
    /** {@code PMIX_INFO}, an element of an array: a key with its value. */
    INFO,
    /** {@code PMIX_PDATA}, an element of an array: what a process has published. */
    PDATA,
    /** {@code PMIX_BYTE_OBJECT}. */
    BYTE_OBJECT,
    /** {@code PMIX_PERSIST}. */
    PERSIST,
    /** {@code PMIX_SCOPE}. */
    SCOPE,
    /** {@code PMIX_DATA_RANGE}. */
    DATA_RANGE,
    /** {@code PMIX_COMMAND}. */
    COMMAND,
    /** {@code PMIX_INFO_DIRECTIVES}. */
    INFO_DIRECTIVES,
    /** {@code PMIX_DATA_TYPE}. */
    DATA_TYPE,
    /** {@code PMIX_PROC_STATE}. */
    PROC_STATE,
    /** {@code PMIX_PROC_INFO}. */
    PROC_INFO,
    /** {@code PMIX_DATA_ARRAY}. */
    DATA_ARRAY,
    /** {@code PMIX_PROC_RANK}. */
    PROC_RANK,
    /** {@code PMIX_QUERY}, an element of an array: a question. */
    QUERY,
    /** {@code PMIX_ALLOC_DIRECTIVE}. */
    ALLOC_DIRECTIVE,
    /** {@code PMIX_IOF_CHANNEL}. */
    IOF_CHANNEL,
    /** {@code PMIX_ENVAR}. */
    ENVAR,
    /** {@code PMIX_COORD}. */
    COORD,
    /** {@code PMIX_REGATTR}. */
    REGATTR,
    /** {@code PMIX_JOB_STATE}. */
    JOB_STATE,
    /** {@code PMIX_LINK_STATE}. */
    LINK_STATE,
    /** {@code PMIX_PROC_CPUSET}. */
    PROC_CPUSET,
    /** {@code PMIX_GEOMETRY}. */
    GEOMETRY,
    /** {@code PMIX_DEVICE_DIST}. */
    DEVICE_DIST,
    /** {@code PMIX_ENDPOINT}. */
    ENDPOINT,
    /** {@code PMIX_TOPO}. */
    TOPO,
    /** {@code PMIX_DEVTYPE}. */
    DEVTYPE,
    /** {@code PMIX_LOCTYPE}. */
    LOCTYPE,
    /** {@code PMIX_COMPRESSED_BYTE_OBJECT}. */
    COMPRESSED_BYTE_OBJECT,
    /** {@code PMIX_PROC_NSPACE}. */
    PROC_NSPACE,
    /** {@code PMIX_DATA_BUFFER}. */
    DATA_BUFFER,
    /** {@code PMIX_STOR_MEDIUM}. */
    STOR_MEDIUM,
    /** {@code PMIX_STOR_ACCESS}. */
    STOR_ACCESS,
    /** {@code PMIX_STOR_PERSIST}. */
    STOR_PERSIST,
    /** {@code PMIX_STOR_ACCESS_TYPE}. */
    STOR_ACCESS_TYPE,
    /** {@code PMIX_DEVICE}. */
    DEVICE,
    /** {@code PMIX_RESBLOCK_DIRECTIVE}. */
    RESBLOCK_DIRECTIVE,
    /** {@code PMIX_RESOURCE_UNIT}. */
    RESOURCE_UNIT,
    /** {@code PMIX_NODE_PID}. */
    NODE_PID,
    /** {@code PMIX_REGEX2}. */
    REGEX2,
    /** {@code PMIX_ALLOC_INHERIT}. */
    ALLOC_INHERIT,
    /** A type of the running library that this layer does not know, or one that is a mere pointer. */
    UNKNOWN
}
