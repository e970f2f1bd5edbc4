// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pmixj.internal.call.Session;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ProgrammingModel;

/**
 * Keeps what earlier sessions knew of models while C libraries keep libpmix initialised.
 *
 * @param generation the generation of libpmix, see {@link Session#generation}
 * @param libraries the models of C libraries, which libpmix does not report again
 * @param own the models of Java, which libpmix may report again
 */
record EarlierModels(int generation, List<DeclaredModel> libraries, Set<ProgrammingModel> own) {
    private static volatile EarlierModels last = new EarlierModels(-1, List.of(), Set.of());

    /** Returns what is known; nothing if libpmix was finalized meanwhile. */
    static EarlierModels get() {
        EarlierModels known = last;
        return known.generation == Session.generation() ? known : new EarlierModels(-1, List.of(), Set.of());
    }

    /** Adds what a session knows at its end. */
    static void add(List<DeclaredModel> libraries, Set<ProgrammingModel> own) {
        Set<ProgrammingModel> names = new HashSet<>(get().own);
        names.addAll(own);
        last = new EarlierModels(Session.generation(), libraries, Set.copyOf(names));
    }
}
