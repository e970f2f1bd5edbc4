// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.connect.Connections;
import org.pmixj.connect.HostConnection;
import org.pmixj.process.SpawnedJob;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class ConnectSnippets {
    private static final Key<String> ADDRESS = Key.of("myapp.address", ValueType.STRING);

    void request(Pmix pmix, SpawnedJob job) {
        // @start region="request"
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(pmix.self().nspace()), job.all())
                .id("coupling")
                .notifyEach()
                .build();
        // @end
    }

    void connection(Pmix pmix, ConnectRequest request, String address) {
        // @start region="connection"
        try (Connection coupling = pmix.connections().connect(request)) {
            pmix.put(Scope.GLOBAL, ADDRESS, address);
            pmix.commit();
            coupling.fence();
            String next = pmix.get(coupling.member((coupling.rank() + 1) % coupling.size()), ADDRESS);
            coupling.disconnect(); // all together; an exception before this leaves alone
        }
        // @end
    }

    void changes(Connections connections) {
        // @start region="changes"
        connections.onChange(event -> {
            switch (event) {
                case ConnectionEvent.HasConnected(String namespace, ProcId proc) ->
                    System.out.println(proc + " connected");
                case ConnectionEvent.HasDisconnected(String namespace, ProcId proc) ->
                    System.out.println(proc + " left");
                case ConnectionEvent.Terminated(String namespace, ProcId proc) -> System.out.println(proc + " is lost");
            }
        });
        // @end
    }

    void connect(Pmix pmix, String other) {
        // @start region="connect"
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(pmix.self().nspace()), ProcId.all(other))
                .build();
        try (Connection connection = pmix.connections().connect(request)) {
            System.out.println("rank " + connection.rank() + " of " + connection.namespace());
        }
        // @end
    }

    void async(Connections connections, List<ProcId> procs, Consumer<Connection> couple) {
        // @start region="async"
        connections
                .connectAsync(ConnectRequest.builder()
                        .members(procs)
                        .notifyRequest()
                        .timeout(Duration.ofHours(1))
                        .build())
                .thenAccept(couple);
        // the others
        connections.onRequest(asked -> connections.connectAsync(asked.request()).thenAccept(couple));
        // @end
    }

    void host(Pmix pmix, SpawnedJob library) {
        // @start region="host"
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(pmix.self().nspace()), library.all()) // as the program in C names them
                .build();
        HostConnection connection = pmix.connections().connectAtHost(request);
        System.out.println(connection.jobs().keySet());
        connection.disconnect();
        // @end
    }
}
