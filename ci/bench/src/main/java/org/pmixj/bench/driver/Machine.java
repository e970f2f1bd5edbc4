// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.pmixj.Pmix;

/** Describes the machine that the figures come from. */
final class Machine {
    private Machine() {}

    static Map<String, Object> describe() {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("time", Instant.now().toString());
        machine.put("processors", Runtime.getRuntime().availableProcessors());
        machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        machine.put("java", Runtime.version().toString());
        machine.put("libpmix", Pmix.libraryVersion());
        return machine;
    }
}
