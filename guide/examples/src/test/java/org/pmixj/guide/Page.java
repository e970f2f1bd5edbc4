// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads a Markdown file of the repository: its blocks of code, its links and the anchors of its headings. */
record Page(Path file, List<Block> blocks, List<String> links, Set<String> anchors) {
    /** The checkout. */
    static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();

    static final Path DOCS = REPOSITORY.resolve("guide/docs");

    private static final Pattern FENCE = Pattern.compile("\\s*(```+)\\s*(.*)");
    private static final Pattern LINK = Pattern.compile("\\[(?:[^\\]\\[]|\\[[^\\]]*])*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#+ (.*)");
    private static final Pattern SOURCE = Pattern.compile("<!-- from (\\S+) -->");

    /**
     * A fenced block: the number of its first line, the words after the fence, what the comment before it names as its
     * source, or nothing, and its lines.
     */
    record Block(int first, String info, String source, List<String> lines) {
        boolean isOf(String language) {
            return info.equals(language) || info.startsWith(language + " ");
        }

        boolean hasSource() {
            return !source.isEmpty();
        }
    }

    static Page read(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        Set<String> anchors = new HashSet<>();
        String fence = null;
        String source = "";
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            Matcher mark = FENCE.matcher(line);
            boolean isFence = mark.matches();
            if (fence != null) {
                if (isFence && mark.group(1).equals(fence) && mark.group(2).isEmpty()) {
                    fence = null;
                } else {
                    blocks.getLast().lines().add(line);
                }
            } else if (isFence) {
                fence = mark.group(1);
                blocks.add(new Block(number + 1, mark.group(2).strip(), source, new ArrayList<>()));
                source = "";
            } else if (!source.isEmpty()) {
                throw new IllegalStateException(file + ":" + number + ": a block of code must begin here");
            } else {
                Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    anchors(heading.group(1), anchors);
                }
                Matcher comment = SOURCE.matcher(line);
                source = comment.matches() ? comment.group(1) : "";
                if (source.isEmpty() && line.startsWith("<!--") && !line.equals("<!-- slow -->")) {
                    throw new IllegalStateException(file + ":" + number + ": this is neither <!-- from FILE:SECTION -->"
                            + " nor <!-- slow -->");
                }
                text.append(line.replaceAll("`[^`]*`", "")).append('\n');
            }
        }
        List<String> links =
                LINK.matcher(text).results().map(link -> link.group(1)).toList();
        return new Page(file, blocks, links, anchors);
    }

    /** Adds the anchor of a heading, if the site and those that host repositories make the same of it. */
    private static void anchors(String heading, Set<String> anchors) {
        String text = heading.replaceAll("]\\([^)]*\\)", "").strip().toLowerCase(Locale.ROOT);
        String anchor = text.replaceAll("[^\\w\\s-]", "").replaceAll("[-\\s]+", "-");
        if (anchor.equals(text.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))) {
            anchors.add(anchor);
        }
    }

    /** Returns the lines of a file of the repository, or of a section of it, "FILE:SECTION", as a page shows them. */
    static List<String> linesOf(String source) throws IOException {
        String[] parts = source.split(":", 2);
        List<String> lines = Files.readAllLines(REPOSITORY.resolve(parts[0]));
        if (parts.length == 2) {
            int start = indexOf(lines, "start:" + parts[1], source);
            lines = lines.subList(start + 1, indexOf(lines, "end:" + parts[1], source));
        }
        return lines.stream()
                .filter(line -> !line.contains("--8<-- ["))
                .collect(Collectors.joining("\n"))
                .stripIndent()
                .lines()
                .toList();
    }

    private static int indexOf(List<String> lines, String mark, String source) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("--8<-- [" + mark + "]")) {
                return i;
            }
        }
        throw new NoSuchFileException(source, null, "there is no line --8<-- [" + mark + "]");
    }

    String name() {
        return REPOSITORY.relativize(file).toString();
    }

    boolean isOfGuide() {
        return file.startsWith(DOCS);
    }

    /** Returns all Markdown files of the checkout that people write or tests make. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        // Other modules may be building in their target folders.
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isSkipped = !folder.equals(REPOSITORY) && (name.equals("target") || name.startsWith("."));
                return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".md")) {
                    pages.add(read(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }
}
