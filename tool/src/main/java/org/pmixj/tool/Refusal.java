// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

/** A command cannot be carried out; the message says what is wrong and what to do. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates it.
     *
     * @param message what is wrong, and what to do
     */
    public Refusal(String message) {
        super(message);
    }
}
