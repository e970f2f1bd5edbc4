// SPDX-License-Identifier: Apache-2.0
package org.pmixj.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Keeps other users from changing files from which ranks take code, or to which they write. */
public final class OwnFiles {
    private static final int WRITABLE_BY_OTHERS = 0_022;
    private static final int WRITABLE_BY_ALL = 0_002;

    private OwnFiles() {}

    /**
     * Creates a folder, and those above it that are missing, for this user alone, and checks one that exists. The right
     * to write that the defaults of some users give to their group is taken away first.
     *
     * @param folder the folder
     * @throws IOException if it cannot be created, or others could change what is in it; the message says what to do
     */
    public static void folder(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        if (isOwn(folder) && (number(folder, "unix:mode") & WRITABLE_BY_ALL) == 0) {
            protect(folder);
        }
        check(folder);
    }

    /**
     * Checks that a file or folder belongs to this user or root, and that nobody else may write to it.
     *
     * @param path the file or folder
     * @throws IOException if that is not so, or cannot be found out; the message says what to do
     */
    public static void check(Path path) throws IOException {
        checkOwner(path);
        if ((number(path, "unix:mode") & WRITABLE_BY_OTHERS) != 0) {
            throw new IOException(path + " can be written by other users; take that right away (chmod go-w)");
        }
    }

    /**
     * Checks that a file or folder belongs to this user or root.
     *
     * @param path the file or folder
     * @throws IOException if that is not so, or cannot be found out; the message says what to do
     */
    public static void checkOwner(Path path) throws IOException {
        if (number(path, "unix:uid") != 0 && !isOwn(path)) {
            throw new IOException(
                    path + " belongs to another user, " + Files.getOwner(path) + "; name one of your own");
        }
    }

    /** Takes from others the right to write to a file of this user, which they have by some defaults of a user. */
    static void protect(Path file) throws IOException {
        Files.setAttribute(file, "unix:mode", number(file, "unix:mode") & ~WRITABLE_BY_OTHERS);
    }

    /** Returns whether a file or folder belongs to this user. */
    static boolean isOwn(Path path) throws IOException {
        return number(path, "unix:uid") == number(Path.of("/proc/self"), "unix:uid");
    }

    private static int number(Path path, String attribute) throws IOException {
        return (Integer) Files.getAttribute(path, attribute);
    }
}
