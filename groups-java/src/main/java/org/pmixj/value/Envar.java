// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents an environment variable, as directives of a spawn carry it ({@code pmix_envar_t}, PMIx Standard 3.2.13).
 *
 * @param name the variable, without NUL
 * @param value its value, without NUL
 * @param separator the character between the values of a list, such as {@code :}; 0 for none, at most 255
 */
public record Envar(String name, String value, char separator) implements PmixValue {
    /** Checks that no string contains NUL, the name is not empty, and the separator is a C char. */
    public Envar {
        Checks.name("name", name);
        Checks.text("value", value);
        if (separator > 255) {
            throw new IllegalArgumentException("separator '" + separator + "' is no C char");
        }
    }
}
