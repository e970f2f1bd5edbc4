// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.Program;

/**
 * Holds what a program of the doctor has found, in a JVM of its own.
 *
 * @param program how it ended
 * @param found the last object that it wrote; empty if it wrote none
 */
record Probe(Program program, JsonObject found) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Runs words that write JSON objects, one a line. */
    static Probe run(List<String> words) throws IOException {
        Program program = Program.run(LIMIT, words);
        JsonObject found = new JsonObject();
        for (String line : program.output().lines().toList()) {
            JsonObject object = line.startsWith("{") ? parse(line) : null;
            found = object == null ? found : object;
        }
        return new Probe(program, found);
    }

    private static @Nullable JsonObject parse(String line) {
        try {
            return JsonParser.object().from(line);
        } catch (JsonParserException e) {
            // The JVM has died while it wrote the line.
            return null;
        }
    }

    /** Returns a text that was found; empty if it was not. */
    String text(String name) {
        return found.getString(name, "");
    }

    /** Returns whether something was found, and is not null. */
    boolean has(String name) {
        return found.get(name) != null;
    }

    /** Returns the words that start one of the classes of this command. */
    static List<String> java(List<String> options, Class<?> main) {
        List<String> words = new ArrayList<>(List.of(Program.java().toString()));
        words.addAll(options);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return words;
    }
}
