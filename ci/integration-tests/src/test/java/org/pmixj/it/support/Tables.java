// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmixj.Pmix;
import org.pmixj.internal.call.Session;

/**
 * Counts what the library keeps, by reflection: the elements of all maps and collections, the tasks of executors, the
 * dependents of futures, and the objects of its classes that the session or a static table reaches.
 */
public final class Tables {
    private static final String LIBRARY = "org.pmixj.";
    private static final int MOST_ATTEMPTS = 20;

    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Runnable> rest = new ArrayDeque<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    private Tables() {}

    /** Returns the counts by the fields that hold the tables, and by classes. */
    public static Map<String, Integer> count() {
        for (int attempt = 1; ; attempt++) {
            try {
                return countNow();
            } catch (ConcurrentModificationException | IndexOutOfBoundsException e) {
                // Other threads go on meanwhile.
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static Map<String, Integer> countNow() {
        Tables tables = new Tables();
        for (Field table : StaticTables.ALL) {
            tables.visit(table.getDeclaringClass().getSimpleName() + "." + table.getName(), value(table, null));
        }
        tables.visit("session", Session.current());
        while (!tables.rest.isEmpty()) {
            tables.rest.pop().run();
        }
        return tables.counts;
    }

    /** Found once: a class that has a table is initialized by this. */
    private static final class StaticTables {
        static final List<Field> ALL = find();

        private static List<Field> find() {
            List<Field> tables = new ArrayList<>();
            try {
                for (String name : classes()) {
                    for (Field field : Class.forName(name, false, Pmix.class.getClassLoader())
                            .getDeclaredFields()) {
                        boolean isTable = Map.class.isAssignableFrom(field.getType())
                                || Collection.class.isAssignableFrom(field.getType());
                        if (isTable && Modifier.isStatic(field.getModifiers())) {
                            tables.add(field);
                        }
                    }
                }
            } catch (IOException | URISyntaxException | ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            return tables;
        }

        private static List<String> classes() throws IOException, URISyntaxException {
            Path library = Path.of(Pmix.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isDirectory(library)) {
                return classes(library);
            }
            try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + library.toUri()), Map.of())) {
                return classes(jar.getPath("/"));
            }
        }

        private static List<String> classes(Path root) throws IOException {
            try (Stream<Path> files = Files.walk(root.resolve("org/pmixj/internal"))) {
                return files.map(file -> root.relativize(file).toString())
                        .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                        .map(name -> name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .toList();
            }
        }
    }

    private static Object value(Field field, Object of) {
        try {
            ((AccessibleObject) field).setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private void visit(String name, Object object) {
        if (object == null || object instanceof Class<?> || object instanceof Thread || object instanceof Enum<?>) {
            return;
        }
        if (!visited.add(object)) {
            return;
        }
        switch (object) {
            case Map<?, ?> map -> {
                add(name, map.size());
                elements(name, new ArrayList<>(map.keySet()));
                elements(name, new ArrayList<>(map.values()));
            }
            case Collection<?> collection -> {
                add(name, collection.size());
                elements(name, new ArrayList<>(collection));
            }
            case Object[] array -> elements(name, Arrays.asList(array));
            case AtomicReference<?> reference -> elements(name, Collections.singletonList(reference.get()));
            case AtomicReferenceArray<?> array ->
                elements(
                        name,
                        IntStream.range(0, array.length()).mapToObj(array::get).toList());
            case ThreadPoolExecutor executor -> add(name, executor.getQueue().size());
            case CompletableFuture<?> future -> add(name, future.getNumberOfDependents());
            default -> {}
        }
        if (object.getClass().getName().startsWith(LIBRARY)) {
            add(object.getClass().getName().substring(LIBRARY.length()), 1);
            fields(object);
        }
    }

    private void add(String name, int count) {
        counts.merge(name, count, Integer::sum);
    }

    private void elements(String name, List<?> elements) {
        elements.forEach(element -> rest.push(() -> visit(name, element)));
    }

    private void fields(Object object) {
        for (Class<?> type = object.getClass(); type.getName().startsWith(LIBRARY); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    String name = type.getSimpleName() + "." + field.getName();
                    rest.push(() -> visit(name, value(field, object)));
                }
            }
        }
    }
}
