// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.value.Envar;

/** Builds the directives of a {@link org.pmixj.process.SpawnRequest} without loading the hundreds of {@code Keys}. */
public final class SpawnKeys {
    private static final char NO_SEPARATOR = 0;

    private SpawnKeys() {}

    private static Info info(MemorySegment key, PmixValue value) {
        return InfoAccess.get().info(key.getString(0), value, false);
    }

    private static Info flag(MemorySegment key) {
        return info(key, new PmixValue.Bool(true));
    }

    private static Info text(MemorySegment key, String what, String value) {
        return info(key, new PmixValue.Str(notEmpty(what, value)));
    }

    private static String notEmpty(String what, String value) {
        if (Checks.text(what, value).isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        return value;
    }

    private static Info path(MemorySegment key, String what, Path path) {
        return text(key, what, path.toAbsolutePath().toString());
    }

    public static Info mapBy(String policy) {
        return text(PMIxConstants.PMIX_MAPBY(), "mapping policy", policy);
    }

    public static Info rankBy(String policy) {
        return text(PMIxConstants.PMIX_RANKBY(), "ranking policy", policy);
    }

    public static Info bindTo(String policy) {
        return text(PMIxConstants.PMIX_BINDTO(), "binding policy", policy);
    }

    public static Info hosts(String... names) {
        for (String name : names) {
            if (notEmpty("host", name).indexOf(',') >= 0) {
                throw new IllegalArgumentException("host contains a comma: " + name);
            }
        }
        return text(PMIxConstants.PMIX_HOST(), "list of hosts", String.join(",", names));
    }

    public static Info hostfile(Path file) {
        return path(PMIxConstants.PMIX_HOSTFILE(), "hostfile", file);
    }

    public static Info setEnvironment(String name, String value) {
        return info(PMIxConstants.PMIX_SET_ENVAR(), new Envar(variable(name), value, NO_SEPARATOR));
    }

    public static Info unsetEnvironment(String name) {
        return text(PMIxConstants.PMIX_UNSET_ENVAR(), "name", variable(name));
    }

    public static Info prependEnvironment(String name, String value, char separator) {
        return info(PMIxConstants.PMIX_PREPEND_ENVAR(), new Envar(variable(name), value, separator));
    }

    public static Info appendEnvironment(String name, String value, char separator) {
        return info(PMIxConstants.PMIX_APPEND_ENVAR(), new Envar(variable(name), value, separator));
    }

    private static String variable(String name) {
        if (name.indexOf('=') >= 0) {
            throw new IllegalArgumentException("the name of a variable contains '=': " + name);
        }
        return name;
    }

    public static Info forwardStdout() {
        return flag(PMIxConstants.PMIX_FWD_STDOUT());
    }

    public static Info forwardStderr() {
        return flag(PMIxConstants.PMIX_FWD_STDERR());
    }

    public static Info outputToFile(Path name) {
        return path(PMIxConstants.PMIX_IOF_OUTPUT_TO_FILE(), "file", name);
    }

    public static Info outputToDirectory(Path directory) {
        return path(PMIxConstants.PMIX_IOF_OUTPUT_TO_DIRECTORY(), "directory", directory);
    }

    public static Info filesOnly() {
        return flag(PMIxConstants.PMIX_IOF_FILE_ONLY());
    }

    public static Info tagOutput() {
        return flag(PMIxConstants.PMIX_IOF_TAG_OUTPUT());
    }

    public static Info mergeOutput() {
        return flag(PMIxConstants.PMIX_IOF_MERGE_STDERR_STDOUT());
    }

    public static Info stdinTo(String target) {
        if (!target.equals("all") && !target.equals("none")) {
            try {
                Integer.parseUnsignedInt(target);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("neither a rank nor \"all\" nor \"none\": " + target, e);
            }
        }
        return text(PMIxConstants.PMIX_STDIN_TGT(), "target", target);
    }

    public static Info independent() {
        return flag(PMIxConstants.PMIX_SPAWN_CHILD_SEP());
    }

    public static Info recoverable() {
        return flag(PMIxConstants.PMIX_JOB_RECOVERABLE());
    }

    /** Returns the directive of an application without which PRRTE uses another directory if its own is missing. */
    static Info directoryMustExist() {
        return flag(PMIxConstants.PMIX_WDIR_USER_SPECIFIED());
    }

    public static Info indexArguments() {
        return flag(PMIxConstants.PMIX_INDEX_ARGV());
    }
}
