// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.collectives.ArrayReduction;
import org.pmixj.collectives.Reductions;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.directory.Directory;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.event.Event;
import org.pmixj.event.EventHandler;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Events;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Groups;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Control;
import org.pmixj.host.Queries;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Declarations;
import org.pmixj.model.Models;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.process.App;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.value.Query;

/** Finds the operations of the API by reflection, so that none is forgotten, and a sample of each argument. */
public final class Operations {
    private static final PmixStatus CODE = new PmixStatus(-3401);
    private static final Key<String> TEXT = Key.of("it.text", ValueType.STRING);

    private Operations() {}

    /** A public method of an object that a program gets from its session. */
    public record Operation(Object target, Method method) {
        /** Returns interface and method. */
        public String name() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }

        /** Returns whether it is a step of a builder, which is checked where it ends. */
        public boolean isStep() {
            return method.getReturnType() == method.getDeclaringClass();
        }

        public boolean isAsync() {
            return method.getName().endsWith("Async");
        }

        public Object call(Object... arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public String toString() {
            return name() + " " + List.of(method.getParameterTypes());
        }
    }

    /** Returns all operations. */
    public static List<Operation> of(Pmix pmix) {
        Map<Class<?>, Object> targets = new LinkedHashMap<>();
        targets.put(Pmix.class, pmix);
        targets.put(Groups.class, pmix.groups());
        targets.put(Directory.class, pmix.directory());
        targets.put(Processes.class, pmix.processes());
        targets.put(Queries.class, pmix.queries());
        targets.put(Capabilities.class, pmix.capabilities());
        targets.put(Control.class, pmix.control());
        targets.put(Elastic.class, Elastic.of(pmix));
        targets.put(Events.class, pmix.events());
        targets.put(Models.class, pmix.models());
        targets.put(Connections.class, connections(pmix));
        targets.put(HandlerBuilder.class, pmix.events().onAny());
        targets.put(Notification.class, pmix.events().notify(CODE));
        List<Operation> operations = new ArrayList<>();
        targets.forEach((type, target) -> {
            Method[] methods = type.getDeclaredMethods();
            // Reflection has no order of its own: ranks that call the operations would call different ones.
            Arrays.sort(methods, Comparator.comparing(Method::toString));
            for (Method method : methods) {
                if (Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.getName().equals("toString")) {
                    operations.add(new Operation(target, method));
                }
            }
        });
        assertThat(operations).hasSizeGreaterThan(130);
        return operations;
    }

    /** Returns the connections of a session; where there are none, an object that refuses all, as their getter does. */
    private static Connections connections(Pmix pmix) {
        try {
            return pmix.connections();
        } catch (PmixException.NotSupported e) {
            return (Connections) Proxy.newProxyInstance(
                    Operations.class.getClassLoader(),
                    new Class<?>[] {Connections.class},
                    (proxy, method, arguments) -> {
                        throw e;
                    });
        }
    }

    /** This node as the host names it, since the host is not asked about a name that cannot be resolved. */
    private static final String HOST = hostname();

