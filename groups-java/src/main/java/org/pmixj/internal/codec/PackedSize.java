// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.process.App;
import org.pmixj.value.Attribute;
import org.pmixj.value.Coord;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Published;
import org.pmixj.value.Query;
import org.pmixj.value.Regex;

/**
 * Computes an upper bound for the bytes that a value takes in a message. libpmix packs an integer into at most one byte
 * more than its size, strings and bytes after their length, and floating-point numbers as text.
 */
public final class PackedSize {
    private static final long INT16 = 3;
    private static final long INT32 = 5;
    private static final long INT64 = 9;
    // A number below 10^15 has at most as many digits, a point, six decimals, a sign and a NUL.
    private static final double SHORT_TEXT = 1e15;
    private static final long SHORT_TEXT_SIZE = 24 + INT32;
    private static final long LONG_TEXT_SIZE = 320 + INT32;

    private PackedSize() {}

    /** Returns the size of a value with its type. */
    public static long of(PmixValue value) {
        return INT16 + content(value);
    }

    private static long content(PmixValue value) {
        int bits = value.type().bits();
        if (bits != 0) {
            return bits / 8 + 1L;
        } else if (value instanceof PmixValue.Str string) {
            return text(string.value());
        } else if (value instanceof PmixValue.Bytes bytes) {
            return INT64 + bytes.length();
        } else if (value instanceof PmixValue.Array array) {
            return array(array);
        } else if (value instanceof Info info) {
            return text(info.key()) + INT32 + of(info.value());
        } else if (value instanceof PmixValue.Real real) {
            return Math.abs(real.value()) < SHORT_TEXT ? SHORT_TEXT_SIZE : LONG_TEXT_SIZE;
        } else if (value instanceof PmixValue.Proc proc) {
            return proc(proc.value());
        } else if (value instanceof PmixValue.Nspace nspace) {
            return text(nspace.value());
        } else if (value instanceof PmixValue.Bool) {
            // Each event has one. This loads no class of a structure; INT16 is no less than its size.
            return INT16;
        }
        return structure(value);
    }

    private static long array(PmixValue.Array array) {
        long size = INT16 + INT64;
        for (PmixValue element : array.elements()) {
            // Only an array of VALUE has the type of each element; it is counted always.
            size += of(element);
        }
        return size;
    }

    private static long structure(PmixValue value) {
        return switch (value) {
            case ProcInfo info -> proc(info.proc()) + text(info.hostname()) + text(info.executable()) + 3 * INT32;
            case Envar envar -> text(envar.name()) + text(envar.value()) + 2;
            case NodePid pid -> text(pid.hostname()) + 2 * INT32;
            case App app ->
                text(app.command())
                        + texts(app.arguments())
                        + texts(app.environment())
                        + text(app.directory())
                        + INT32
                        + attributes(app.attributes());
            case Query query -> texts(query.keys()) + attributes(query.qualifiers());
            case Published published -> proc(published.proc()) + text(published.key()) + of(published.value());
            case Attribute attribute ->
                text(attribute.name()) + text(attribute.key()) + INT16 + texts(attribute.description());
            case Regex regex -> text(regex.encoding()) + INT64 + regex.bytes().length();
            case Coord coord -> coord(coord);
            case Geometry geometry ->
                2 * INT64
                        + text(geometry.uuid())
                        + text(geometry.osName())
                        + geometry.coordinates().stream()
                                .mapToLong(PackedSize::coord)
                                .sum();
            case Device device -> text(device.uuid()) + text(device.osName()) + INT64;
            case DeviceDistance distance -> text(distance.uuid()) + text(distance.osName()) + INT64 + 2 * INT16;
            case Endpoint endpoint ->
                text(endpoint.uuid())
                        + text(endpoint.osName())
                        + INT64
                        + endpoint.address().length();
            case Cpuset cpuset -> text(cpuset.source()) + text(cpuset.cpus());
            // The others are a status, a time, or a pair of numbers.
            default -> 2 * INT64;
        };
    }

    private static long coord(Coord coord) {
        return 2 + INT64 + INT32 * coord.coordinates().size();
    }

    static long proc(ProcId proc) {
        return text(proc.nspace()) + INT32;
    }

    private static long attributes(Attributes attributes) {
        long size = INT64;
        for (Info info : attributes) {
            size += content(info);
        }
        return size;
    }

    private static long texts(Iterable<String> texts) {
        long size = INT32;
        for (String text : texts) {
            size += text(text);
        }
        return size;
    }

    /** Returns the size of a string: its length, its UTF-8 bytes, and a NUL. */
    public static long text(@Nullable String text) {
        long size = INT32 + 1;
        for (int i = 0; text != null && i < text.length(); i++) {
            char c = text.charAt(i);
            // A surrogate pair takes four bytes.
            size += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return size;
    }
}
