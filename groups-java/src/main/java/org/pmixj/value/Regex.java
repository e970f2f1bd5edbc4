// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a list in libpmix's compressed form ({@code pmix_regex2_t}, of libpmix 6).
 *
 * @param encoding how it is encoded, such as {@code pmix}
 * @param bytes the encoded list
 */
public record Regex(String encoding, PmixValue.Bytes bytes) implements PmixValue {
    /** Checks that the encoding contains no NUL and the bytes are a {@code BYTE_OBJECT}. */
    public Regex {
        Checks.text("encoding", encoding);
        Checks.byteObject("bytes", bytes);
    }
}
