// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Records how the test method ended in a rank.
 *
 * @param throwable what it threw, or null if it returned; a {@link TestAbortedException} is a failed assumption
 * @param cpu the time on processors of its JVM in the method, and before it for the first one
 */
public record RankResult(@Nullable Throwable throwable, Duration cpu) {
    /** Tests whether the rank failed; a failed assumption is no failure. */
    public boolean failed() {
        return throwable != null && !(throwable instanceof TestAbortedException);
    }

    void write(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(cpu.toMillis());
            out.writeBoolean(throwable != null);
            if (throwable != null) {
                writeBytes(out, text(throwable).getBytes(StandardCharsets.UTF_8));
                writeBytes(out, serialised(throwable));
            }
        }
        // A move, so that no process reads an incomplete file.
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, bytes.toByteArray());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads the result that a rank has written.
     *
     * @param file its result
     * @return the result; an exception that cannot be rebuilt here is replaced by its text
     * @throws IOException if the file cannot be read
     */
    public static RankResult read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            Duration cpu = Duration.ofMillis(in.readLong());
            if (!in.readBoolean()) {
                return new RankResult(null, cpu);
            }
            String text = new String(readBytes(in), StandardCharsets.UTF_8);
            try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(readBytes(in)))) {
                return new RankResult((Throwable) objects.readObject(), cpu);
            } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
                return new RankResult(new ThrowableReplica(text), cpu);
            }
        }
    }

    private static byte[] serialised(Throwable throwable) throws IOException {
        try {
            return toBytes(throwable);
        } catch (IOException | RuntimeException | LinkageError e) {
            return toBytes(new ThrowableReplica(throwable));
        }
    }

    private static byte[] toBytes(Throwable throwable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(throwable);
        }
        return bytes.toByteArray();
    }

    private static String text(Throwable throwable) {
        StringWriter text = new StringWriter();
        throwable.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
