// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmixj.internal.base.Checks;

/**
 * Represents the version of a library in numbers.
 *
 * @param major the first number
 * @param minor the second
 * @param release the third, 0 if there is none
 * @param suffix what follows the numbers, such as {@code rc1}; empty for a release
 */
public record LibraryVersion(int major, int minor, int release, String suffix) {
    /** Numbers of at most nine digits, which fit an int, and the suffix. */
    private static final Pattern VERSION =
            Pattern.compile("(?<![0-9])([0-9]{1,9})[.]([0-9]{1,9})(?:[.]([0-9]{1,9}))?([\\p{L}\\p{Nd}.+-]*)");

    /** Checks that the suffix is not null. */
    public LibraryVersion {
        Objects.requireNonNull(suffix);
    }

    /**
     * {@return the version in a text of a library: the first number followed by a point and another number}
     *
     * @param text such as {@code OpenPMIx 7.0.0rc1 (PMIx Standard: …)}
     * @throws IllegalArgumentException if there is none in the text
     */
    public static LibraryVersion parse(String text) {
        Matcher found = VERSION.matcher(text);
        if (!found.find()) {
            throw new IllegalArgumentException("there is no version in '" + Checks.shortened(text) + "'");
        }
        String release = found.group(3);
        return new LibraryVersion(
                Integer.parseInt(found.group(1)),
                Integer.parseInt(found.group(2)),
                release == null ? 0 : Integer.parseInt(release),
                found.group(4));
    }

    /**
     * {@return whether this version is a certain one or a newer one; a suffix makes no difference}
     *
     * @param wantedMajor the first number
     * @param wantedMinor the second number
     */
    public boolean isAtLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }

    /** {@return a text such as {@code 7.0.0rc1}} */
    @Override
    public String toString() {
        return major + "." + minor + "." + release + suffix;
    }
}