    private static String hostname() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object sample(Pmix pmix, Class<?> type) {
        Map<Class<?>, Object> samples = new LinkedHashMap<>();
        samples.put(int.class, 1);
        samples.put(String.class, "it");
        samples.put(String[].class, new String[] {"it"});
        samples.put(NodeRequest.class, NodeRequest.of(HOST));
        samples.put(Reservation.class, new Reservation("it.1", List.of(new AllocatedNode("it", List.of(), 1))));
        samples.put(Object.class, "it");
        samples.put(byte[].class, new byte[] {1});
        samples.put(Duration.class, Duration.ofSeconds(1));
        samples.put(Key.class, TEXT);
        samples.put(Key[].class, new Key<?>[] {TEXT});
        samples.put(Scope.class, Scope.GLOBAL);
        samples.put(ProcId.class, pmix.self());
        samples.put(List.class, List.of(pmix.self()));
        samples.put(Attributes.class, Attributes.none());
        samples.put(GetOptions.class, GetOptions.defaults());
        samples.put(Query.class, Query.of(Keys.QUERY_NAMESPACES));
        samples.put(Capabilities.Provider.class, Capabilities.Provider.HOST);
        samples.put(FenceRequest.class, FenceRequest.ofJob());
        samples.put(
                GroupRequest.class,
                GroupRequest.named("it-" + pmix.self().rank())
                        .members(pmix.self())
                        .build());
        samples.put(
                InviteRequest.class,
                InviteRequest.named("it-invite-" + pmix.self().rank())
                        .members(pmix.self())
                        .build());
        samples.put(InvitationHandler.class, (InvitationHandler) invitation -> InvitationHandler.Reply.LATER);
        samples.put(
                PublishRequest.class, PublishRequest.builder().value(TEXT, "it").build());
        samples.put(LookupRequest.class, LookupRequest.of(TEXT));
        samples.put(UnpublishRequest.class, UnpublishRequest.of(TEXT));
        samples.put(
                SpawnRequest.class,
                // While the processes of an earlier spawn end, the cores may not suffice to bind those of the next one.
                SpawnRequest.builder()
                        .apps(App.named("/bin/true").build())
                        .bindTo("none")
                        .build());
        samples.put(Info.class, Info.of(Keys.MONITOR_CANCEL, "it"));
        samples.put(Control.AllocationKind.class, Control.AllocationKind.NEW);
        samples.put(CollectiveOptions.class, CollectiveOptions.defaults());
        samples.put(PmixStatus.class, CODE);
        samples.put(PmixStatus[].class, new PmixStatus[] {CODE});
        samples.put(Collection.class, List.of(pmix.self()));
        samples.put(Range.class, Range.GLOBAL);
        samples.put(Predicate.class, (Predicate<Event>) event -> true);
        samples.put(EventHandler.class, (EventHandler) event -> EventOutcome.noAction());
        samples.put(long.class, 1L);
        samples.put(ProgrammingModel.class, ProgrammingModel.named("it").build());
        samples.put(Reach.class, Reach.PROCESS);
        samples.put(ActivityOptions.class, ActivityOptions.to(Reach.PROCESS));
        samples.put(
                ConnectRequest.class,
                ConnectRequest.builder().members(pmix.self()).build());
        samples.put(DisconnectRequest.class, DisconnectRequest.defaults());
        samples.put(Declarations.class, Declarations.ALL);
        samples.put(Consumer.class, (Consumer<Object>) what -> {});
        samples.put(ValueType.class, ValueType.STRING);
        samples.put(Runnable.class, (Runnable) () -> {});
        samples.put(CompletableFuture.class, CompletableFuture.completedFuture("it"));
        samples.put(int[].class, new int[] {0});
        samples.put(long[].class, new long[] {0});
        samples.put(double[].class, new double[] {0});
        samples.put(BinaryOperator.class, Reductions.<String>max());
        samples.put(IntBinaryOperator.class, ArrayReduction.SUM);
        samples.put(LongBinaryOperator.class, ArrayReduction.SUM);
        samples.put(DoubleBinaryOperator.class, ArrayReduction.SUM);
        if (type == Group.class) {
            samples.put(
                    Group.class,
                    pmix.groups().active().stream()
                            .findAny()
                            .orElseGet(() -> pmix.groups()
                                    .construct(GroupRequest.named(
                                                    "it-sample-" + pmix.self().rank())
                                            .members(pmix.self())
                                            .build())));
        }
        return Objects.requireNonNull(samples.get(type), () -> "no sample of " + type);
    }

    private static Attributes directives(Method method) {
        return switch (method.getName()) {
            case "log", "logAsync" -> Attributes.of(Keys.LOG_STDERR, "it");
            case "job", "jobAsync" -> Attributes.of(Keys.JOB_CTRL_DEFINE_PSET, "it");
            default -> Attributes.none();
        };
    }

    /** Returns arguments for a method. */
    public static Object[] samples(Pmix pmix, Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            boolean isQuery = types[i] == Key.class && method.getDeclaringClass() == Queries.class;
            arguments[i] = isQuery ? Keys.QUERY_NAMESPACES : sample(pmix, types[i]);
            if (method.getName().equals("awaitSize") && types[i] == int.class) {
                // Nobody leaves.
                arguments[i] = pmix.job().size();
            } else if (method.getDeclaringClass() == Control.class && types[i] == Attributes.class) {
                arguments[i] = directives(method);
            }
        }
        return arguments;
    }
}
