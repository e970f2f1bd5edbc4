// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds and opens libpmix, once in a process. It is never bundled: it must be the launcher's.
 *
 * <p>Safe for use by several threads. The library stays loaded until the JVM ends.
 */
public final class PmixLibrary {
    /** System property that names the library: a path, or a name for the dynamic linker. */
    public static final String PROPERTY = "pmixj.library";
    /** Environment variable that does the same where the property is not set. */
    public static final String VARIABLE = "PMIXJ_LIBRARY";
    /** The name that the dynamic linker is asked for where neither is set. */
    public static final String DEFAULT_NAME = "libpmix.so.2";

    /** The first OpenPMIx whose structs and function twins of macros are those the bindings were generated from. */
    static final int MINIMUM_MAJOR = 5;

    private static final long MAX_VERSION_LENGTH = 1024;
    /** The number that Linux gives it. */
    private static final int LC_NUMERIC = 1;

    private PmixLibrary() {}

    // The outcome of the one attempt: a failed one is not repeated, it would fail the same way.
    private static final class Loaded {
        static final SymbolLookup SYMBOLS;
        static final PmixLibraryException FAILURE;

        static {
            SymbolLookup symbols = null;
            PmixLibraryException failure = null;
            try {
                symbols = open(configured());
            } catch (PmixLibraryException e) {
                failure = e;
            }
            SYMBOLS = symbols;
            FAILURE = failure;
        }
    }

    /**
     * Opens libpmix, or does nothing where it is open.
     *
     * @throws PmixLibraryException if it is not found, too old, or native access is denied
     */
    public static void load() {
        if (Loaded.FAILURE != null) {
            throw Loaded.FAILURE;
        }
    }

    /** The functions of libpmix, for the generated code. */
    static SymbolLookup symbols() {
        load();
        return Loaded.SYMBOLS;
    }

    /**
     * Whether the running libpmix has a function.
     *
     * @param function the C name
     * @return true if it can be linked
     */
    public static boolean has(String function) {
        return symbols().find(function).isPresent();
    }

    /**
     * Returns the exception to throw where a generated function could not be linked.
     *
     * @param function the C name
     * @param failure what linking threw
     * @return an exception that names the function and the running version if the function is missing, else one that
     *     wraps the failure
     */
    public static PmixLibraryException unlinked(String function, LinkageError failure) {
        return has(function)
                ? new PmixLibraryException("cannot link " + function + " of libpmix", failure)
                : new PmixLibraryException(missingMessage(function, version()), failure);
    }

    static String missingMessage(String function, String version) {
        return function + " is not in the running libpmix (" + version
                + "); it needs a newer OpenPMIx, which must also be the launcher's";
    }

    /**
     * The running library's own words on its version.
     *
     * @return such as {@code OpenPMIx 7.0.0rc1 (PMIx Standard: …)}
     */
    public static String version() {
        return version(symbols());
    }

    // Not through the generated class: that one cannot be initialised with a library that is too old.
    private static String version(SymbolLookup symbols) {
        MemorySegment getVersion = symbols.findOrThrow("PMIx_Get_version");
        try {
            return string(getVersion).reinterpret(MAX_VERSION_LENGTH).getString(0);
        } catch (Throwable e) {
            throw new PmixLibraryException("PMIx_Get_version failed", e);
        }
    }

    private static MemorySegment string(MemorySegment function) throws Throwable {
        if (CallShape.EXACT) {
            MethodHandle handle = Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(ADDRESS));
            return (MemorySegment) handle.invokeExact();
        }
        return CallShape.segment(CallShape.call(function, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static String configured() {
        String name = System.getProperty(PROPERTY);
        if (name == null || name.isEmpty()) {
            name = System.getenv(VARIABLE);
        }
        return name == null || name.isEmpty() ? DEFAULT_NAME : name;
    }

    private static SymbolLookup open(String name) {
        SymbolLookup symbols;
        try {
            symbols = name.indexOf('/') < 0
                    ? SymbolLookup.libraryLookup(name, Arena.global())
                    : SymbolLookup.libraryLookup(Path.of(name), Arena.global());
        } catch (IllegalCallerException e) {
            throw new PmixLibraryException(nativeAccessMessage(PmixLibrary.class.getModule()), e);
        } catch (IllegalArgumentException e) {
            throw new PmixLibraryException(notFoundMessage(name), e);
        }
        if (symbols.find("PMIx_Get_version").isEmpty()) {
            throw new PmixLibraryException("'" + name + "' is a library, but not libpmix: it has no PMIx_Get_version");
        }
        // A function twin of a macro: 4.x has the macro only, and other structs. Cheaper than reading the version.
        if (symbols.find("PMIx_Value_load").isEmpty()
                || symbols.find("PMIx_Data_array_create").isEmpty()) {
            throw new PmixLibraryException(tooOldMessage(name, version(symbols)));
        }
        useDecimalPoint(symbols);
        return symbols;
    }

    /**
     * Makes C write and read numbers with a decimal point. A JVM sets the locale of its user for all of C. With a comma
     * libpmix would send 2.5 as a text from which a server, which has the locale C, reads 2. Java does not use the part
     * that this changes.
     */
    private static void useDecimalPoint(SymbolLookup symbols) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment _ = setLocale(symbols, arena.allocateFrom("C"));
        }
    }

