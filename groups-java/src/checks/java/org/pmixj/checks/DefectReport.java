// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the text about a defect for the tracker of OpenPMIx or PRRTE: what happens, with which versions, a program that shows
 * it, the cause, and what to change. The texts are beside the programs, in {@code native/tests/defects}.
 *
 * @param title the name of the defect, such as {@code fences-alike}
 * @param does what happens, in one sentence or two
 * @param versions what it was seen with, and what no longer has it
 * @param issue the address of the upstream issue; empty if there is none
 * @param nodes the number of nodes its program needs
 * @param unshown why there is no program; empty if there is one
 * @param isElastic whether the program changes the size of the DVM
 */
public record DefectReport(
        String title, String does, String versions, String issue, int nodes, String unshown, boolean isElastic) {
    private static final String SEEN = "OpenPMIx 7.0.0rc1, PRRTE 5.0.0rc1";
    private static final String SEEN_WITH_OLD = "OpenPMIx 5.0.7, PRRTE 3.0.8";

    /** A verdict of a program: the condition under which the defect is here, and the format of the line. */
    private static final Pattern DECISION =
            Pattern.compile("\\bdecide\\(((?:[^\"();]|\\([^()\"]*\\))*),\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)");

    private static final Pattern CONVERSION = Pattern.compile("%[0-9.]*(?:z|l|ll)?[a-zA-Z]");

    private static final Pattern HEAD = Pattern.compile("(?s)\\A/\\* SPDX[^\\n]*\\n \\*\\n(.*?)\\*/");

    private static final Pattern INCLUDED = Pattern.compile("#include \"([\\w-]+\\.c)\"");

    /** What a program prints in the place of a conversion. */
    private static final String SOME = "…";

    /** Returns the text about each defect. */
    public static List<DefectReport> all() {
        List<DefectReport> all = new ArrayList<>();
        for (KnownDefect defect : KnownDefect.values()) {
            KnownDefect.Known known = KnownDefect.of(defect.name());
            all.add(new DefectReport(
                    defect.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    known.does(),
                    known.seen() + gone(known.gone()),
                    known.issue(),
                    known.nodes(),
                    known.unshown(),
                    false));
        }
        for (ElasticDefect defect : ElasticDefect.values()) {
            all.add(new DefectReport(defect.title(), defect.does(), SEEN, "", ElasticDefect.NODES, "", true));
        }
        for (AvoidedDefect defect : AvoidedDefect.values()) {
            String seen = defect.gone().isEmpty() ? SEEN : SEEN_WITH_OLD + gone(defect.gone());
            all.add(new DefectReport(defect.title(), defect.does(), seen, "", defect.nodes(), defect.unshown(), false));
        }
        return all;
    }

    private static String gone(String version) {
        return version.isEmpty() ? "" : ". OpenPMIx " + version + " and its PRRTE do not have it";
    }

    /** Returns the file of a text. */
    public static Path file(Path folder, String title) {
        return folder.resolve(title + ".md");
    }

    /** Returns the lines that the committed text says the program prints where the defect is, as patterns. */
    public static List<Pattern> shown(Path folder, String title) throws IOException {
        return Files.readString(file(folder, title))
                .lines()
                .filter(line -> line.startsWith("    defect " + title + ": here"))
                .map(line -> Pattern.compile(Pattern.quote(line.strip()).replace(SOME, "\\E.*\\Q")))
                .toList();
    }

    /** Returns the text. */
    public String text(Path folder) throws IOException {
        String cause = DefectCauses.of(title);
        String project = cause.startsWith("PRRTE") ? "PRRTE" : "OpenPMIx";
        StringBuilder text = new StringBuilder("# " + subject() + "\n");
        section(
                text,
                issue.isEmpty()
                        ? "For https://github.com/openpmix/" + project.toLowerCase(Locale.ROOT)
                                + "/issues; it was not sent yet."
                        : "Reported as " + issue + ".");
        section(text, "## What happens");
        section(text, does);
        section(text, "## Versions");
        section(text, "Seen on Debian, Linux x86-64, with " + versions + ".");
        section(text, "## Program");
        program(text, folder);
        section(text, "## Cause, and what to change");
        section(text, cause);
        section(
                text,
                "Files are below `src`. They were read in OpenPMIx 494e9d9d0 of 2026-08-21 and PRRTE 52d5e4bb1f of"
                        + " 2026-08-22, or in 5.0.7 and 3.0.8 if these are named. \"By reading\" says that no run tells"
                        + " this cause from another.");
        String tried = DefectCauses.tried(title);
        if (!tried.isEmpty()) {
            section(text, "## Tried");
            section(text, tried);
        } else if (!cause.contains("(tried")) {
            section(text, "No change was tried.");
        }
        section(text, "Made from `org.pmixj.checks.DefectReport` by a test; do not edit.");
        return text.toString();
    }

    private static void section(StringBuilder text, String paragraph) {
        text.append('\n').append(paragraph).append('\n');
    }

    /** Returns the first part of what happens, without its point. */
    private String subject() {
        return does.split("[:;] |\\. |\\.$", 2)[0];
    }

    private void program(StringBuilder text, Path folder) throws IOException {
        if (!unshown.isEmpty()) {
            section(text, "There is none: " + unshown + ".");
            return;
        }
        String source = source(folder);
        Matcher head = HEAD.matcher(source);
        if (!head.find()) {
            throw new IOException("The comment at the head of " + title + ".c does not say what the program does");
        }
        String about = head.group(1)
                .replaceAll("\\s*\\n \\*\\s*", " ")
                .replaceFirst("^ \\*", "")
                .strip();
        String headers = "[defect.h](defect.h)" + (isElastic ? " and [growth.h](growth.h)" : "");
        section(text, "[%s.c](%1$s.c), with %s beside it. %s".formatted(title, headers, about));
        section(text, "    pmixcc -pthread %s.c -o %1$s\n    ./%1$s".formatted(title));
        section(
                text,
                "It starts `prterun` with itself as the ranks of a job"
                        + (isElastic
                                ? ", on two nodes whose names are node0 and node1"
                                : nodes == 1
                                        ? ""
                                        : ", on " + nodes + " nodes: in an allocation, or with a default hostfile")
                        + (nodes == 1 ? "" : "; `ci/nodes " + nodes + "` of pmixj simulates them")
                        + ". Where the defect is, it prints (… is what it saw):");
        List<String> here = new ArrayList<>(), gone = new ArrayList<>();
        for (MatchResult decision : DECISION.matcher(source).results().toList()) {
            String condition = decision.group(1).strip();
            String format = decision.group(2).replaceAll("\"\\s*\"", "").strip();
            String line =
                    CONVERSION.matcher(format.substring(1, format.length() - 1)).replaceAll(SOME);
            if (!condition.equals("false")) {
                here.add("    defect " + title + ": here (" + line + ")");
            }
            if (!condition.equals("true")) {
                gone.add("    defect " + title + ": gone (" + line + ")");
            }
        }
        if (here.isEmpty() || gone.isEmpty()) {
            throw new IOException(title + ".c decides nothing that can be read: here " + here + ", gone " + gone);
        }
        section(text, String.join("\n", here.stream().distinct().toList()));
        section(text, gone.size() == 1 ? "And where it is mended:" : "And where it is mended, one of these:");
        section(text, String.join("\n", gone.stream().distinct().toList()));
    }

    /** Returns the program, with another program that it includes. */
    private String source(Path folder) throws IOException {
        String source = Files.readString(folder.resolve(title + ".c"));
        Matcher included = INCLUDED.matcher(source);
        return included.find() ? Files.readString(folder.resolve(included.group(1))) : source;
    }

    /** Returns the names of the texts that are in a folder. */
    public static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
