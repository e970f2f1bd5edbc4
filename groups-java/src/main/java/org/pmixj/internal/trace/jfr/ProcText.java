// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import java.util.Collection;
import java.util.List;
import org.pmixj.ProcId;

/** Writes processes as a short text, the same whatever their order: {@code job@1:0-3,5 other@1:*}. */
final class ProcText {
    private static final int LONGEST = 500;

    private ProcText() {}

    static String of(Collection<ProcId> procs) {
        List<ProcId> sorted = procs.stream().distinct().sorted().toList();
        StringBuilder text = new StringBuilder();
        String nspace = "";
        for (int i = 0; i < sorted.size() && text.length() < LONGEST; ) {
            ProcId first = sorted.get(i);
            int end = i + 1;
            while (end < sorted.size() && isNext(sorted.get(end - 1), sorted.get(end))) {
                end++;
            }
            if (first.nspace().equals(nspace)) {
                text.append(',');
            } else {
                nspace = first.nspace();
                text.append(i == 0 ? "" : " ").append(nspace).append(':');
            }
            text.append(first.isWildcard() ? "*" : String.valueOf(first.rank()));
            if (end - i > 1) {
                text.append('-').append(sorted.get(end - 1).rank());
            }
            i = end;
        }
        return text.length() < LONGEST ? text.toString() : text.substring(0, LONGEST) + "…";
    }

    private static boolean isNext(ProcId before, ProcId proc) {
        return !before.isWildcard() && before.nspace().equals(proc.nspace()) && before.rank() + 1 == proc.rank();
    }
}
