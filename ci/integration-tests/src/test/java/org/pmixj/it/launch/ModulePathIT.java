// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.ffi.PMIxConstants;

/** A program on the module path needs the two modules of this library and nothing else. */
class ModulePathIT {
    private static final String MODULE = "module user { requires org.pmixj; }";
    private static final String PROGRAM = """
            package user;

            public class User {
                public static int sizeOf(org.pmixj.group.Group group) {
                    return group.members().size();
                }
            }
            """;

    private static Path pathOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    @Test
    void twoModulesAreEnough(@TempDir Path output) throws Exception {
        List<Path> path = List.of(pathOf(Pmix.class), pathOf(PMIxConstants.class));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of(
                "-Xlint:all",
                "-Werror",
                "-d",
                output.toString(),
                "-p",
                path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        options,
                        null,
                        List.of(source("module-info.java", MODULE), source("user/User.java", PROGRAM)))
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();

        ModuleFinder finder =
                ModuleFinder.of(Stream.concat(path.stream(), Stream.of(output)).toArray(Path[]::new));
        Configuration resolved = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of("user"));
        assertThat(resolved.modules())
                .extracting(module -> module.name())
                .containsExactlyInAnyOrder("user", "org.pmixj", "org.pmixj.ffi");
    }
}
