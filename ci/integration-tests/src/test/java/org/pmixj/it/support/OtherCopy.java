// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Loads further copies of the library into this JVM, by class loaders, as those of plug-ins do. */
public final class OtherCopy {
    private OtherCopy() {}

    /** Creates an object of the class of this name that uses a copy of its own. Both know the interfaces of the JDK. */
    public static Object of(Class<?> type) throws ReflectiveOperationException, IOException {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            URI file = new File(entry).toURI();
            path.add(file.toURL());
        }
        ClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Class<?> copy = loader.loadClass(type.getName());
        if (copy == type) {
            throw new AssertionError("the same class");
        }
        return copy.getConstructor().newInstance();
    }
}
