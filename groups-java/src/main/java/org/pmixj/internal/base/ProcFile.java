// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads files of {@code /proc}. With java.nio, the first one would load two native libraries at the start of a rank.
 */
public final class ProcFile {
    private ProcFile() {}

    /**
     * Returns the content of a file.
     *
     * @param process the number of a process, or {@code self}
     * @throws IOException if the process has ended or belongs to another user, or there is no {@code /proc}
     */
    public static String read(String process, String name) throws IOException {
        try (FileInputStream file = new FileInputStream("/proc/" + process + "/" + name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
