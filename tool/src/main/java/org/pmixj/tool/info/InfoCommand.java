// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.info;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.tool.Refusal;
import org.pmixj.tool.doctor.MpiCheck;
import org.pmixj.tool.info.Holdings.Item;
import org.pmixj.tool.info.Holdings.Kind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists keys, statuses and functions, and whether the running libpmix has them. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        header = "Lists what the running libpmix has.",
        description = {
            "",
            "Without a kind, it prints how many there are, and which MPI library pmixj-mpi takes.",
            "What libpmix lacks has a minus sign.",
            "Functions are those of pmix.h, each with the Java method that covers it.",
            ""
        })
public final class InfoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", arity = "0..1", paramLabel = "KIND", description = "one of: ${COMPLETION-CANDIDATES}")
    private @Nullable Kind kind;

    @Parameters(index = "1", arity = "0..1", paramLabel = "WORD", description = "only those with this word")
    private String word = "";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    /** Creates the command. */
    public InfoCommand() {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        String version;
        // Some of what libpmix knows, it knows in a session.
        try (Pmix _ = Pmix.builder().allowSingleton().init()) {
            version = Pmix.libraryVersion();
            Map<Kind, List<Item>> items = new LinkedHashMap<>();
            for (Kind each : kind == null ? Kind.values() : new Kind[] {kind}) {
                items.put(
                        each, Holdings.of(each).stream().filter(this::isWanted).toList());
            }
            MpiCheck mpi = kind == null ? MpiCheck.run() : null;
            if (json) {
                out.println(JsonWriter.indent("  ")
                        .string()
                        .value(report(version, mpi, items))
                        .done());
            } else if (mpi != null) {
                print(out, version, mpi, items);
            } else {
                items.values().forEach(list -> list.forEach(item -> out.println(line(item))));
            }
        } catch (PmixException e) {
            throw new Refusal(e.getMessage() + " ('pmixj doctor' checks the installation)");
        }
        out.flush();
        return 0;
    }

    private boolean isWanted(Item item) {
        return (item.name() + " " + item.text()).toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }

    private static void print(PrintWriter out, String version, MpiCheck mpi, Map<Kind, List<Item>> items) {
        out.println(version);
        out.println("MPI        " + mpi.text());
        items.forEach((each, list) -> out.printf(
                Locale.ROOT,
                "%-10s %4d, of which this libpmix has %d%n",
                each,
                list.size(),
                list.stream().filter(Item::isHere).count()));
        out.println("'pmixj info functions group' lists the functions with this word.");
    }

    private static String line(Item item) {
        return (item.isHere() ? "  " : "- ") + item.name() + "  " + item.text();
    }

    private static Map<String, Object> report(String version, @Nullable MpiCheck mpi, Map<Kind, List<Item>> items) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("version", version);
        if (mpi != null) {
            report.put("mpi", mpi.json());
        }
        items.forEach((each, list) -> {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Item item : list) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("name", item.name());
                row.put("text", item.text());
                row.put("here", item.isHere());
                rows.add(row);
            }
            report.put(each.name(), rows);
        });
        return report;
    }
}
