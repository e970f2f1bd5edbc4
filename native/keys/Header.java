// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The string and status macros of the PMIx headers, in the order they stand there. */
final class Header {
    /** A macro, its value, the comment that explains it (in one line), and whether the Standard has withdrawn it. */
    record Macro(String name, String value, String comment, boolean deprecated) {
        /** The name without the prefix that all have in common. */
        String constant() {
            return name.substring("PMIX_".length());
        }
    }

    private static final Pattern STRING = Pattern.compile("#\\s*define\\s+(PMIX_\\w+)\\s+\"([^\"]*)\"\\s*(.*)");
    private static final Pattern NUMBER = Pattern.compile("#\\s*define\\s+(PMIX_\\w+)\\s+\\(?(-\\d+)\\)?\\s*(?://.*|/\\*.*)?");
    private static final Pattern ALIAS = Pattern.compile("#\\s*define\\s+(PMIX_\\w+)\\s+(PMIX_\\w+)\\s*(?://.*|/\\*.*)?");
    // A comment goes on in lines that are indented as far as only comments are.
    private static final Pattern CONTINUED = Pattern.compile("\\s{20,}(?://|\\*)\\s*(.*)");

    /** Attributes and environment variables: each {@code #define PMIX_X "…"}. */
    final List<Macro> strings = new ArrayList<>();

    /** Statuses and events: each {@code #define PMIX_X -N}, and the names for one of these. */
    final List<Macro> statuses = new ArrayList<>();

    Header(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().matches("pmix[a-z_]*\\.h"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            read(Files.readAllLines(file), file.getFileName().toString().equals("pmix_deprecated.h"));
        }
        if (strings.isEmpty() || statuses.isEmpty()) {
            throw new IllegalStateException("no attributes or no statuses in " + folder + "; is it PMIx's?");
        }
    }

    private void read(List<String> lines, boolean deprecated) {
        Map<String, String> numbers = new TreeMap<>();
        for (Macro status : statuses) {
            numbers.put(status.name(), status.value());
        }
        for (int i = 0; i < lines.size(); i++) {
            Matcher string = STRING.matcher(lines.get(i));
            Matcher number = NUMBER.matcher(lines.get(i));
            Matcher alias = ALIAS.matcher(lines.get(i));
            if (string.lookingAt()) {
                StringBuilder comment = new StringBuilder(string.group(3));
                for (int j = i + 1; j < lines.size(); j++) {
                    Matcher more = CONTINUED.matcher(lines.get(j));
                    if (!more.matches()) {
                        break;
                    }
                    comment.append(' ').append(more.group(1));
                }
                strings.add(new Macro(string.group(1), string.group(2), oneLine(comment), deprecated));
            } else if (number.matches()) {
                numbers.put(number.group(1), number.group(2));
                statuses.add(new Macro(number.group(1), number.group(2), "", deprecated));
            } else if (alias.matches() && numbers.containsKey(alias.group(2))) {
                statuses.add(new Macro(alias.group(1), numbers.get(alias.group(2)), "", deprecated));
            }
        }
    }

    private static String oneLine(CharSequence comment) {
        return comment.toString().replaceAll("[*]{3,}", " ").replaceAll("\\s+", " ").strip();
    }
}
