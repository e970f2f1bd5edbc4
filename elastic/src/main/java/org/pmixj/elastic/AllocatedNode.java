// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.List;

/**
 * Describes a node of the DVM.
 *
 * @param name its name, as PRRTE has it
 * @param aliases its other names and addresses, as far as PRRTE knows them; immutable
 * @param slots how many processes PRRTE starts there without {@code :OVERSUBSCRIBE}
 */
public record AllocatedNode(String name, List<String> aliases, int slots) {
    /** Copies the aliases. */
    public AllocatedNode {
        aliases = List.copyOf(aliases);
    }

    /**
     * {@return whether this is the node of a name}
     *
     * @param other a name or an address
     */
    public boolean isNamed(String other) {
        return name.equals(other) || aliases.contains(other);
    }
}
