// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.group.Group;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.Warnings;
import org.pmixj.launch.ClassCache;
import org.pmixj.process.Rehearsal;

/** Class caches, with real JVMs. */
@Order(2)
class ClassCacheIT {
    /** For the JVMs that create a cache, one after the other. */
    private static final Duration LONG = Await.LIMIT.multipliedBy(4);

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");
    private static final String OUTPUT = "-XX:AOTCacheOutput=";
    /** The hidden classes that a rank spins with a cache. Measured: 8. Without the lambda forms there are 31. */
    private static final int MOST_SPUN = 8;

    @TempDir
    Path work;

    private Path folder() {
        return work.resolve("classes");
    }

    /** Returns the same copies of the library's JARs for a whole test, which may change them. */
    private List<String> jars() throws IOException {
        Path lib = Files.createDirectories(work.resolve("lib"));
        List<String> copies = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (entry.matches(".*/pmixj-(bindings-|launch-)?[0-9][^/]*\\.jar")) {
                Path copy = lib.resolve(Path.of(entry).getFileName());
                if (Files.notExists(copy)) {
                    Files.copy(Path.of(entry), copy);
                }
                copies.add(copy.toString());
            }
        }
        assertThat(copies).hasSize(3);
        return copies;
    }

    private ClassCache cache(String... more) throws IOException {
        return new ClassCache(
                folder(), JAVA, Stream.concat(OPTIONS.stream(), Stream.of(more)).toList(), jars());
    }

    private List<String> command(ClassCache cache, List<String> more, String... main) {
        List<String> words = new ArrayList<>(List.of(JAVA.toString()));
        words.addAll(OPTIONS);
        words.addAll(more);
        words.addAll(List.of("-cp", String.join(File.pathSeparator, cache.classPath())));
        words.addAll(List.of(main));
        return words;
    }

    /** Writes a cache by a JVM that ends at once. */
    private void train(ClassCache cache, List<String> more) throws IOException {
        try {
            assertThat(Launched.run(work, command(cache, more, "-version"), Map.of())
                            .exit())
                    .isZero();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Smoke
    @Test
    void aRankTakesTheLibraryFromIt() throws Exception {
        Launched.needsLauncher();
        ClassCache cache = cache();
        List<String> options = cache.use(LONG);
        assertThat(options).startsWith("-XX:AOTCache=" + cache.file());
        Launched launched = rank(cache, options, List.of());
        assertThat(launched.output().lines().filter(line -> line.contains("source: __JVM_LookupDefineClass__")))
                .hasSizeLessThanOrEqualTo(MOST_SPUN);
        // A file of a lock is left, and nothing else.
        assertThat(files()).hasSize(2).anyMatch(each -> each.endsWith(".lock"));
    }

    /** Runs a rank that takes the library from the cache. */
    private Launched rank(ClassCache cache, List<String> options, List<String> others) throws Exception {
        List<String> rank = new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "-n", "1"));
        List<String> more = new ArrayList<>(List.of("-XX:AOTMode=on", "-Xlog:class+load"));
        more.addAll(options);
        more.addAll(others);
        rank.addAll(command(cache, more, Rehearsal.class.getName()));
        Launched launched = Launched.run(work, rank, Map.of());
        assertThat(launched.exit()).as(launched.output()).isZero();
        assertThat(launched.output()).contains(Group.class.getName() + " source: shared objects file");
        return launched;
    }

    /** The JVM adds the module of the recorder, and refuses a cache that was made without it. */
    @Tag("slow")
    @Test
    void aRankThatRecordsTakesTheLibraryFromIt() throws Exception {
        Launched.needsLauncher();
        String module = "--add-modules=jdk.jfr";
        Path recording = work.resolve("rank.jfr");
        ClassCache cache = cache(module);
        List<String> options = cache.use(LONG);
        assertThat(options).startsWith("-XX:AOTCache=" + cache.file());
        rank(cache, options, List.of(module, "-XX:StartFlightRecording:filename=" + recording));
        assertThat(RecordingFile.readAllEvents(recording))
                .filteredOn(event -> event.getEventType().getName().equals("pmixj.Operation"))
                .extracting(event -> event.getString("kind"))
                .contains("construct");
    }

    @Tag("slow")
    @Test
    void theScriptReceivesTheOptions() throws Exception {
        Launched.needsLauncher();
        String jars = work.resolve("lib") + "/*";
        ClassCache cache = new ClassCache(folder(), JAVA, OPTIONS, List.of(jars));
        jars();
        List<String> words = command(cache, List.of(), ClassCache.class.getName(), folder().toString(), jars);
        words.addAll(OPTIONS);
        for (int i = 0; i < 2; i++) {
            Launched launched = Launched.run(work, words, Map.of());
            assertThat(launched.exit()).isZero();
            assertThat(launched.output().lines())
                    .containsExactlyElementsOf(cache.use(_ -> {}, LONG))
                    .startsWith("-XX:AOTCache=" + cache.file());
        }
        words = command(cache, List.of(), ClassCache.class.getName(), folder().toString(), jars);
        Launched whole = Launched.run(work, words, Map.of());
        assertThat(whole.output().lines())
                .startsWith(ClassCache.SHORT_JOB.toArray(new String[0]))
                .anyMatch(line -> line.startsWith("-XX:AOTCache="));
        Launched wrong = Launched.run(work, command(cache, List.of(), ClassCache.class.getName()), Map.of());
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.output()).contains("usage:");
    }

    @Tag("slow")
    @Test
    void allWhoAskAtOnceUseOne() throws Exception {
        AtomicInteger trainings = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(4);
        List<CompletableFuture<List<String>>> asking = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ClassCache cache = cache();
            asking.add(CompletableFuture.supplyAsync(
                    () -> {
                        all.countDown();
                        return cache.use(
                                more -> {
                                    all.await();
                                    trainings.incrementAndGet();
                                    train(cache, more);
                                },
                                LONG);
                    },
                    task -> new Thread(task).start()));
        }
        for (CompletableFuture<List<String>> each : asking) {
            assertThat(each.get(LONG.toSeconds(), TimeUnit.SECONDS)).startsWith("-XX:AOTCache=" + cache().file());
        }
        // For the list of classes and for the cache.
        assertThat(trainings).hasValue(2);
    }

    @Tag("slow")
    @Test
    void itFitsOneStateOfTheJars() throws Exception {
        ClassCache cache = cache();
        Path before = cache.file();
        assertThat(cache.use(more -> train(cache, more), LONG)).isNotEmpty();
        ClassCache other = cache("-Xmx100m");
        assertThat(other.file()).isNotEqualTo(before);
        Path others = other.file();
        assertThat(other.use(more -> train(cache, more), LONG)).isNotEmpty();
        assertThat(before).exists();
        assertThat(others).exists();

        Path jar = Path.of(cache.classPath().getFirst());
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
        assertThat(cache.file()).isNotEqualTo(before);
        assertThat(cache.use(more -> train(cache, more), LONG)).startsWith("-XX:AOTCache=" + cache.file());
        // A job may still start JVMs with it. A day after its last use, it may not.
        assertThat(before).exists();
        makeOld(before);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_001_000L));
        assertThat(cache.use(more -> train(cache, more), LONG)).startsWith("-XX:AOTCache=" + cache.file());
        assertThat(before).doesNotExist();
        assertThat(others).exists();
        // Each use counts.
        FileTime once = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(cache.file(), once);
        assertThat(cache.use(_ -> {}, LONG)).isNotEmpty();
        assertThat(Files.getLastModifiedTime(cache.file())).isGreaterThan(once);
    }

    /** Each is one warning, and ranks that start without a cache. */
    @Test
    void withoutOne() throws Exception {
        refused("the training run wrote no cache", cache(), _ -> {});
        refused("the job failed", cache(), _ -> {
            throw new IOException("the job failed");
        });
        // What cannot be deleted after it is not reported instead.
        refused("the job failed", cache(), _ -> {
            if (Files.exists(folder())) {
                for (String each : files()) {
                    Files.delete(folder().resolve(each));
                }
                Files.delete(folder());
            }
            throw new IOException("the job failed");
        });
        refused("a mistake of the job", cache(), _ -> {
            throw new IllegalStateException("a mistake of the job");
        });
        // A JVM refuses it.
        refused("ended with status 1", cache(), more -> {
            if (more.getLast().startsWith(OUTPUT)) {
                Files.writeString(Path.of(more.getLast().replace(OUTPUT, "")), "no cache");
            }
        });
        assertThat(files()).allMatch(each -> each.endsWith(".lock"));
        ClassCache.Training none = _ -> {
            throw new AssertionError("it ran");
        };
        refused(
                "the class path does not begin with a JAR",
                new ClassCache(folder(), JAVA, OPTIONS, List.of("/")),
                none);
        refused("NoSuchFile", new ClassCache(folder(), Path.of("/no/such/java"), OPTIONS, jars()), none);
        Path file = Files.createFile(work.resolve("file"));
        refused(file.toString(), new ClassCache(file, JAVA, OPTIONS, jars()), none);
    }

    /** A JVM that cannot write lambda forms writes a cache without them. */
    @Tag("slow")
    @Test
    void withoutLambdaForms() throws Exception {
        ClassCache cache = cache();
        List<List<String>> runs = new ArrayList<>();
        List<String> options = cache.use(
                more -> {
                    runs.add(more);
                    if (more.getFirst().startsWith("-XXaltjvm")) {
                        throw new IOException("it has no other JVM");
                    }
                    train(cache, more);
                },
                // It limits the wait for another process, not the training and what follows.
                Duration.ofMillis(1));
        assertThat(options).startsWith("-XX:AOTCache=" + cache.file());
        assertThat(runs).hasSize(3);
        assertThat(runs.getLast()).singleElement().asString().startsWith(OUTPUT);
        assertThat(files()).hasSize(2);
    }

    /** No JVM can use what was written with lambda forms. */
    @Tag("slow")
    @Test
    void lambdaFormsSpoilIt() throws Exception {
        ClassCache cache = cache();
        List<String> options = cache.use(
                more -> {
                    train(cache, more);
                    if (more.getFirst().startsWith("-XXaltjvm")) {
                        Files.writeString(Path.of(more.getLast().replace(OUTPUT, "")), "no cache");
                    }
                },
                LONG);
        assertThat(options).startsWith("-XX:AOTCache=" + cache.file());
        assertThat(files()).hasSize(2);
    }

    private static void makeOld(Path... files) throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(2)));
        for (Path file : files) {
            Files.getFileAttributeView(file, BasicFileAttributeView.class).setTimes(old, old, null);
        }
    }

    /** A process was killed while it created the cache, and one of another node creates it just now. */
    @Tag("slow")
    @Test
    void whatWasLeftIsDeletedAndWhatIsNewIsKept() throws Exception {
        ClassCache cache = cache();
        Path left = Files.createDirectories(Path.of(cache.file() + ".1.jvm", "lib"));
        Path lib = work.resolve("lib");
        Files.createSymbolicLink(left.resolve("link"), lib);
        makeOld(left.getParent(), Files.createFile(Path.of(cache.file() + ".1")));
        Path current = Files.createDirectories(Path.of(cache.file() + ".2.jvm"));
        assertThat(cache.use(more -> train(cache, more), LONG)).isNotEmpty();
        assertThat(files()).hasSize(3).contains(current.getFileName().toString());
        assertThat(lib).isNotEmptyDirectory();
    }

    /** On a node that sees no lock of another, two may create a cache. The ranks of the first one use its file. */
    @Tag("slow")
    @Test
    void theCacheOfAFasterProcessIsNotReplaced() throws Exception {
        ClassCache cache = cache();
        List<String> options = cache.use(
                more -> {
                    train(cache, more);
                    Files.writeString(cache.file(), "of another node");
                },
                LONG);
        assertThat(options).startsWith("-XX:AOTCache=" + cache.file());
        assertThat(cache.file()).hasContent("of another node");
        assertThat(files()).hasSize(2);
    }

    /** As those of another user. A folder on which another is mounted cannot be deleted by root either. */
    @Tag("slow")
    @Test
    void filesThatCannotBeDeletedDoNoHarm() throws Exception {
        Launched.needsLauncher();
        ClassCache cache = cache();
        Path left = Files.createDirectories(Path.of(cache.file() + ".1.jvm"));
        Path earlier = Files.createFile(Path.of(cache.file().toString().replaceAll("-[^-]*$", "-0.aot")));
        makeOld(left, earlier);
        String script = "for each in '" + left + "' '" + earlier + "'; do mount --bind \"$each\" \"$each\"; done;"
                + " exec \"$@\"";
        List<String> words = new ArrayList<>(List.of("unshare", "--mount", "sh", "-ec", script, "sh"));
        words.addAll(command(
                cache,
                List.of(),
                ClassCache.class.getName(),
                folder().toString(),
                String.join(File.pathSeparator, cache.classPath())));
        words.addAll(OPTIONS);
        Launched launched = Launched.run(work, words, Map.of());
        assertThat(launched.output()).startsWith("-XX:AOTCache=" + cache.file());
        assertThat(left).exists();
        assertThat(earlier).exists();
    }

    private static void refused(String why, ClassCache cache, ClassCache.Training training) {
        try (Warnings warnings = new Warnings()) {
            assertThat(cache.use(training, LONG)).isEmpty();
            assertThat(warnings.messages()).singleElement().asString().contains("without a class cache", why);
        }
    }

    /** Another process that never ends holds the lock. */
    @Test
    void theWaitForAnotherEnds() throws Exception {
        ClassCache cache = cache();
        Files.createDirectories(folder());
        String user = System.getProperty("user.name");
        Path lock = folder().resolve(cache.file().getFileName().toString().replaceAll("-.*", "-" + user + ".lock"));
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock();
                Warnings warnings = new Warnings()) {
            assertThat(cache.use(more -> train(cache, more), Duration.ofMillis(50)))
                    .isEmpty();
            assertThat(warnings.messages()).singleElement().asString().contains("another process creates it");
        }
    }

    @Test
    void arguments() throws Exception {
        ClassCache cache = cache();
        assertThatIllegalArgumentException().isThrownBy(() -> cache.use(_ -> {}, Duration.ZERO));
        assertThatNullPointerException().isThrownBy(() -> cache.use(null, LONG));
        assertThatNullPointerException().isThrownBy(() -> new ClassCache(null, JAVA, OPTIONS, List.of()));
        assertThat(ClassCache.userFolder()).isAbsolute();
        // A shell has expanded the class path.
        List<String> words = command(cache, List.of(), ClassCache.class.getName(), folder().toString());
        words.addAll(jars());
        Launched launched = Launched.run(work, words, Map.of());
        assertThat(launched.exit()).as(launched.output()).isEqualTo(2);
        assertThat(launched.output()).contains("'" + jars().get(1) + "' is no option of the JVM");
        assertThat(folder()).doesNotExist();
    }
}
