// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.pmixj.launch.OwnFiles;
import org.pmixj.tool.Refusal;
import org.pmixj.tool.trace.TraceCommand;

/**
 * Records the ranks of a job. Each JVM writes to a folder of its own, since two hosts may have processes of the same
 * number, and {@code java} knows no rank: so a shell starts it.
 */
final class Recorder {
    /** A JVM that records adds this module, and reads a class cache only if that was made with the same modules. */
    static final String MODULE = "--add-modules=jdk.jfr";

    /** The JVM separates its options by commas, and the shell words by blanks. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/@+-]+");

    /** So much space must be free: the JDK's recorder ends a JVM that finds no more. */
    private static final long LEAST_FREE = 256L << 20;

    /** The most that one rank records. The oldest is dropped then. */
    private static final String MOST = "1g";

    private static final String RANKS = "ranks";
    private static final String SETTINGS = "pmixj.jfc";

    private final Path folder;

    Recorder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Checks the folder, and creates it. */
    void prepare() throws IOException {
        if (!PLAIN.matcher(folder.toString()).matches()) {
            throw new Refusal("the JVM cannot record in '" + folder
                    + "'; name a folder of letters, digits and the signs . _ - + @ /");
        } else if (Files.exists(folder.resolve(RANKS))) {
            throw new Refusal("the folder " + folder + " has recordings already; remove it, or name another one");
        }
        Files.createDirectories(folder);
        try {
            // Whoever made it can have put links to other files into it.
            OwnFiles.checkOwner(folder);
        } catch (IOException e) {
            throw new Refusal("nothing is recorded: " + e.getMessage());
        }
        checkSpace(Files.getFileStore(folder).getUsableSpace());
        Files.createDirectories(folder.resolve(RANKS));
        Files.write(
                folder.resolve(SETTINGS),
                TraceCommand.settings(),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    void checkSpace(long free) {
        if (free < LEAST_FREE) {
            throw new Refusal("nothing is recorded: " + folder + " has " + (free >> 20) + " MiB free, and the JDK's"
                    + " recorder ends a rank when the disk is full; name a folder with 256 MiB or more");
        }
    }

    /** Returns the words that start a JVM which records; words for {@code java} follow. */
    List<String> words() {
        String options = "-Xlog:jfr+startup=error -XX:StartFlightRecording:settings=" + folder.resolve(SETTINGS)
                + ",disk=true,maxsize=" + MOST + " -XX:FlightRecorderOptions:repository=" + folder.resolve(RANKS)
                + "/$PMIX_NAMESPACE.$PMIX_RANK,preserve-repository=true";
        return List.of(
                "sh",
                "-c",
                "[ -w " + folder.resolve(RANKS) + " ] && exec \"$0\" " + options + " \"$@\"; echo \"pmixj run: rank"
                        + " $PMIX_RANK is not recorded: its node $(uname -n) has no folder " + folder.resolve(RANKS)
                        + "; name one that all nodes share\" >&2; exec \"$0\" \"$@\"");
    }

    /** Returns the words that run the launcher, and make the timeline after it. */
    List<String> command(List<String> launcher) {
        List<String> words = new ArrayList<>(Handover.java(Recorder.class));
        words.add(folder.toString());
        words.addAll(launcher);
        return words;
    }

    /**
     * Runs a launcher, and makes the timeline.
     *
     * @param args the folder, and the words of the launcher
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> words = List.of(args);
        System.exit(new Recorder(Path.of(words.getFirst())).run(words.subList(1, words.size())));
    }

    /** Returns the status of the job. */
    int run(List<String> launcher) throws IOException, InterruptedException {
        return Handover.run(List.of(launcher), () -> {
            PrintWriter say = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            try {
                TraceCommand.make(folder, false, say);
                say.println("'pmixj trace " + folder + " --html' draws it");
            } catch (IOException | Refusal e) {
                say.println("pmixj run: no timeline: " + e.getMessage());
            }
        });
    }
}
