// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.Processes;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;
import org.pmixj.value.Envar;

/** Jobs that start jobs, and what the two have to do with each other. */
class SpawnIT {
    private static final Key<String> GREETING = Key.of("it.spawn.greeting", ValueType.STRING);
    private static final Key<String> READ = Key.of("it.spawn.read", ValueType.STRING);
    private static final Key<String> DONE = Key.of("it.spawn.done", ValueType.STRING);
    private static final String[] SMALL = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m"};

    private static Key<String> ofChild(int rank) {
        return Key.of("it.spawn.child." + rank, ValueType.STRING);
    }

    private static App.Builder shell(String script, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-c", script, "sh"));
        all.addAll(List.of(arguments));
        return App.named("/bin/sh", all.toArray(new String[0]));
    }

    private static String quoted(Path file) {
        return "'" + file + "'";
    }

    /** Waits in a shell for a file, for a minute at most. */
    private static String until(Path file) {
        return "for i in $(seq 600); do test -e " + quoted(file) + " && break; sleep 0.1; done";
    }

    private static Termination end(SpawnedJob job) throws Exception {
        return Await.result(job.terminated());
    }

    // --- a Java program starts a Java program --------------------------------------------------------------------

    /** Reads from its parent, writes for it, and ends on request. */
    static final class Child {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                ProcId parent = pmix.get(pmix.self(), Keys.PARENT_ID);
                String greeting = pmix.get(parent, GREETING);
                String answer =
                        args[0] + " " + pmix.self().rank() + " of " + pmix.job().size() + ": " + greeting;
                pmix.put(Scope.GLOBAL, GREETING, answer);
                pmix.commit();
                pmix.directory().publish(ofChild(pmix.self().rank()), answer);
                pmix.directory().lookup(LookupRequest.of(DONE).waitForAll());
            }
        }
    }

    private static void javaChildren(Pmix pmix, int count) throws Exception {
        if (pmix.self().rank() == 0) {
            pmix.put(Scope.GLOBAL, GREETING, "hello from the parent");
            pmix.commit();
            SpawnedJob job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Child.class, "child")
                                    .jvmOptions(SMALL)
                                    .processes(count)
                                    .build())
                            .mapBy("node:OVERSUBSCRIBE")
                            .bindTo("none")
                            .independent()
                            .build());
            assertThat(job.size()).isEqualTo(count);
            assertThat(job.nspace()).isNotEqualTo(pmix.self().nspace());
            assertThat(job.members()).hasSize(count).contains(job.member(0));
            for (ProcId child : job.members()) {
                String answer = "child " + child.rank() + " of " + count + ": hello from the parent";
                assertThat(pmix.get(child, GREETING)).isEqualTo(answer);
                assertThat(pmix.directory()
                                .lookup(LookupRequest.of(ofChild(child.rank())).waitForAll())
                                .publisher(ofChild(child.rank())))
                        .isEqualTo(child);
            }
            assertThat(job.terminated()).isNotDone();
            assertThat(pmix.processes().resolveNodes(job.nspace()))
                    .containsExactlyInAnyOrderElementsOf(pmix.processes().resolveNodes(null));
            pmix.directory()
                    .publish(PublishRequest.builder()
                            .value(DONE, "done")
                            .persistence(Persistence.SESSION)
                            .build());
            assertThat(end(job)).isEqualTo(new Termination(end(job).status(), 0, null));
            assertThat(end(job).isSuccess()).isTrue();
        }
        pmix.fence();
    }

    @Smoke
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void javaChildren(Pmix pmix, RankContext context) throws Exception {
        javaChildren(pmix, context.nodes() == 1 ? 2 : 3);
        betweenJobs(pmix);
    }

    @PmixTest(ranks = 4, nodes = 3)
    void nodesAreNamedAndFound(Pmix pmix, RankContext context) throws Exception {
        theNodesThatAreNamedAreUsed(pmix, context);
        peersAndNodes(pmix);
    }

    private static void theNodesThatAreNamedAreUsed(Pmix pmix, RankContext context) throws Exception {
        if (pmix.self().rank() == 0) {
            String node = pmix.job().hostnames().get(2);
            Path hosts = Files.writeString(context.scratch().resolve("hosts"), node + " slots=4\n");
            for (boolean inFile : new boolean[] {false, true}) {
                Path file = context.scratch().resolve("node-" + inFile);
                SpawnRequest.Builder request = SpawnRequest.builder()
                        .apps(shell("uname -n > " + quoted(file)).build())
                        .mapBy(":OVERSUBSCRIBE")
                        .bindTo("none")
                        .directives(
                                inFile
                                        ? Attributes.of(Keys.HOSTFILE, hosts.toString())
                                        : Attributes.of(Keys.HOST, node));
                SpawnedJob job = pmix.processes().spawn(request.build());
                assertThat(end(job).isSuccess()).isTrue();
                assertThat(Files.readString(file)).startsWith(node);
            }
        }
        pmix.fence();
    }

    // --- what the processes are given ----------------------------------------------------------------------------

    @PmixTest(ranks = 1)
    void whatProgramsAreGivenAndLeave(Pmix pmix, RankContext context) throws Exception {
        standardInputIsAtItsEnd(pmix, context);
        argumentsEnvironmentAndDirectory(pmix, context);
        severalProgramsAreOneJob(pmix, context);
        outputGoesToFiles(pmix, context);
    }

    /** In a launcher of its own: PRRTE was seen to abort ("double free") in a spawn that came after many others. */
    @PmixTest(ranks = 1)
    void whatCannotBeStarted(Pmix pmix, RankContext context) throws Exception {
        whatCannotBeStartedSaysWhy(pmix, context);
        guards(pmix);
    }

    @PmixTest(ranks = 1)
    void manyShortJobs(Pmix pmix, RankContext context) throws Exception {
        manyShortJobsAtOnce(pmix, context);
    }

    // With PRRTE's own default it would wait for ever.
    private static void standardInputIsAtItsEnd(Pmix pmix, RankContext context) throws Exception {
        Path file = context.scratch().resolve("read");
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(shell("cat > " + quoted(file)).build())
                        .mapBy(":OVERSUBSCRIBE")
                        .bindTo("none")
                        .build());
        assertThat(end(job).isSuccess()).isTrue();
        assertThat(file).isEmptyFile();
    }

    private static void argumentsEnvironmentAndDirectory(Pmix pmix, RankContext context) throws Exception {
        Path file = context.scratch().resolve("out");
        App app = shell(
                        "printf '%s|' \"$@\" \"$ONE\" \"$TWO\" \"$PMIXJ_LIST\" \"$(pwd)\" \"${HOME-unset}\" > "
                                + quoted(file),
                        "a b",
                        "",
                        "ü")
                .environment("ONE", "of this program")
                .directory(context.scratch())
                .build();
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(app)
                        .directives(Attributes.builder()
                                .add(Info.of(Keys.SET_ENVAR, new Envar("TWO", "of all programs", '\0')))
                                .add(Info.of(Keys.SET_ENVAR, new Envar("PMIXJ_LIST", "m", '\0')))
                                .set(Keys.PREPEND_ENVAR, new Envar("PMIXJ_LIST", "l", ':'))
                                .set(Keys.APPEND_ENVAR, new Envar("PMIXJ_LIST", "n", ':'))
                                .set(Keys.UNSET_ENVAR, "HOME")
                                .build())
                        .bindTo("none")
                        .independent()
                        .build());
        assertThat(end(job).isSuccess()).isTrue();
        assertThat(file)
                .content()
                .isEqualTo("a b||ü|of this program|of all programs|l:m:n|" + context.scratch() + "|unset|");
    }

    private static void severalProgramsAreOneJob(Pmix pmix, RankContext context) throws Exception {
        String script = "echo $0 > '" + context.scratch() + "/'$PMIX_RANK";
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(
                                App.named("/bin/sh", "-c", script, "first")
                                        .processes(2)
                                        .build(),
                                App.named("/bin/sh", "-c", script, "second").build())
                        .mapBy(":OVERSUBSCRIBE")
                        .bindTo("none")
                        .independent()
                        .build());
        assertThat(job.size()).isEqualTo(3);
        assertThat(end(job).isSuccess()).isTrue();
        assertThat(context.scratch().resolve("0")).hasContent("first");
        assertThat(context.scratch().resolve("1")).hasContent("first");
        assertThat(context.scratch().resolve("2")).hasContent("second");
    }

    private static void outputGoesToFiles(Pmix pmix, RankContext context) throws Exception {
        App app = shell("echo to out; echo to err >&2").build();
        Path named = context.scratch().resolve("named");
        SpawnedJob first = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(app)
                        .directives(Attributes.of(Keys.IOF_OUTPUT_TO_FILE, named.toString()))
                        .bindTo("none")
                        .independent()
                        .build());
        Path directory = context.scratch().resolve("directory");
        SpawnedJob second = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(app)
                        .directives(Attributes.builder()
                                .set(Keys.IOF_OUTPUT_TO_DIRECTORY, directory.toString())
                                .flag(Keys.IOF_FILE_ONLY)
                                .flag(Keys.IOF_TAG_OUTPUT)
                                .build())
                        .bindTo("none")
                        .independent()
                        .build());
        end(first);
        end(second);
        Path out = context.scratch().resolve("named." + first.nspace() + ".0.out");
        Path err = directory.resolve(second.nspace()).resolve("rank.0").resolve("stderr");
        Await.until(out + " is written", () -> has(out, "to out"));
        Await.until(err + " is written", () -> has(err, "<stderr>: to err"));
    }

    private static boolean has(Path file, String text) {
        try {
            return Files.exists(file) && Files.readString(file).contains(text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // --- how they end --------------------------------------------------------------------------------------------

    // PRRTE 5.0.0rc1 now and then aborts ("double free") when twenty jobs end at once. It does not notice a process
    // that ends before its own thread has noted the process number, as one in a hundred of /bin/true does.
    private static void manyShortJobsAtOnce(Pmix pmix, RankContext context) throws Exception {
        Path started = context.scratch().resolve("all-started");
        List<CompletableFuture<SpawnedJob>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            futures.add(pmix.processes()
                    .spawnAsync(SpawnRequest.builder()
                            .apps(shell(until(started)).build())
                            .mapBy(":OVERSUBSCRIBE")
                            .bindTo("none")
                            .build()));
        }
        List<SpawnedJob> jobs = new ArrayList<>();
        for (CompletableFuture<SpawnedJob> future : futures) {
            jobs.add(Await.result(future));
        }
        Files.createFile(started);
        for (SpawnedJob job : jobs) {
            try {
                assertThat(end(job).isSuccess()).isTrue();
            } catch (ExecutionException e) {
                // PRRTE has lost the end of one in fifty; see Defect.JOB_END_LOST.
                assertThat(e).hasCauseInstanceOf(PmixException.NotFound.class).hasMessageContaining("it has ended");
            }
        }
    }

    @PmixTest(ranks = 1)
    void aRecoverableJobGoesOn(Pmix pmix, RankContext context) throws Exception {
        Path file = context.scratch().resolve("survivor");
        Path known = context.scratch().resolve("known");
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(shell("test $PMIX_RANK = 0 && kill -9 $$; " + until(known) + "; touch " + quoted(file))
                                .processes(2)
                                .build())
                        .mapBy(":OVERSUBSCRIBE")
                        .recoverable()
                        .build());
        Await.until("the host knows of the end", () -> Jobs.hasEnded(pmix, job.member(0)));
        Files.createFile(known);
        end(job);
        assertThat(file).exists();
    }

    @PmixTest(ranks = 1)
    void theEndOfTheSessionIsTheEndOfHearing(RankContext context) throws Exception {
        Path over = context.scratch().resolve("over");
        CompletableFuture<Termination> end;
        SpawnedJob job;
        try (Pmix pmix = Pmix.init()) {
            job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(shell(until(over)).build())
                            .bindTo("none")
                            .independent()
                            .build());
            end = job.terminated();
            // A process that polls does not fill its memory, and nobody ends the wait of another one.
            assertThat(job.terminated()).isSameAs(end);
            assertThat(end.cancel(true)).isFalse();
            assertThat(end).isNotDone();
        }
        assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                .isThrownBy(() -> Await.result(end))
                .withCauseInstanceOf(PmixException.Closed.class);
        Files.createFile(over);
    }

    // --- what cannot be started ----------------------------------------------------------------------------------

    private static void whatCannotBeStartedSaysWhy(Pmix pmix, RankContext context) {
        Processes processes = pmix.processes();
        for (String name : List.of("/no/such/program", "no-such-program", "./no-such-program", "/tmp")) {
            SpawnRequest request =
                    SpawnRequest.builder().apps(App.named(name).build()).build();
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> processes.spawn(request))
                    .withMessageContaining(name);
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> processes.spawnAsync(request).join())
                    .withCauseInstanceOf(PmixException.NotFound.class);
        }
        Path nothing = context.scratch().resolve("nothing");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> processes.spawn(SpawnRequest.builder()
                        .apps(App.named("true").directory(nothing).build())
                        .build()))
                .withMessageContaining("directory " + nothing);
        // Of a changed PATH this process knows nothing.
        assertThat(processes
                        .spawn(SpawnRequest.builder()
                                .apps(App.named("true").build())
                                .directives(
                                        Attributes.of(Keys.PREPEND_ENVAR, new Envar("PATH", "/no/such/directory", ':')))
                                .bindTo("none")
                                .independent()
                                .build())
                        .size())
                .isEqualTo(1);
    }

    private static void guards(Pmix pmix) throws Exception {
        Processes processes = pmix.processes();
        String large = "x".repeat(32 << 20);
        SpawnRequest request = SpawnRequest.builder()
                .apps(App.named("/bin/true", large).build())
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> processes.spawn(request))
                .withMessageContaining("one message");
        assertThatIllegalArgumentException().isThrownBy(() -> processes.abort(1, "none", List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> processes.abort(1, "a\0b", List.of(pmix.self())));
        assertThatIllegalArgumentException().isThrownBy(() -> processes.resolvePeers("", null));
        assertThatIllegalArgumentException().isThrownBy(() -> processes.resolveNodes("x".repeat(256)));
        // libpmix adds to the environment of the programs.
        SpawnedJob harvested = processes.spawn(SpawnRequest.builder()
                .apps(shell("exit 0").environment("A", "b").build())
                .directives(Attributes.builder().flag(Keys.SETUP_APP_ENVARS).build())
                .bindTo("none")
                .independent()
                .build());
        assertThat(end(harvested).isSuccess()).isTrue();
        pmix.close();
        assertThatIllegalStateException().isThrownBy(() -> processes.spawn(request));
        assertThatIllegalStateException().isThrownBy(() -> processes.abortAsync(1, "x", List.of(pmix.self())));
        assertThatIllegalStateException().isThrownBy(() -> processes.resolveNodes(null));
        assertThatIllegalStateException().isThrownBy(() -> processes.resolvePeersAsync(null, null));
    }

    // --- finding processes ---------------------------------------------------------------------------------------

    // Rank r is on node r mod 3.
    private static void peersAndNodes(Pmix pmix) {
        Processes processes = pmix.processes();
        String nspace = pmix.self().nspace();
        int rank = pmix.self().rank();
        List<ProcId> here = pmix.job().members().stream()
                .filter(proc -> proc.rank() % 3 == rank % 3)
                .toList();
        assertThat(processes.resolvePeers(null, nspace)).containsExactlyInAnyOrderElementsOf(here);
        assertThat(processes.resolvePeersAsync(null, null).join()).containsExactlyInAnyOrderElementsOf(here);
        List<String> nodes = processes.resolveNodes(nspace);
        assertThat(nodes).hasSize(3).doesNotHaveDuplicates();
        assertThat(processes.resolveNodesAsync(nspace).join()).isEqualTo(nodes);
        List<ProcId> all = new ArrayList<>();
        for (String node : nodes) {
            all.addAll(processes.resolvePeers(node, nspace));
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(pmix.job().members());
        assertThat(processes.resolvePeers("no-such-node", nspace)).isEmpty();
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> processes.resolvePeers(null, "no-such-job"));
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> processes.resolveNodes("no-such-job"));
        pmix.fence();
    }

    // --- the directory between jobs ------------------------------------------------------------------------------

    /** Publishes in every persistence, tries what it may not see, and ends. */
    static final class Publisher {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                for (Persistence persistence : Persistence.values()) {
                    pmix.directory()
                            .publish(PublishRequest.builder()
                                    .value(named(persistence.name()), "x")
                                    .persistence(persistence)
                                    .build());
                }
                boolean seen = true;
                try {
                    pmix.directory().lookup(named("of.parent.namespace"));
                } catch (PmixException.NotFound e) {
                    seen = false;
                }
                pmix.directory()
                        .publish(PublishRequest.builder()
                                .value(named("seen"), Boolean.toString(seen))
                                .persistence(Persistence.SESSION)
                                .build());
                pmix.directory().lookup(named("of.parent.session"));
                // No owner is asked.
                pmix.directory().unpublish(named("of.parent.session"));
                pmix.directory().lookup(LookupRequest.of(READ).waitForAll());
            }
        }
    }

    private static Key<String> named(String name) {
        return Key.of("it.between." + name, ValueType.STRING);
    }

    private static boolean isThere(Pmix pmix, String name) {
        try {
            return pmix.directory().lookup(named(name)).equals("x");
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    private static void betweenJobs(Pmix pmix) throws Exception {
        if (pmix.self().rank() == 0) {
            pmix.directory()
                    .publish(PublishRequest.builder()
                            .value(named("of.parent.namespace"), "x")
                            .range(Range.NAMESPACE)
                            .build());
            pmix.directory().publish(named("of.parent.session"), "x");
            SpawnedJob job = pmix.processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Publisher.class).jvmOptions(SMALL).build())
                            .mapBy("node:OVERSUBSCRIBE")
                            .bindTo("none")
                            .independent()
                            .build());
            assertThat(pmix.directory()
                            .lookup(LookupRequest.of(named("seen")).waitForAll())
                            .get(named("seen")))
                    .isEqualTo("false");
            for (Persistence persistence : Persistence.values()) {
                // That is its first read.
                assertThat(isThere(pmix, persistence.name())).isTrue();
            }
            pmix.directory().publish(READ, "x");
            assertThat(end(job).isSuccess()).isTrue();
            assertThat(isThere(pmix, "of.parent.session")).isFalse();
            assertThat(isThere(pmix, "of.parent.namespace")).isTrue();
            assertThat(isThere(pmix, "SESSION")).isTrue();
            assertThat(isThere(pmix, "INDEFINITE")).isTrue();
            for (String gone : List.of("PROCESS", "APPLICATION", "NAMESPACE", "FIRST_READ")) {
                // The host clears up after it has told the end.
                Await.until(gone + " is gone", () -> !isThere(pmix, gone));
            }
        }
        pmix.fence();
    }
}
