// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a Markdown file of the repository: its blocks of code, its links and the anchors of its headings. */
record Page(Path file, List<Block> blocks, List<String> links, Set<String> anchors) {
    /** The checkout. */
    static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();

    static final Path DOCS = REPOSITORY.resolve("guide/docs");

    private static final Pattern FENCE = Pattern.compile("\\s*(```+)\\s*(.*)");
    private static final Pattern LINK = Pattern.compile("\\[(?:[^\\]\\[]|\\[[^\\]]*])*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#+ (.*?)(?:\\s*\\{\\s*#([\\w-]+)\\s*})?");

    /** A fenced block: the words after the fence, and its lines. */
    record Block(String info, List<String> lines) {
        boolean isOf(String language) {
            return info.equals(language) || info.startsWith("{ ." + language + " ") || info.startsWith(language + " ");
        }
    }

    static Page read(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> links = new ArrayList<>();
        Set<String> anchors = new HashSet<>();
        String fence = null;
        for (String line : Files.readAllLines(file)) {
            Matcher mark = FENCE.matcher(line);
            boolean isFence = mark.matches();
            if (fence != null) {
                if (isFence && mark.group(1).equals(fence) && mark.group(2).isEmpty()) {
                    fence = null;
                } else {
                    blocks.getLast().lines().add(line.strip());
                }
            } else if (isFence) {
                fence = mark.group(1);
                blocks.add(new Block(mark.group(2).strip(), new ArrayList<>()));
            } else {
                Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    anchors.add(heading.group(2) != null ? heading.group(2) : slug(heading.group(1)));
                }
                LINK.matcher(line.replaceAll("`[^`]*`", "")).results().forEach(link -> links.add(link.group(1)));
            }
        }
        return new Page(file, blocks, links, anchors);
    }

    /** Returns the anchor of a heading, as Markdown's table of contents makes it. */
    private static String slug(String heading) {
        String text = heading.replaceAll("]\\([^)]*\\)", "").replaceAll("[^\\w\\s-]", "");
        return text.strip().toLowerCase(Locale.ROOT).replaceAll("[-\\s]+", "-");
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
        try (Stream<Path> files = Files.walk(REPOSITORY, 4)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".md"))
                    .filter(f -> !("/" + REPOSITORY.relativize(f)).contains("/target/"))
                    .filter(f -> !("/" + REPOSITORY.relativize(f)).contains("/."))
                    .toList()) {
                pages.add(read(file));
            }
        }
        return pages;
    }
}
