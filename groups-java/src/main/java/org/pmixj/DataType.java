// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

/** The data types of PMIx values that this layer can carry ({@code pmix_data_type_t}, PMIx Standard 3.2.1). */
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
    /** {@code PMIX_STATUS}. */
    STATUS,
    /** {@code PMIX_PROC}. */
    PROC,
    /** {@code PMIX_BYTE_OBJECT}. */
    BYTE_OBJECT,
    /** {@code PMIX_PROC_RANK}. */
    PROC_RANK,
    /** {@code PMIX_DATA_ARRAY}. */
    DATA_ARRAY,
    /** A type of the running library that this layer does not know. */
    UNKNOWN
}
