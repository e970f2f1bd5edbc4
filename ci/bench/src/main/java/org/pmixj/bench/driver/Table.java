// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats columns of text: the first ones are aligned left, the others, which are numbers, right. */
final class Table {
    private final String title;
    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String title, int leftColumns, String... headings) {
        this.title = title;
        this.leftColumns = leftColumns;
        row(headings);
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** Adds an empty line. */
    void gap() {
        rows.add(List.of());
    }

    /** Formats a number with three digits, or all before the point. */
    static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    static String ratio(double value, double base) {
        return base == 0 ? "-" : String.format(Locale.ROOT, "%.2f", value / base);
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder(title).append("\n\n");
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i < leftColumns ? row.get(i) + padding : padding + row.get(i))
                        .append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
