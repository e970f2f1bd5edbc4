// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks what jobs need on this machine, by what each part does here, and names the remedies. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        header = "Checks what jobs need on this machine, and names remedies.",
        description = {
            "",
            "Each line is ok, a warning or wrong. The last one is a real job of two ranks,",
            "which form a group. The exit status is 1 if something is wrong."
        })
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "print the findings as JSON")
    private boolean json;

    @Option(
            names = "--launcher",
            paramLabel = "PROGRAM",
            description = "the launcher to check (default: prterun, or mpirun where there is none)")
    private @Nullable String launcher;

    /** Creates the command. */
    public DoctorCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> findings = new ArrayList<>();
        examine(finding -> {
            findings.add(finding);
            if (!json) {
                out.println(finding);
                out.flush();
            }
        });
        boolean wrong = findings.stream().anyMatch(finding -> finding.state() == Finding.State.WRONG);
        if (json) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("ok", !wrong);
            report.put("findings", findings.stream().map(Finding::json).toList());
            out.println(JsonWriter.indent("  ").string().value(report).done());
            out.flush();
        }
        return wrong ? 1 : 0;
    }

    private void examine(Consumer<Finding> report) {
        MachineCheck.all().forEach(report);
        LibraryCheck library = LibraryCheck.run();
        library.findings().forEach(report);
        LauncherCheck check = LauncherCheck.run(Optional.ofNullable(launcher), library.version());
        check.findings().forEach(report);
        Path usable = check.usable();
        if (usable != null) {
            report.accept(MachineCheck.slots(usable));
        }
        report.accept(MpiCheck.run().finding());
        report.accept(CacheCheck.run());
        JobCheck.run(library.isUsable(), usable).forEach(report);
    }
}
