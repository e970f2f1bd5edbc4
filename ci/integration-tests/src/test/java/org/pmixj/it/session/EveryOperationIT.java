// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.assertj.core.api.SoftAssertions;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connections;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.directory.Directory;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
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
import org.pmixj.host.AllocationRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Control;
import org.pmixj.host.Credentials;
import org.pmixj.host.JobControlRequest;
import org.pmixj.host.LogRequest;
import org.pmixj.host.MonitorRequest;
import org.pmixj.host.Queries;
import org.pmixj.host.RequestOptions;
import org.pmixj.host.ResourceBlockRequest;
import org.pmixj.host.SessionControlRequest;
import org.pmixj.job.DistanceRequest;
import org.pmixj.job.NodeTopology;
import org.pmixj.junit.PmixTest;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.Declarations;
import org.pmixj.model.Models;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.process.App;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.value.Query;
import org.pmixj.value.ResourceUnit;

/** Rules for every operation. Operations are found by reflection, so that none is forgotten. */
class EveryOperationIT {
    private static final PmixStatus CODE = new PmixStatus(-3401);
    private static final Key<String> TEXT = Key.of("it.text", ValueType.STRING);

    /** Known without asking, or the end itself. */
    private static final Set<String> HARMLESS = Set.of(
            "Pmix.self",
            "Pmix.isSingleton",
            "Pmix.isClosed",
            "Pmix.close",
            "Capabilities.libraryVersion",
            "Capabilities.canConstructGroups",
            "Capabilities.hasFunction",
            "Capabilities.hasHost",
            "Groups.active",
            "Groups.invitations",
            "NodeTopology.source");

    /** Hand out a view or send something, and wait for nothing. */
    private static final Set<String> ACCESSORS = Set.of(
            "Pmix.job",
            "Pmix.node",
            "Pmix.app",
            "Pmix.process",
            "Pmix.topology",
            "Pmix.groups",
            "Pmix.processes",
            "Pmix.queries",
            "Pmix.capabilities",
            "Pmix.control",
            "Pmix.credentials",
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
            "Control.heartbeat",
            "NodeTopology.cpus");

    /** Null means something, or the array is of elements that are checked. */
    private static final Set<String> NULLABLE = Set.of(
            "Processes.resolvePeers",
            "Processes.resolvePeersAsync",
            "Processes.resolveNodes",
            "Processes.resolveNodesAsync");

    private record Operation(Object target, Method method) {
        String name() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }

        /** A step of a builder, which is checked where it ends. */
        boolean isStep() {
            return method.getReturnType() == method.getDeclaringClass();
        }

        boolean isAsync() {
            return method.getName().endsWith("Async");
        }

