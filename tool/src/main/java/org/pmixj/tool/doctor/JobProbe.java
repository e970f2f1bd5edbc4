// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.host.Capabilities;

/** Runs as the ranks of a job: forms a group, and reports what the host offers and how long it took. */
final class JobProbe {
    static final String HOST = "host";
    static final String GROUPS = "groups";
    static final String FUNCTIONS = "functions";
    static final String SLOTS = "slots";
    static final String NODES = "nodes";
    static final String LIBRARY = "library";
    static final String SERVER = "server";
    static final String FAILURE = "failure";
    static final String MICROS = "micros";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private JobProbe() {}

    /**
     * Runs as a rank. The first writes what it finds to standard output.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Map<String, Object> found = new LinkedHashMap<>();
        long begun = System.nanoTime();
        try (Pmix pmix = Pmix.builder().defaultTimeout(TIMEOUT).init()) {
            Map<String, Object> micros = new LinkedHashMap<>();
            micros.put("init", since(begun));
            found.put(MICROS, micros);
            describe(pmix, found);
            try {
                useGroup(pmix, micros);
            } catch (PmixException e) {
                found.put(FAILURE, String.valueOf(e.getMessage()));
            }
            if (pmix.self().rank() == 0) {
                // In one write, since both ranks write to the launcher.
                System.out.print(JsonWriter.string(found) + "\n");
                System.out.flush();
            }
        }
        if (found.containsKey(FAILURE)) {
            System.exit(1);
        }
    }

    private static void describe(Pmix pmix, Map<String, Object> found) {
        Capabilities can = pmix.capabilities();
        found.put(HOST, pmix.isSingleton() ? "" : can.hostName());
        found.put(GROUPS, can.groupMethod().name());
        found.put(LIBRARY, can.libraryVersion().toString());
        found.put(SERVER, System.getenv().getOrDefault("PMIX_VERSION", ""));
        found.put(FUNCTIONS, can.functions(Capabilities.Provider.HOST));
        found.put(NODES, pmix.job().nodes().size());
        pmix.find(ProcId.all(pmix.self().nspace()), Keys.UNIV_SIZE).ifPresent(slots -> found.put(SLOTS, slots));
    }

    private static void useGroup(Pmix pmix, Map<String, Object> micros) {
        long begun = System.nanoTime();
        Group group = pmix.groups().construct("pmixj-doctor", pmix.job().members());
        micros.put("construct", since(begun));
        begun = System.nanoTime();
        group.fence();
        micros.put("fence", since(begun));
        begun = System.nanoTime();
        group.destruct();
        micros.put("destruct", since(begun));
    }

    private static long since(long begun) {
        return (System.nanoTime() - begun) / 1000;
    }
}
