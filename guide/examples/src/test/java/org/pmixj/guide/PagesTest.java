// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.guide.Page.DOCS;
import static org.pmixj.guide.Page.REPOSITORY;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pmixj.checks.JavaSources;

/** Checks the pages of the guide: they show the code of programs that tests run, and no link of any page of the repository is dead. */
class PagesTest {
    private static final Pattern SECTION = Pattern.compile("--8<-- \\[start:([\\w-]+)]");
    /** The files that hooks.py shows as API documentation. A link to a nested class has it as anchor: GroupRequest.java#Builder. */
    private static final Pattern API =
            Pattern.compile("(?:groups-java|collectives|elastic)/src/(?:main|generated)/java/"
                    + "(?:module-info|org/pmixj/(?!internal/)(?:\\w+/)?[\\w-]+)\\.java");
    /** Pages that are files of the repository, in mkdocs.yml: "page.md: file.md". */
    private static final Pattern INCLUDED = Pattern.compile("(?m)^ {4}([\\w/.-]+\\.md): ([\\w/.-]+\\.md)$");

    private static final Map<Path, Page> PAGES = new HashMap<>();
    /** The page of the guide that shows a file of the repository, by the path that it would have in docs. */
    private static final Map<Path, Path> SHOWN = new HashMap<>();

    private static String configuration;

    @BeforeAll
    static void read() throws IOException {
        for (Page page : Page.all()) {
            PAGES.put(page.file(), page);
        }
        configuration = Files.readString(REPOSITORY.resolve("guide/mkdocs.yml"));
        for (MatchResult line : INCLUDED.matcher(configuration).results().toList()) {
            SHOWN.put(DOCS.resolve(line.group(1)), REPOSITORY.resolve(line.group(2)));
        }
        assertThat(SHOWN).isNotEmpty();
        assertThat(PAGES).containsKeys(SHOWN.values().toArray(Path[]::new));
    }

    private static List<Page> ofGuide() {
        return PAGES.values().stream().filter(Page::isOfGuide).toList();
    }

