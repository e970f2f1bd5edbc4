// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec.repair;

import org.pmixj.DataType;

/**
 * Refuses values of the types that libpmix cannot copy. It copies every value: a put of one of these fails, and one
 * in an array of attributes is changed. libpmix can copy arrays of these types.
 */
public final class UncopiedValue {
    private UncopiedValue() {}

    public static void refuse(DataType type) {
        if (type == DataType.NODE_PID
                || type == DataType.IOF_CHANNEL
                || type == DataType.COMMAND
                || type == DataType.INFO_DIRECTIVES
                || type == DataType.DATA_TYPE) {
            throw new IllegalArgumentException("libpmix cannot carry a single " + type + ", only an array of them");
        }
    }
}
