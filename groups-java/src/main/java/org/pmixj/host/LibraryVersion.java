// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.Objects;
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
        for (int at = 0; at < text.length(); at++) {
            int major = endOfNumber(text, at);
            boolean begins = at == 0 || !isDigit(text, at - 1);
            if (begins && isNumberAfterPoint(text, major)) {
                return read(text, at, major);
            }
        }
        throw new IllegalArgumentException("there is no version in '" + Checks.shortened(text) + "'");
    }

    private static LibraryVersion read(String text, int at, int endOfMajor) {
        int endOfMinor = endOfNumber(text, endOfMajor + 1);
        int end = endOfMinor;
        int release = 0;
        if (isNumberAfterPoint(text, endOfMinor)) {
            end = endOfNumber(text, endOfMinor + 1);
            release = Integer.parseInt(text, endOfMinor + 1, end, 10);
        }
        int endOfSuffix = end;
        while (endOfSuffix < text.length() && isOfVersion(text.charAt(endOfSuffix))) {
            endOfSuffix++;
        }
        return new LibraryVersion(
                Integer.parseInt(text, at, endOfMajor, 10),
                Integer.parseInt(text, endOfMajor + 1, endOfMinor, 10),
                release,
                text.substring(end, endOfSuffix));
    }

    /** Returns the end of a number of at most nine digits, which fit an int. */
    private static int endOfNumber(String text, int begin) {
        int end = begin;
        while (end - begin < 9 && isDigit(text, end)) {
            end++;
        }
        return end;
    }

    private static boolean isNumberAfterPoint(String text, int at) {
        return at > 0 && isDigit(text, at - 1) && at < text.length() && text.charAt(at) == '.' && isDigit(text, at + 1);
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static boolean isOfVersion(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '+' || c == '.';
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
