// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.launch.ClassCache;

/** Runs a job of two ranks that form a group, and reports what its host offers. */
final class JobCheck {
    private static final String HOST = "host";
    private static final String JOB = "job";
    private static final String INSTALL = "start ranks by prterun of PRRTE 5.0 with OpenPMIx 7.0";
    private static final Duration EXISTING = Duration.ofSeconds(1);

    /** The services that a host can offer, and a function that it declares then. Groups are asked of the library. */
    private static final Map<String, String> OFFERS = new LinkedHashMap<>();

    static {
        OFFERS.put("events", "PMIx_Notify_event");
        OFFERS.put("spawn", "PMIx_Spawn");
        OFFERS.put("publish", "PMIx_Publish");
        OFFERS.put("connect", "PMIx_Connect");
        OFFERS.put("elastic", "PMIx_Allocation_request");
    }

    private JobCheck() {}

    static List<Finding> run(boolean library, @Nullable Path launcher) {
        if (!library || launcher == null) {
            String missing = library ? "launcher" : launcher != null ? "libpmix" : "libpmix and no usable launcher";
            return List.of(Finding.wrong(JOB, "not run, since there is no usable " + missing, "see above"));
        }
        try {
            return run(launcher);
        } catch (IOException e) {
            return List.of(Finding.wrong(JOB, "it cannot be started: " + e.getMessage(), "see above"));
        }
    }

    private static List<Finding> run(Path launcher) throws IOException {
        List<String> options = new ArrayList<>(ClassCache.SHORT_JOB);
        ClassCache cache = CacheCheck.cache();
        boolean cached = exists(cache);
        if (cached) {
            options.addAll(cache.use(EXISTING));
        }
        List<String> words = new ArrayList<>(
                List.of(launcher.toString(), "--map-by", ":oversubscribe", "--bind-to", "none", "-n", "2"));
        words.addAll(Probe.java(options, JobProbe.class));
        Probe probe = Probe.run(words);
        List<Finding> findings = new ArrayList<>();
        if (probe.has(JobProbe.HOST)) {
            findings.add(host(probe.found()));
        }
        String failure = probe.text(JobProbe.FAILURE);
        if (!failure.isEmpty()) {
            findings.add(Finding.wrong(JOB, "2 ranks started, and their group failed: " + failure, INSTALL));
        } else if (!probe.program().succeeded() || !probe.has(JobProbe.MICROS)) {
            findings.add(Finding.wrong(
                    JOB,
                    "a job of 2 ranks " + probe.program().end() + ": "
                            + probe.program().complaint(),
                    "repair what is wrong above first; then what this message names"));
        } else {
            findings.add(job(probe, cached));
        }
        return findings;
    }

    private static boolean exists(ClassCache cache) {
        try {
            return Files.isRegularFile(cache.file());
        } catch (IOException e) {
            // A job never fails because of its cache. CacheCheck says so.
            return false;
        }
    }

    private static Finding host(JsonObject found) {
        String name = found.getString(JobProbe.HOST);
        JsonArray functions = found.getArray(JobProbe.FUNCTIONS, new JsonArray());
        boolean groups = "HOST".equals(found.getString(JobProbe.GROUPS));
        List<String> offered = new ArrayList<>(groups ? List.of("groups") : List.of());
        List<String> missing = new ArrayList<>(groups ? List.of() : List.of("groups (their members construct them)"));
        OFFERS.forEach((offer, function) -> (functions.contains(function) ? offered : missing).add(offer));
        String text = name + " offers " + String.join(", ", offered);
        return missing.isEmpty()
                ? Finding.ok(HOST, text)
                : Finding.warning(HOST, text + "; not " + String.join(", ", missing), INSTALL);
    }

    private static Finding job(Probe probe, boolean cached) {
        JsonObject micros = probe.found().getObject(JobProbe.MICROS);
        StringBuilder text = new StringBuilder("2 ranks with a group took "
                + probe.program().millis() + " ms"
                + (cached ? "" : " without a class cache") + ", in a rank:");
        micros.forEach((step, time) ->
                text.append(String.format(Locale.ROOT, " %s %.1f ms,", step, ((Number) time).longValue() / 1000.0)));
        text.setLength(text.length() - 1);
        return Finding.ok(JOB, text.toString());
    }
}
