// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.tool.Pmixj;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;

/**
 * Several jobs of one DVM, the daemons of PRRTE. So the jobs can find each other and connect. The DVM ends with the
 * last job. It ends too if this process is killed, since {@code prte} watches a pipe of it.
 *
 * @param folder a new folder, for the address of the DVM
 */
record Dvm(Path folder) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(10);

    /** Chooses a folder, whose name nobody else can guess and take before. */
    static Dvm choose() {
        String name = "pmixj-dvm-" + Long.toHexString(new SecureRandom().nextLong());
        return new Dvm(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    private Path address() {
        return folder.resolve("address");
    }

    /** Refuses a launcher that has no DVM. */
    static void check(String launcher) {
        if (!launcher.equals(JobLauncher.PRTERUN)) {
            throw new Refusal("--dvm starts PRRTE's prte and prun, so it does not go with --launcher " + launcher);
        }
        for (String program : List.of("prte", "prun")) {
            if (Program.find(program).isEmpty()) {
                throw new Refusal(JobLauncher.missing(program) + ", which --dvm needs; install PRRTE (Debian 14 and"
                        + " newer: libprrte-bin), or add its folder to the PATH");
            }
        }
    }

    /** Returns the words that start the DVM, without its options. */
    List<String> daemons() {
        return List.of(
                "prte",
                "--no-ready-msg",
                "--keepalive",
                "0",
                "--report-uri",
                address().toString());
    }

    /** Returns the words that start a job in the DVM, without its options. */
    List<String> job() {
        return List.of("prun", "--dvm-uri", "file:" + address());
    }

    /** Returns the words of a process that runs the DVM and its jobs. */
    List<String> command(List<String> daemons, List<List<String>> jobs) {
        List<String> words = new ArrayList<>(Handover.java(Dvm.class));
        words.add(folder.toString());
        words.addAll(daemons);
        for (List<String> job : jobs) {
            words.add(Application.SEPARATOR);
            words.addAll(job);
        }
        return words;
    }

    /**
     * Runs a DVM and its jobs.
     *
     * @param args what {@link #command} returns after the name of this class
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<List<String>> lines = new ArrayList<>(List.of(new ArrayList<>()));
        for (String word : List.of(args).subList(1, args.length)) {
            if (word.equals(Application.SEPARATOR)) {
                lines.add(new ArrayList<>());
            } else {
                lines.getLast().add(word);
            }
        }
        try {
            System.exit(new Dvm(Path.of(args[0])).run(lines.getFirst(), lines.subList(1, lines.size())));
        } catch (Refusal e) {
            System.err.println("pmixj run: " + e.getMessage());
            System.exit(Pmixj.REFUSED);
        }
    }

    private int run(List<String> daemons, List<List<String>> jobs) throws IOException, InterruptedException {
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            throw new Refusal("the DVM cannot be started, since there is a folder " + folder + " already; remove it");
        }
        // In this order, since the last one is deleted first.
        folder.toFile().deleteOnExit();
        address().toFile().deleteOnExit();
        Process prte = Handover.builder(daemons)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start();
        await(prte);
        return Handover.run(jobs, () -> end(prte));
    }

    /** Waits until the DVM has written its address. */
    private void await(Process prte) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!Files.exists(address()) || Files.size(address()) == 0) {
            if (prte.waitFor(Duration.ofMillis(20)) || System.nanoTime() > end) {
                String how = prte.isAlive()
                        ? "has not started within " + LIMIT.toSeconds() + " s"
                        : "has ended with status " + prte.exitValue();
                prte.destroy();
                throw new Refusal("no job was started, since prte " + how + "; its messages are above");
            }
        }
    }

    private void end(Process prte) {
        try {
            prte.getOutputStream().close();
            if (!prte.waitFor(END)) {
                prte.destroy();
            }
            Files.deleteIfExists(address());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            System.err.println("pmixj run: " + folder + " cannot be deleted: " + e);
        } catch (InterruptedException e) {
            prte.destroy();
        }
    }
}
