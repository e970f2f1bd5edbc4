// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import java.util.Objects;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents the description of an attribute that a function supports ({@code pmix_regattr_t}, PMIx Standard 3.2.24).
 *
 * @param name its name in the Standard
 * @param key its key
 * @param valueType the type of its value; correct only if this process's own libpmix gave the answer, because libpmix
 *     (seen with 7.0.0rc1) garbles it on the way from another process
 * @param description lines of text
 */
public record Attribute(String name, String key, DataType valueType, List<String> description) implements PmixValue {
    /** Checks that no string contains NUL and the key is not empty or too long, and copies the list. */
    public Attribute {
        Checks.text("name", name);
        Checks.key(key);
        Objects.requireNonNull(valueType, "valueType");
        description = Checks.texts("description", description);
    }
}