    /**
     * Sets the decimal point again, and logs a warning, if a library of the application has set another locale since
     * libpmix was loaded; only PMIx_Init calls it.
     */
    public static void restoreDecimalPoint() {
        MemorySegment now = setLocale(symbols(), MemorySegment.NULL);
        if (now.address() != 0
                && !now.reinterpret(MAX_VERSION_LENGTH).getString(0).equals("C")) {
            useDecimalPoint(symbols());
            System.getLogger("org.pmixj")
                    .log(
                            System.Logger.Level.WARNING,
                            "the locale of numbers was changed after libpmix was loaded; set LC_NUMERIC=C for the JVM");
        }
    }

    /** Sets the locale of numbers, if a name is given. Returns its name, or NULL on systems other than Linux. */
    private static MemorySegment setLocale(SymbolLookup symbols, MemorySegment name) {
        MemorySegment setLocale = symbols.find("setlocale").orElse(MemorySegment.NULL);
        if (setLocale.address() == 0 || !System.getProperty("os.name", "").equals("Linux")) {
            return MemorySegment.NULL;
        }
        try {
            if (CallShape.EXACT) {
                MethodHandle handle = Linker.nativeLinker()
                        .downcallHandle(setLocale, FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));
                return (MemorySegment) handle.invokeExact(LC_NUMERIC, name);
            }
            return CallShape.segment(CallShape.call(setLocale, LC_NUMERIC, name.address(), 0, 0, 0, 0, 0, 0));
        } catch (Throwable e) {
            throw new PmixLibraryException("setlocale failed", e);
        }
    }

    static String tooOldMessage(String name, String version) {
        return "the libpmix found as '" + name + "' is too old (" + version + "): pmixj needs OpenPMIx " + MINIMUM_MAJOR
                + ".0 or newer (7.0 for groups); install that, or name another one with -D" + PROPERTY
                + "=/path/libpmix.so.2 or the environment variable " + VARIABLE;
    }

    /**
     * Returns the message for a JVM that denies native access.
     *
     * @param module the module it is denied to
     * @return a message that names the flag
     */
    public static String nativeAccessMessage(Module module) {
        String who = module.isNamed() ? "org.pmixj.ffi,org.pmixj" : "ALL-UNNAMED";
        return "this JVM denies native access to pmixj; start it with --enable-native-access=" + who
                + " (in JDK_JAVA_OPTIONS if you do not write the java command yourself)";
    }

    /** The dynamic linker's own words, such as a library that this one needs and that is missing. */
    private static String reason(Path path) {
        try {
            System.load(path.toAbsolutePath().toString());
            return "no reason given";
        } catch (UnsatisfiedLinkError e) {
            return String.valueOf(e.getMessage());
        }
    }

    static String notFoundMessage(String name) {
        StringBuilder message = new StringBuilder("libpmix was not found: ");
        if (name.indexOf('/') >= 0) {
            Path path = Path.of(name);
            message.append("'").append(name).append("' ");
            if (Files.exists(path)) {
                message.append("cannot be loaded here: ").append(reason(path));
            } else {
                message.append("does not exist");
            }
            message.append(" (set by -D")
                    .append(PROPERTY)
                    .append(" or ")
                    .append(VARIABLE)
                    .append(")");
        } else {
            message.append("the dynamic linker found no loadable '")
                    .append(name)
                    .append("' in LD_LIBRARY_PATH (");
            String path = System.getenv("LD_LIBRARY_PATH");
            message.append(path == null || path.isEmpty() ? "not set" : path);
            message.append("), the linker cache (ldconfig -p) or the system's library folders");
        }
        return message.append("; install OpenPMIx (Debian: libpmix2t64 or libpmix-dev), or name the library with -D")
                .append(PROPERTY)
                .append("=/path/libpmix.so.2 or the environment variable ")
                .append(VARIABLE)
                .toString();
    }
}
