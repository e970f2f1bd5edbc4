// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;

/** What a rank spins at its start: hidden classes, made at run time, are most of the time of a cold start. */
class ColdStartIT {
    private static final int RANKS = 2;
    /** Measured: 62, and 67 where a rank waits for the other. With the exact shapes there are nearly 300. */
    private static final int MOST_SPUN = 67;
    /** A rank that waits for the other for a second asks it about the group, and spins what that takes. */
    private static final int ATTEMPTS = 5;

    @TempDir
    Path work;

    static final class Main {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                pmix.fence();
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-cold")
                                .members(pmix.job().members())
                                .build());
                Key<String> key = Key.of("it.cold", ValueType.STRING);
                pmix.put(Scope.GLOBAL, key, "greetings");
                pmix.commit();
                pmix.fence(FenceRequest.ofJob());
                for (int rank = 0; rank < group.size(); rank++) {
                    pmix.get(group.members().get(rank), key);
                }
                group.fence();
                group.destruct();
            }
            System.out.println("all is well");
        }
    }

    /** All that a healthy job needs of groups and events. */
    static final class Plain {
        private static final PmixStatus CODE = new PmixStatus(-3901);

        public static void main(String[] args) throws Exception {
            CompletableFuture<Invitation> invited = new CompletableFuture<>();
            CompletableFuture<String> received = new CompletableFuture<>();
            try (Pmix pmix = Pmix.init()) {
                pmix.events()
                        .listen(CODE, event -> received.complete(event.text().orElse("")));
                pmix.groups().onInvitation(invitation -> {
                    invited.complete(invitation);
                    return InvitationHandler.Reply.LATER;
                });
                pmix.fence();
                Group group = pmix.groups()
                        .construct(GroupRequest.named("it-plain")
                                .members(pmix.job().members())
                                .build());
                group.fence();
                // Others may read its values for so long, if they are not withdrawn at the end.
                CollectiveOptions patient = CollectiveOptions.within(Await.LIMIT.multipliedBy(5));
                assertThat(group.with(patient).exchange(ValueType.STRING, "value of " + group.rank()))
                        .containsValues("value of 0", "value of 1");
                if (group.rank() == 0) {
                    pmix.events().notify(CODE).toGroup(group).text("greetings").send();
                    Group other = pmix.groups()
                            .invite(InviteRequest.named("it-plain-invited")
                                    .members(List.of(pmix.job().member(1)))
                                    .build());
                    other.fence();
                    other.destruct();
                } else {
                    Group other = Await.result(invited).accept();
                    other.fence();
                    other.destruct();
                }
                assertThat(Await.result(received)).isEqualTo("greetings");
                group.destruct();
                Key<String> own = Key.of(ExchangeProcedure.name(group.id(), 0, pmix.self()), ValueType.STRING);
                Await.until("the exchanged value is withdrawn", () -> isAbsent(pmix, own));
            }
            System.out.println("all is well");
        }

        private static boolean isAbsent(Pmix pmix, Key<?> key) {
            try {
                pmix.directory().lookup(key);
                return false;
            } catch (PmixException.NotFound e) {
                return true;
            }
        }
    }

    private List<List<String>> spun(String option) throws Exception {
        List<List<String>> spun = new ArrayList<>();
        for (List<String> lines : loaded(Main.class, option)) {
            spun.add(lines.stream()
                    .filter(line -> line.contains("source: __JVM_LookupDefineClass__"))
                    .toList());
        }
        return spun;
    }

    /** Runs a program with an option of the JVM, and returns what the log of each rank says of the classes loaded. */
    private List<List<String>> loaded(Class<?> program, String option) throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "-n", "" + RANKS));
        List<String> java = Launched.java(program);
        command.addAll(java.subList(0, 1));
        command.add("-Xlog:class+load:file=" + work.resolve("loaded-%p"));
        command.add(option);
        // A class cache contains most of the classes that are counted here.
        command.add("-XX:AOTMode=off");
        command.addAll(java.subList(1, java.size()));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("all is well");
        List<List<String>> ranks = new ArrayList<>();
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("loaded-"))
                    .toList()) {
                ranks.add(Files.readAllLines(file));
                Files.delete(file);
            }
        }
        assertThat(ranks).hasSize(RANKS);
        return ranks;
    }

    private static long count(List<String> spun, String name) {
        return spun.stream().filter(line -> line.contains(name)).count();
    }

    @Test
    void aRankSpinsFewClasses() throws Exception {
        List<List<String>> ranks = spun("-Dpmixj.ffi.exact=false");
        for (int i = 1; i < ATTEMPTS && ranks.stream().anyMatch(spun -> spun.size() > MOST_SPUN); i++) {
            ranks = spun("-Dpmixj.ffi.exact=false");
        }
        for (List<String> spun : ranks) {
            assertThat(count(spun, ".DowncallStub/")).isOne();
            assertThat(count(spun, ".UpcallStub/")).isOne();
            assertThat(spun).hasSizeLessThanOrEqualTo(MOST_SPUN);
        }
    }

    @Test
    void theExactShapesWorkToo() throws Exception {
        for (List<String> spun : spun("-Dpmixj.ffi.exact=true")) {
            assertThat(count(spun, ".DowncallStub/")).isGreaterThan(5);
            assertThat(count(spun, ".UpcallStub/")).isGreaterThan(2);
        }
    }

    @Test
    void thePlainPathLoadsNoRepair() throws Exception {
        for (List<String> lines : loaded(Plain.class, "-Dpmixj.repair.all=off")) {
            assertThat(lines).anyMatch(line -> line.contains("org.pmixj.internal.group.ByHost"));
            assertThat(lines.stream()
                            .filter(line -> line.matches(".*org\\.pmixj\\.internal\\.[\\w.]+\\.repair\\..*"))
                            .toList())
                    .isEmpty();
        }
    }
}
