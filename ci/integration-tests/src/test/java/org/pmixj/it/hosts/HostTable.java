// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmixj.PmixException;

/** The table of operations and hosts. A run replaces the columns of the hosts that it had, and keeps the others. */
final class HostTable {
    /** A host of the table. */
    enum Column {
        PRRTE_5("PRRTE 5, OpenPMIx 7"),
        FEW_POWERS("Slurm's own server"),
        PRRTE_3("PRRTE 3.0.8, OpenPMIx 5.0.7");

        private final String title;

        Column(String title) {
            this.title = title;
        }
    }

    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (.*) \\| (.*) \\| (.*) \\|");

    private final Map<String, Map<Column, String>> rows = new TreeMap<>();

    private HostTable() {}

    /** Returns what the outcome of an operation says about its host. */
    static String cell(Throwable failure) {
        if (failure instanceof PmixException.NotSupported) {
            return "no";
        } else if (failure instanceof PmixException.Timeout || failure instanceof PmixException.LostConnection) {
            return failure.getClass().getSimpleName();
        }
        // An answer about the sample argument, such as that it does not exist, is an answer.
        return failure instanceof PmixException
                        || failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                ? "yes"
                : failure.toString();
    }

    /** Reads a table; an absent one is empty. */
    static HostTable read(Path file) throws IOException {
        HostTable table = new HostTable();
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                for (Column column : Column.values()) {
                    table.set(row.group(1), column, row.group(2 + column.ordinal()));
                }
            }
        }
        return table;
    }

    private void set(String operation, Column column, String cell) {
        rows.computeIfAbsent(operation, name -> new EnumMap<>(Column.class)).put(column, cell);
    }

    /** Sets a column to the cells of a run. A row that no host has any more goes. */
    void replace(Column column, Map<String, String> cells) {
        rows.values().forEach(row -> row.remove(column));
        cells.forEach((operation, cell) -> set(operation, column, cell));
        if (column != Column.PRRTE_3) {
            rows.keySet().removeIf(operation -> !cells.containsKey(operation));
        }
    }

    String markdown() {
        StringBuilder text = new StringBuilder("""
                # What each host supports

                Made by a run of `HostsIT`, which calls every operation of the API by two ranks with sample arguments, or with
                another process and a node outside of the DVM where it needs them; `ci/test` checks the first two columns, `ci/test
                trixie` the third.

                - **yes**: the operation is done, or answers that its sample argument does not exist.
                - **no**: `PmixException.NotSupported`, at once.
                - an exception: what it throws instead.

                *Slurm's own server* is a PMIx server in C with the entries of Slurm's plugin `mpi/pmix`, so what `srun
                --mpi=pmix` offers; that of Flux offers as much. Under `prterun` in an allocation of Slurm the host is PRRTE.
                PRRTE 5 constructs groups. Under PRRTE 3 the members construct them by values that they publish, and under Slurm's
                own server by fences: `Capabilities.groupMethod()` says which. `Consensus.open` and `ElasticGroup` need PRRTE 5.

                """);
        text.append("| operation |");
        for (Column column : Column.values()) {
            text.append(' ').append(column.title).append(" |");
        }
        text.append("\n|---|---|---|---|\n");
        rows.forEach((operation, cells) -> {
            text.append("| `").append(operation).append("` |");
            for (Column column : Column.values()) {
                text.append(' ').append(cells.getOrDefault(column, "?")).append(" |");
            }
            text.append('\n');
        });
        return text.toString();
    }
}