        void call(Object... arguments) throws Throwable {
            try {
                method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public String toString() {
            return name() + " " + List.of(method.getParameterTypes());
        }
    }

    private static List<Operation> operations(Pmix pmix) {
        Map<Class<?>, Object> targets = new LinkedHashMap<>();
        targets.put(Pmix.class, pmix);
        targets.put(Groups.class, pmix.groups());
        targets.put(Directory.class, pmix.directory());
        targets.put(Processes.class, pmix.processes());
        targets.put(Queries.class, pmix.queries());
        targets.put(Capabilities.class, pmix.capabilities());
        targets.put(Control.class, pmix.control());
        targets.put(Credentials.class, pmix.credentials());
        targets.put(NodeTopology.class, pmix.topology());
        targets.put(Events.class, pmix.events());
        targets.put(Models.class, pmix.models());
        targets.put(Connections.class, pmix.connections());
        targets.put(HandlerBuilder.class, pmix.events().onAny());
        targets.put(Notification.class, pmix.events().notify(CODE));
        List<Operation> operations = new ArrayList<>();
        targets.forEach((type, target) -> {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())) {
                    operations.add(new Operation(target, method));
                }
            }
        });
        assertThat(operations).hasSizeGreaterThan(130);
        return operations;
    }

    private static Object sample(Pmix pmix, Class<?> type) {
        Map<Class<?>, Object> samples = new LinkedHashMap<>();
        samples.put(int.class, 1);
        samples.put(String.class, "it");
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
        samples.put(FenceRequest.class, FenceRequest.builder().build());
        samples.put(
                GroupRequest.class,
                GroupRequest.named("it").members(pmix.self()).build());
        samples.put(
                InviteRequest.class,
                InviteRequest.named("it").members(pmix.self()).build());
        samples.put(InvitationHandler.class, (InvitationHandler) invitation -> InvitationHandler.Reply.LATER);
        samples.put(
                PublishRequest.class, PublishRequest.builder().value(TEXT, "it").build());
        samples.put(LookupRequest.class, LookupRequest.builder().keys(TEXT).build());
        samples.put(
                UnpublishRequest.class, UnpublishRequest.builder().keys(TEXT).build());
        samples.put(
                SpawnRequest.class,
                SpawnRequest.builder().apps(App.named("/bin/true").build()).build());
        samples.put(LogRequest.class, new LogRequest(Attributes.of(Keys.LOG_STDERR, "it")));
        samples.put(JobControlRequest.class, new JobControlRequest(List.of(), Attributes.of(Keys.JOB_CTRL_SIGNAL, 10)));
        samples.put(
                MonitorRequest.class,
                new MonitorRequest(Info.of(Keys.MONITOR_CANCEL, "it"), PmixStatus.SUCCESS, Attributes.none()));
        samples.put(AllocationRequest.class, new AllocationRequest(AllocationRequest.Kind.NEW, Attributes.none()));
        samples.put(
                ResourceBlockRequest.class,
                new ResourceBlockRequest(ResourceBlockRequest.Kind.DEFINE, "it", new ResourceUnit(1, 1)));
        samples.put(SessionControlRequest.class, new SessionControlRequest(1, Attributes.of(Keys.SESSION_PAUSE, true)));
        samples.put(CollectiveOptions.class, CollectiveOptions.defaults());
        samples.put(RequestOptions.class, RequestOptions.defaults());
        samples.put(DistanceRequest.class, DistanceRequest.builder().build());
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
        samples.put(int[].class, new int[] {0});
        if (type == Group.class) {
            samples.put(
                    Group.class,
                    pmix.groups().active().stream()
                            .findAny()
                            .orElseGet(() -> pmix.groups()
                                    .construct(GroupRequest.named("it-sample")
                                            .members(pmix.self())
                                            .build())));
        }
        return java.util.Objects.requireNonNull(samples.get(type), () -> "no sample of " + type);
    }

    private static Object[] samples(Pmix pmix, Method method) {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = sample(pmix, types[i]);
        }
        return arguments;
    }

    private static void isRefusedOnceTheHandleIsClosed(Pmix pmix) {
        Pmix handle = Pmix.init();
        List<Operation> operations = operations(handle);
        handle.close();
        SoftAssertions.assertSoftly(all -> {
            for (Operation operation : operations) {
                if (!HARMLESS.contains(operation.name()) && !operation.isStep()) {
                    all.assertThatThrownBy(() -> operation.call(samples(pmix, operation.method())))
                            .as(operation.toString())
                            .isInstanceOf(IllegalStateException.class);
                }
            }
        });
        pmix.fence();
    }

    private static void refusesNull(Pmix pmix) {
        SoftAssertions.assertSoftly(all -> {
            for (Operation operation : operations(pmix)) {
                Class<?>[] types = operation.method().getParameterTypes();
                for (int i = 0; i < types.length; i++) {
                    if (!types[i].isPrimitive() && !NULLABLE.contains(operation.name())) {
                        Object[] arguments = samples(pmix, operation.method());
                        arguments[i] = null;
                        all.assertThatThrownBy(() -> operation.call(arguments))
                                .as(operation + " with null for argument " + i)
                                .isInstanceOf(NullPointerException.class);
                    }
                }
            }
        });
    }

    private static void blocksNowhereOnTheProgressThread(Pmix pmix) {
        List<Operation> operations = operations(pmix);
        ProgressThreadIT.onProgressThread(() -> SoftAssertions.assertSoftly(all -> {
            for (Operation operation : operations) {
                if (!operation.isAsync()
                        && !operation.isStep()
                        && !HARMLESS.contains(operation.name())
                        && !ACCESSORS.contains(operation.name())) {
                    all.assertThatThrownBy(() -> operation.call(samples(pmix, operation.method())))
                            .as(operation.toString())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("progress thread");
                }
            }
        }));
        // And it has not stopped.
        pmix.fence();
        assertThatThrownBy(() -> pmix.get(
                        pmix.self(), TEXT, GetOptions.builder().optional().build()))
                .isInstanceOf(org.pmixj.PmixException.NotFound.class);
    }

    @PmixTest(ranks = 1)
    void holdsForEveryOperation(Pmix pmix) {
        refusesNull(pmix);
        blocksNowhereOnTheProgressThread(pmix);
        isRefusedOnceTheHandleIsClosed(pmix);
    }
}