    @Test
    void codeIsThatOfPrograms() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Page page : PAGES.values()) {
            for (Page.Block block : page.blocks()) {
                String reason = reasonWhyWrong(page, block);
                if (reason != null) {
                    wrong.add(page.name() + ":" + reason);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String reasonWhyWrong(Page page, Page.Block block) throws IOException {
        boolean isCode = Stream.of("java", "c", "python", "xml").anyMatch(block::isOf);
        if (block.hasSource()) {
            List<String> lines;
            try {
                lines = Page.linesOf(block.source());
            } catch (NoSuchFileException e) {
                return block.first() - 2 + ": there is no such file or section: " + e.getMessage();
            }
            int same = 0;
            while (same < Math.min(lines.size(), block.lines().size())
                    && lines.get(same).equals(block.lines().get(same))) {
                same++;
            }
            return lines.equals(block.lines())
                    ? null
                    : block.first() + same + ": this is not what " + block.source()
                            + " has: change that file, and run guide/refresh";
        }
        if (page.isOfGuide() && isCode) {
            return block.first() - 1 + ": code is that of a program that a test runs: write a line"
                    + " <!-- from FILE:SECTION --> before this block, and run guide/refresh";
        }
        if (page.isOfGuide() && Stream.of("text", "sh", "bash").noneMatch(block::isOf)) {
            return block.first() - 1 + ": a block is java, c, python, xml, text, sh or bash, not " + block.info();
        }
        return null;
    }

    /** The code of pages that are files of the repository is in some program that a test runs. */
    @Test
    void codeOfOtherDocumentsIsOfPrograms() throws IOException {
        StringBuilder programs = new StringBuilder();
        for (String folder : List.of("ci/integration-tests/src/test", "guide/examples/src/main", "samples/src/main")) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(folder))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    programs.append(Files.readString(file).replaceAll("\\s+", ""));
                }
            }
        }
        for (Path file : SHOWN.values()) {
            for (Page.Block block : PAGES.get(file).blocks()) {
                if (block.isOf("java")) {
                    assertThat(programs)
                            .as(file.toString())
                            .contains(String.join("", block.lines()).replaceAll("\\s+", ""));
                }
            }
        }
    }

    /** Commands that no test runs: their syntax, and the files of the checkout that they name. */
    @Test
    void commandsAreValid() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Page page : ofGuide()) {
            for (Page.Block block : page.blocks()) {
                if (block.isOf("sh") || block.isOf("bash")) {
                    String script = String.join("\n", block.lines());
                    Process check = new ProcessBuilder("bash", "-n", "-c", script)
                            .inheritIO()
                            .start();
                    if (check.waitFor() != 0) {
                        wrong.add(page.name() + ": bash does not understand " + script);
                    }
                    for (String word : script.split("[\\s']+")) {
                        boolean isOfCheckout = word.matches("(?:ci|guide|native|samples|tool)/[\\w./-]+");
                        if (isOfCheckout && !word.contains("target/") && !Files.exists(REPOSITORY.resolve(word))) {
                            wrong.add(page.name() + ": there is no " + word);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Checks that a page shows each marked section: a section that no page shows is of no use. */
    @Test
    void eachSectionOfTheExamplesIsShown() throws IOException {
        Set<String> shown = new TreeSet<>();
        for (Page page : ofGuide()) {
            page.blocks().forEach(block -> shown.add(block.source()));
        }
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve("guide/examples/src/main"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                SECTION.matcher(Files.readString(file))
                        .results()
                        .forEach(section -> there.add(REPOSITORY.relativize(file) + ":" + section.group(1)));
            }
        }
        assertThat(shown).containsAll(there);
    }

    @Test
    void theReadmeShowsTheFirstProgram() throws IOException {
        assertThat(Page.read(REPOSITORY.resolve("README.md")).blocks().stream()
                        .filter(block -> block.isOf("java"))
                        .map(Page.Block::source))
                .containsExactly("guide/examples/src/main/java/org/pmixj/guide/Hello.java:hello");
    }

    /** The one that shows the product, and the one that passes all tests, as the CI runs it. */
    @Test
    void theReadmeHasTwoCommands() throws IOException {
        Path file = REPOSITORY.resolve("README.md");
        assertThat(Files.readAllLines(file)).hasSizeLessThanOrEqualTo(80);
        List<String> commands = Page.read(file).blocks().stream()
                .filter(block -> block.isOf("sh"))
                .findFirst()
                .orElseThrow()
                .lines()
                .stream()
                .map(line -> line.replaceAll(" +#.*", ""))
                .toList();
        assertThat(commands).containsExactly("ci/container samples/run hello-groups", "ci/test");
        assertThat(Files.readAllLines(REPOSITORY.resolve(".ci/run")).getLast()).isEqualTo("exec " + commands.get(1));
    }

    @Test
    void noLinkIsDead() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Page page : PAGES.values()) {
            for (String link : page.links()) {
                String reason = reasonWhyDead(page, link);
                if (reason != null) {
                    dead.add(page.name() + ": " + link + ": " + reason);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static String reasonWhyDead(Page page, String link) throws IOException {
        if (link.matches("[a-z]+:.*")) {
            URI uri = URI.create(link);
            return "https".equals(uri.getScheme()) && uri.getHost() != null ? null : "this is no https address";
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return "there is no such file";
        }
        boolean isApi = API.matcher(REPOSITORY.relativize(target).toString()).matches();
        if (page.isOfGuide() && !target.startsWith(DOCS) && !SHOWN.containsValue(target) && !isApi) {
            return "this file is no page of the guide, and no exported class";
        }
        if (parts.length == 1) {
            return null;
        }
        if (isApi) {
            return typesIn(target).contains(parts[1]) ? null : "this file has no such class";
        }
        Page other = PAGES.get(target);
        return other == null || other.anchors().contains(parts[1])
                ? null
                : "there is no such heading, or one whose anchor the site and repository hosts make differently: use plain"
                        + " letters in it";
    }

    private static Set<String> typesIn(Path file) throws IOException {
        Set<String> types = new TreeSet<>();
        JavaSources.read(List.of(file), new JavaSources.Reader() {
            @Override
            protected void declared(Tree declaration) {
                if (declaration instanceof ClassTree type) {
                    types.add(type.getSimpleName().toString());
                }
            }
        });
        return types;
    }

    @Test
    void theNavigationHasEveryPage() {
        String navigation = configuration.substring(configuration.indexOf("\nnav:"));
        Set<String> listed = Pattern.compile("(?m): ([\\w/.-]+\\.md)$")
                .matcher(navigation)
                .results()
                .map(line -> line.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = Stream.concat(ofGuide().stream().map(Page::file), SHOWN.keySet().stream())
                .map(file -> DOCS.relativize(file).toString())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(there);
    }

    @Test
    void artifactsHaveTheVersionOfThisBuild() throws IOException {
        Matcher version =
                Pattern.compile("<version>([^<]+)</version>").matcher(Files.readString(REPOSITORY.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        for (Page page : PAGES.values()) {
            for (Page.Block block : page.blocks()) {
                String text = String.join("\n", block.lines());
                boolean isOfPages = !block.hasSource();
                if (isOfPages && text.contains("<groupId>org.pmixj</groupId>") && text.contains("<version>")) {
                    assertThat(text).as(page.name()).contains("<version>" + version.group(1) + "</version>");
                }
            }
        }
    }
}
