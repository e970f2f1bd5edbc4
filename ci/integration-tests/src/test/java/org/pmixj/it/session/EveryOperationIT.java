// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ValueType;
import org.pmixj.it.support.Operations;
import org.pmixj.it.support.Operations.Operation;
import org.pmixj.junit.PmixTest;

/** Rules for every operation. Operations are found by reflection, so that none is forgotten. */
class EveryOperationIT {
    private static final Key<String> TEXT = Key.of("it.text", ValueType.STRING);

    /** Known without asking, or the end itself. */
    private static final Set<String> HARMLESS = Set.of(
            "Pmix.self",
            "Pmix.isSingleton",
            "Pmix.isClosed",
            "Pmix.defaultTimeout",
            "Pmix.close",
            "Capabilities.libraryVersion",
            "Capabilities.groupMethod",
            "Capabilities.hasFunction",
            "Capabilities.hostName",
            "Groups.active",
            "Groups.invitations");

    /** Hand out a view or send something, and wait for nothing. */
    private static final Set<String> ACCESSORS = Set.of(
            "Pmix.job",
            "Pmix.node",
            "Pmix.app",
            "Pmix.process",
            "Pmix.groups",
            "Pmix.processes",
            "Pmix.queries",
            "Pmix.capabilities",
            "Pmix.beforeClose",
            "Pmix.deliver",
            "Pmix.control",
            "Pmix.directory",
            "Pmix.events",
            "Pmix.models",
            "Pmix.connections",
            "Connections.find",
            "Connections.active",
            "Groups.onInvitation",
            "Groups.uniqueId",
            "Events.on",
            "Events.onAny",
            "Events.notify",
            // They wait for a thread of their own.
            "Elastic.grow",
            "Elastic.release");

    /** Null means something, or the array is of elements that are checked. */
    private static final Set<String> NULLABLE = Set.of(
            "Processes.resolvePeers",
            "Processes.resolvePeersAsync",
            "Processes.resolveNodes",
            "Processes.resolveNodesAsync");

    private static void isRefusedOnceTheHandleIsClosed(Pmix pmix) {
        Pmix handle = Pmix.init();
        List<Operation> operations = Operations.of(handle);
        handle.close();
        SoftAssertions.assertSoftly(all -> {
            for (Operation operation : operations) {
                if (!HARMLESS.contains(operation.name()) && !operation.isStep()) {
                    all.check(() -> assertThatThrownBy(
                                    () -> operation.call(Operations.samples(pmix, operation.method())))
                            .as(operation.toString())
                            .isInstanceOf(IllegalStateException.class));
                }
            }
        });
        pmix.fence();
    }

    private static void refusesNull(Pmix pmix) {
        SoftAssertions.assertSoftly(all -> {
            for (Operation operation : Operations.of(pmix)) {
                Class<?>[] types = operation.method().getParameterTypes();
                for (int i = 0; i < types.length; i++) {
                    if (!types[i].isPrimitive() && !NULLABLE.contains(operation.name())) {
                        Object[] arguments = Operations.samples(pmix, operation.method());
                        arguments[i] = null;
                        String what = operation + " with null for argument " + i;
                        all.check(() -> assertThatThrownBy(() -> operation.call(arguments))
                                .as(what)
                                .isInstanceOf(NullPointerException.class));
                    }
                }
            }
        });
    }

    private static void blocksNowhereOnTheProgressThread(Pmix pmix) {
        List<Operation> operations = Operations.of(pmix);
        ProgressThreadIT.onProgressThread(() -> SoftAssertions.assertSoftly(all -> {
            for (Operation operation : operations) {
                if (!operation.isAsync()
                        && !operation.isStep()
                        && !HARMLESS.contains(operation.name())
                        && !ACCESSORS.contains(operation.name())) {
                    all.check(() -> assertThatThrownBy(
                                    () -> operation.call(Operations.samples(pmix, operation.method())))
                            .as(operation.toString())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("progress thread"));
                }
            }
        }));
        // And it has not stopped.
        pmix.fence();
        assertThatThrownBy(
                        () -> pmix.get(pmix.self(), TEXT, GetOptions.defaults().optional()))
                .isInstanceOf(org.pmixj.PmixException.NotFound.class);
    }

    @PmixTest(ranks = 1, alone = true)
    void holdsForEveryOperation(Pmix pmix) {
        refusesNull(pmix);
        blocksNowhereOnTheProgressThread(pmix);
        isRefusedOnceTheHandleIsClosed(pmix);
    }
}
