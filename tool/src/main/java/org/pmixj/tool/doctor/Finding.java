// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds what the check of one subject has found.
 *
 * @param subject what was checked, such as {@code launcher}
 * @param state how it is
 * @param text what was found
 * @param remedy what to do; empty if there is nothing to do
 */
record Finding(String subject, State state, String text, String remedy) {
    /** Lists how a subject can be. */
    enum State {
        OK,
        WARNING,
        WRONG;

        String word() {
            return switch (this) {
                case OK -> "ok";
                case WARNING -> "warning";
                case WRONG -> "wrong";
            };
        }
    }

    static Finding ok(String subject, String text) {
        return new Finding(subject, State.OK, text, "");
    }

    static Finding warning(String subject, String text, String remedy) {
        return new Finding(subject, State.WARNING, text, remedy);
    }

    static Finding wrong(String subject, String text, String remedy) {
        return new Finding(subject, State.WRONG, text, remedy);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", subject);
        json.put("state", state.word());
        json.put("text", text);
        json.put("remedy", remedy);
        return json;
    }

    /** Returns a line, and another one for the remedy. */
    @Override
    public String toString() {
        String pad = " ".repeat(Math.max(1, 14 - subject.length()));
        String line = state.word() + " ".repeat(9 - state.word().length()) + subject + pad + text;
        return remedy.isEmpty() ? line : line + "\n" + " ".repeat(23) + "-> " + remedy;
    }
}
