// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.repeat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.ModulePackagesAttribute;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;

/**
 * Copies the JAR of the library for {@code ci/test repeat}, with a {@link Pause} at points at which threads and
 * processes may overtake each other. What users get is not changed.
 */
public final class DelayedLibrary {
    /** Where it delays. */
    enum Point {
        NATIVE_CALL,
        UPCALL,
        TASK,
        ORDER
    }

    private static final String INTERNAL = "org/pmixj/internal/";
    private static final String CALLS = INTERNAL + "ffi/Libpmix";
    private static final String UPCALLS = INTERNAL + "ffi/Upcalls";
    private static final ClassDesc PAUSE = Pause.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    /** Methods of the JDK after which other threads see what this one did. */
    private static final Pattern ORDERS = Pattern.compile("java/util/concurrent/(?:"
            + "locks/\\w+\\.(?:unlock|unpark|signal|signalAll)"
            + "|atomic/\\w+\\.(?:set|lazySet|getAnd\\w+|compareAnd\\w+|\\w+AndGet|accumulate\\w*|update\\w*)"
            + "|CompletableFuture\\.(?:complete\\w*|cancel)"
            + "|Concurrent\\w+\\.(?:put|putIfAbsent|remove|compute\\w*|merge|replace|add|offer|poll)"
            + "|\\w+(?:Queue|Deque)\\.(?:add|offer|put|poll|take)"
            + "|(?:CountDownLatch\\.countDown|Semaphore\\.release|Executor\\w*\\.(?:execute|submit))"
            + ")|java/lang/invoke/VarHandle\\.(?:set\\w+|compareAnd\\w+|getAnd\\w+)");

    private final Map<Point, Integer> points = new EnumMap<>(Point.class);
    private final Set<String> volatiles = new HashSet<>();

    private DelayedLibrary() {}

    /**
     * Writes the copy.
     *
     * @param args the JAR, and the copy
     */
    public static void main(String[] args) throws IOException {
        System.out.println("points of delay in " + args[1] + ": " + copy(Path.of(args[0]), Path.of(args[1])));
    }

    /** Writes the copy, and returns how many points it has. There must be some of each kind. */
    static Map<Point, Integer> copy(Path jar, Path copy) throws IOException {
        DelayedLibrary library = new DelayedLibrary();
        Files.createDirectories(Objects.requireNonNull(copy.toAbsolutePath().getParent()));
        try (JarFile in = new JarFile(jar.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy))) {
            in.stream().filter(DelayedLibrary::isDelayed).forEach(entry -> library.findVolatiles(read(in, entry)));
            for (JarEntry entry : (Iterable<JarEntry>) in.stream()::iterator) {
                byte[] content = read(in, entry);
                boolean isModule = entry.getName().equals("module-info.class");
                add(out, entry.getName(), isModule || isDelayed(entry) ? library.changed(content) : content);
            }
            String pause = Pause.class.getName().replace('.', '/') + ".class";
            try (InputStream own = Objects.requireNonNull(Pause.class.getResourceAsStream("/" + pause))) {
                add(out, pause, own.readAllBytes());
            }
        }
        for (Point point : Point.values()) {
            if (!library.points.containsKey(point)) {
                throw new IllegalStateException(jar + " has no point " + point + ": the library has changed");
            }
        }
        return library.points;
    }

    private static byte[] read(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
    }

    private static boolean isDelayed(JarEntry entry) {
        return entry.getName().startsWith(INTERNAL) && entry.getName().endsWith(".class");
    }

    private void findVolatiles(byte[] content) {
        ClassModel type = ClassFile.of().parse(content);
        for (FieldModel field : type.fields()) {
            if (field.flags().has(AccessFlag.VOLATILE)) {
                volatiles.add(type.thisClass().asInternalName() + "." + field.fieldName());
            }
        }
    }

    private byte[] changed(byte[] content) {
        ClassModel type = ClassFile.of().parse(content);
        String name = type.thisClass().asInternalName();
        return ClassFile.of().transformClass(type, (changed, element) -> {
            switch (element) {
                // A class that is being initialized keeps its lock.
                case MethodModel method
                when !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME) ->
                    changed.transformMethod(
                            method, MethodTransform.transformingCode(new Delays(pointOf(name, method))));
                // It would hide the package of Pause.
                case ModulePackagesAttribute _ -> {}
                default -> changed.with(element);
            }
        });
    }

    /** Returns what begins with a method, or null. */
    private static Point pointOf(String type, MethodModel method) {
        String name = method.methodName().stringValue();
        if (method.code().isEmpty() || name.startsWith("<")) {
            return null;
        }
        if (type.equals(CALLS)) {
            return method.flags().has(AccessFlag.PUBLIC) ? Point.NATIVE_CALL : null;
        }
        if (type.startsWith(UPCALLS)) {
            return name.equals("apply") || name.equals("arrived") ? Point.UPCALL : null;
        }
        return name.equals("run") && method.methodType().equalsString("()V") ? Point.TASK : null;
    }

    private void count(Point point) {
        points.merge(point, 1, Integer::sum);
    }

    /** Delays the begin of a method, if it is such a point, and what follows each point of order in it. */
    private final class Delays implements CodeTransform {
        private final Point begin;

        Delays(Point begin) {
            this.begin = begin;
        }

        @Override
        public void atStart(CodeBuilder code) {
            if (begin != null) {
                count(begin);
                code.invokestatic(PAUSE, "before", NOTHING);
            }
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
            if (isOrder(element)) {
                count(Point.ORDER);
                code.invokestatic(PAUSE, "after", NOTHING);
            }
        }

        private boolean isOrder(CodeElement element) {
            return switch (element) {
                case MonitorInstruction monitor -> monitor.opcode() == Opcode.MONITOREXIT;
                case FieldInstruction field ->
                    (field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC)
                            && volatiles.contains(field.owner().asInternalName() + "." + field.name());
                case InvokeInstruction call ->
                    ORDERS.matcher(call.owner().asInternalName() + "." + call.name())
                            .matches();
                default -> false;
            };
        }
    }
}
