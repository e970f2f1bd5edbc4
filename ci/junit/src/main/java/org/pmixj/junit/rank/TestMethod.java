// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Names a test method that a job runs.
 *
 * @param className the test class
 * @param name the method
 * @param parameterTypes the names of its parameters' types
 * @param isAlone whether it has no before and after methods
 * @param limit its time limit
 */
public record TestMethod(String className, String name, List<String> parameterTypes, boolean isAlone, Duration limit) {
    /**
     * The system property with the folders of test classes of a rank that writes a class cache: its class path has JARs
     * alone.
     */
    public static final String FOLDERS = "pmixj.junit.folders";

    /** The number of arguments of one method. */
    static final int ARGUMENTS = 5;

    /** Returns the description of a method. */
    public static TestMethod of(Class<?> testClass, Method method, Duration limit) {
        return new TestMethod(
                testClass.getName(), method.getName(), types(method), !MethodRun.surroundsTests(testClass), limit);
    }

    /** Returns the name of a folder for the method's files, without the package. */
    String folder() {
        return className.substring(className.lastIndexOf('.') + 1) + "." + name;
    }

    List<String> toArguments() {
        // The types need a neighbour: an empty line of Java's argument file is no argument.
        return List.of(
                className,
                name,
                Long.toString(limit.toMillis()),
                "(" + String.join(",", parameterTypes),
                Boolean.toString(isAlone));
    }

    static TestMethod fromArguments(String[] args, int first) {
        String types = args[first + 3];
        return new TestMethod(
                args[first],
                args[first + 1],
                types.length() == 1 ? List.of() : List.of(types.substring(1).split(",", -1)),
                Boolean.parseBoolean(args[first + 4]),
                Duration.ofMillis(Long.parseLong(args[first + 2])));
    }

    Class<?> load() throws ClassNotFoundException, MalformedURLException {
        String folders = System.getProperty(FOLDERS);
        if (folders == null) {
            return Class.forName(className);
        }
        List<URL> urls = new ArrayList<>();
        for (String folder : folders.split(File.pathSeparator, -1)) {
            urls.add(Path.of(folder).toUri().toURL());
        }
        return Class.forName(
                className, true, new URLClassLoader(urls.toArray(URL[]::new), TestMethod.class.getClassLoader()));
    }

    Method find(Class<?> type) throws NoSuchMethodException {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method candidate : each.getDeclaredMethods()) {
                if (isThis(candidate)) {
                    return candidate;
                }
            }
        }
        // A default method of an interface; it is never one that another interface overrides.
        for (Method candidate : type.getMethods()) {
            if (isThis(candidate)) {
                return candidate;
            }
        }
        throw new NoSuchMethodException(className + "." + name + parameterTypes);
    }

    private boolean isThis(Method candidate) {
        return candidate.getName().equals(name) && types(candidate).equals(parameterTypes);
    }

    // No stream: every rank calls this.
    private static List<String> types(Method method) {
        List<String> names = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            names.add(type.getName());
        }
        return List.copyOf(names);
    }
}
