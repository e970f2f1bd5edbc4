// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.pmixj.ProcId;
import org.pmixj.internal.base.ViewList;

/**
 * Lists the participants of a collective, as far as this process knows the sizes of their jobs.
 *
 * @param others the participants but this process. All of a job stand for its processes if its size is not known here
 * @param asking those that ask the others where there are many: the first ones, so that all know them
 * @param includesSelf whether this process takes part
 */
record Roll(Set<ProcId> others, List<ProcId> asking, boolean includesSelf) {
    /** So many participants ask the others where there are many; one of them may be the one that is missing. */
    private static final int ASKING = 3;

    /**
     * Lists participants.
     *
     * @param sizes returns the size of a job, 0 if it is not known
     */
    static Roll of(ProcId self, List<ProcId> participants, ToIntFunction<String> sizes) {
        Set<ProcId> all = new LinkedHashSet<>();
        for (ProcId proc : participants) {
            int size = proc.isWildcard() ? sizes.applyAsInt(proc.nspace()) : 0;
            if (size > 0) {
                all.addAll(ViewList.ofRanks(proc.nspace(), size));
            } else {
                all.add(proc);
            }
        }
        List<ProcId> asking = all.stream()
                .filter(proc -> !proc.isWildcard() && exists(proc, sizes))
                .sorted()
                .limit(ASKING)
                .toList();
        boolean includesSelf = all.remove(self) || all.contains(ProcId.all(self.nspace()));
        return new Roll(all, asking, includesSelf);
    }

    /** Returns whether another process takes part. */
    boolean includes(ProcId other) {
        return others.contains(other) || others.contains(ProcId.all(other.nspace()));
    }

    /** Returns whether a process asks, and another one only if that does not. */
    boolean isBefore(ProcId first, ProcId other) {
        int place = asking.indexOf(first);
        return place >= 0 && place < asking.indexOf(other);
    }

    /** Returns how many ask before a process. */
    int place(ProcId proc) {
        return Math.max(0, asking.indexOf(proc));
    }

    private static boolean exists(ProcId proc, ToIntFunction<String> sizes) {
        int size = sizes.applyAsInt(proc.nspace());
        return size == 0 || proc.rank() < size;
    }

    /** Returns those who exist, by their jobs. A message to one that does not exist reaches nobody. */
    static Collection<List<ProcId>> receivers(Collection<ProcId> procs, ToIntFunction<String> sizes) {
        return procs.stream()
                .filter(proc -> exists(proc, sizes))
                .collect(Collectors.groupingBy(ProcId::nspace, LinkedHashMap::new, Collectors.toList()))
                .values();
    }
}
