// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import org.jspecify.annotations.Nullable;

/**
 * Knows which host started this process, from the environment that the host gave it, so that nobody is asked. PRRTE
 * alone has groups, events, spawn, publish and connect. The PMIx servers of Slurm and Flux have values, fences and
 * abort.
 */
public final class HostPowers {
    /** A property for tests, and for a host that this class does not know: {@code host}, {@code published} or {@code fences}. */
    private static final String GROUPS = "pmixj.groups";

    private static final @Nullable String NSPACE = System.getenv("PMIX_NAMESPACE");
    private static final String NAME = name();
    /** The version of the PMIx server; null if there is none, or it does not say so. */
    public static final @Nullable String SERVER = NSPACE == null ? null : System.getenv("PMIX_VERSION");

    private HostPowers() {}

    private static String name() {
        if (NSPACE == null) {
            return "";
        } else if (NSPACE.startsWith("slurm.pmix.")) {
            // A step of Slurm inherits the variables of a PRRTE that it was started under.
            return "Slurm";
        } else if (System.getenv("PRTE_LAUNCHED") != null) {
            return "PRRTE";
        }
        return System.getenv("FLUX_JOB_ID") != null ? "Flux" : "unknown";
    }

    /** Returns the name of the host; empty without one, {@code unknown} for one that this class does not know. */
    public static String hostName() {
        return NAME;
    }

    /** Returns whether there is a host, and it is another one than PRRTE. */
    public static boolean isHostOtherThanPrrte() {
        return !NAME.isEmpty() && !NAME.equals("PRRTE");
    }

    /**
     * Returns whether the host has groups: PRRTE alone, unless the property says otherwise. The library may have none.
     */
    public static boolean includeGroups() {
        String chosen = System.getProperty(GROUPS);
        return chosen == null ? !isHostOtherThanPrrte() : chosen.equals("host");
    }

    /**
     * Returns whether members of groups exchange values by publishing them: under PRRTE alone, unless the property says
     * otherwise. Values of a fence may not arrive there.
     */
    public static boolean includeDirectory() {
        String chosen = System.getProperty(GROUPS);
        return chosen == null
                ? !isHostOtherThanPrrte() && Defect.COLLECTED_VALUES_MISSING.isHere()
                : !chosen.equals("fences");
    }

    /** Throws if only PRRTE can do something that libpmix does not refuse by itself. */
    public static void require(String what) {
        if (isHostOtherThanPrrte()) {
            throw StatusCodes.notSupported(what + " failed" + remedy());
        }
    }

    /** Returns the end of a message about what is not supported: by whom, and what to do. Empty without a host. */
    public static String remedy() {
        return remedy(NAME);
    }

    static String remedy(String host) {
        String prterun = "start the ranks with PRRTE's prterun, inside the allocation";
        return switch (host) {
            case "" -> "";
            case "PRRTE" ->
                "; neither can be asked for it here, PRRTE or its libpmix: see capabilities(), and HOSTS.md";
            case "unknown" ->
                "; pmixj does not know the PMIx server that started this process (namespace " + NSPACE
                        + "), and relies on its values, fences and abort only: " + prterun;
            default -> "; " + host + "'s own PMIx server has values, fences and abort only: " + prterun;
        };
    }
}
