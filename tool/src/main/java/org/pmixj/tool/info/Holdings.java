// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.info;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.PmixStatus;
import org.pmixj.Statuses;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PmixLibrary;
import org.pmixj.internal.base.NativeTexts;

/** Finds what the bindings were made for, and whether the running libpmix has it. */
final class Holdings {
    private static final Pattern ROW = Pattern.compile("\\| `(PMIx_\\w+)` \\| (.*) \\|");
    private static final long MAX_NAME = 1024;

    private Holdings() {}

    /** Lists what there is. */
    enum Kind {
        keys,
        statuses,
        functions
    }

    /**
     * One of them.
     *
     * @param name the name in C
     * @param text the string of a key and its type, the number of a status, what covers a function in Java
     * @param isHere whether the running libpmix has it
     */
    record Item(String name, String text, boolean isHere) {}

    static List<Item> of(Kind kind) throws IOException {
        return switch (kind) {
            case keys -> keys();
            case statuses -> statuses();
            case functions -> functions();
        };
    }

    private static List<Item> keys() {
        List<Item> items = new ArrayList<>();
        for (Field field : Keys.class.getFields()) {
            if (value(field) instanceof Key<?> key) {
                String name = "PMIX_" + field.getName();
                items.add(new Item(name, key.name() + "  " + key.type(), name.equals(attribute(key.name()))));
            }
        }
        return items;
    }

    /** Returns the name that libpmix gives an attribute; null if it knows none. */
    private static @Nullable String attribute(String key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = PMIx.PMIx_Get_attribute_name(arena.allocateFrom(key));
            return name.equals(MemorySegment.NULL)
                    ? null
                    : name.reinterpret(MAX_NAME).getString(0);
        }
    }

    private static List<Item> statuses() {
        NativeTexts names = Objects.requireNonNull(NativeTexts.get());
        List<Item> items = new ArrayList<>();
        for (Field field : Statuses.class.getFields()) {
            if (value(field) instanceof PmixStatus status) {
                items.add(new Item(
                        "PMIX_" + field.getName(),
                        Integer.toString(status.code()),
                        names.status(status.code()) != null));
            }
        }
        return items;
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Item> functions() throws IOException {
        List<Item> items = new ArrayList<>();
        try (InputStream table = Holdings.class.getResourceAsStream("API-COVERAGE.md")) {
            String text = new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                Matcher row = ROW.matcher(line);
                if (row.matches()) {
                    String function = row.group(1);
                    items.add(new Item(function, row.group(2).replace("`", ""), PmixLibrary.has(function)));
                }
            }
        }
        return items;
    }
}
