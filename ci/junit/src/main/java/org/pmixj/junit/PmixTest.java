// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pmixj.junit.job.PmixTestExtension;

/**
 * Runs a test method in every rank of a job under {@code prterun}, each rank in a JVM of its own.
 *
 * <pre>{@code
 * @PmixTest(ranks = 4)
 * void everyRankSeesTheJob(Pmix pmix, RankContext context) {
 *     assertEquals(context.rank(), pmix.self().rank());
 * }
 *
 * @PmixTest(ranks = 3, killed = 2)
 * void survivorsCarryOn(Pmix pmix, RankContext context) {
 *     if (context.rank() == 2) {
 *         context.killSelf();
 *     }
 *     // what the survivors do
 * }
 * }</pre>
 *
 * <p>The method may have parameters of type {@link org.pmixj.Pmix}, initialised before and closed after it, and
 * {@link RankContext}, and no others. Without a {@code Pmix} parameter the ranks do not initialise PMIx.
 *
 * <p>The report has one test case for each rank ("rank 2 of 4", or "rank 2 of 4 @ node2" on several nodes), with that
 * rank's own exception, exit status or signal,
 * and its output. Another one, named "job", is for the launcher and for processes left behind, which are killed. A rank
 * that was ended only because another one failed is reported as aborted, not as failed. After a first failure the other
 * ranks may finish for as long as the method has run so far, at least five seconds.
 *
 * <p>Notes:
 *
 * <ul>
 *   <li>{@code @BeforeEach} and {@code @AfterEach} methods of the class run in every rank, with the same parameters.
 *       Class-wide methods ({@code @BeforeAll}) and other extensions run in the JVM of the JUnit run; the ranks do not
 *       see what they set. The constructor runs there and in the ranks.
 *   <li>A rank has the system properties given by {@link #jvm()} and all whose names start with {@code pmixj.}.
 *   <li>If {@code prterun} or libpmix is missing, the test is aborted and listed again at the end of the run; with the
 *       system property {@code pmixj.required=true} it fails.
 *   <li>The job has a directory, which is deleted unless the test fails. It is in {@code target/pmixj-jobs} if the
 *       working directory has a {@code pom.xml}, in {@code build/pmixj-jobs} if it has a {@code build.gradle}, else in
 *       {@code java.io.tmpdir}; the system property {@code pmixj.junit.dir} names another place. That must be on a file
 *       system that all nodes share.
 *   <li>The launcher is {@code prterun}, or the system property {@code pmixj.junit.launcher}, or {@link #program()}.
 *   <li>With the system property {@code pmixj.junit.aot=true} the ranks start from a cache of the classes in the JARs
 *       of the class path, which halves the start of a JVM. The first job creates it in some seconds, and later runs
 *       use it again (see {@link org.pmixj.launch.ClassCache#userFolder}). Directories then come last on the ranks'
 *       class path. A test with {@link #jvm()} options uses no cache. The system property {@code
 *       pmixj.junit.rehearsal} names methods that this job runs besides, {@code CLASS#METHOD} with commas between them:
 *       what they use, later ranks need not load and generate again. All must have the same number of ranks; only in
 *       the last one may ranks be {@link #killed()}, and not rank 0.
 *   <li>With the system property {@code pmixj.junit.shared=class}, {@code =package} or {@code =run}, the methods of
 *       a class, of a package or of all classes share a job, which saves the start of its processes: those of one test
 *       run that have the same ranks, nodes, {@link #program()}, {@link #launcher()} and {@link #jvm()}. Its ranks run
 *       them one after the other, in one session; a method begins when all ranks have left the one before, has its own {@link RankContext#scratch()
 *       directory} and time limit, and is reported as ever. The methods after one that failed run in another job. A
 *       method has a job of its own if it has no {@code Pmix} parameter, is {@link #recoverable()}, expects the end of
 *       a rank, has a JUnit condition, as may each class around it, or is {@link #alone()}. A method that shares a job must not assume that it is
 *       the first: it needs names of its own for groups and keys. The system property {@code pmixj.junit.apart}
 *       names packages, with commas between them, whose methods share jobs with no other package then.
 *   <li>The system property {@code pmixj.junit.jobs} is how many jobs may run at once; all that JUnit starts, if it is
 *       not set. The file {@code jobs.tsv} in the directory of jobs counts them.
 *   <li>Processes are found by the inherited environment variable {@code PMIXJ_JOB}, on this machine only.
 * </ul>
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(PmixTestExtension.class)
@SuppressWarnings("exports") // the extension is for JUnit alone
public @interface PmixTest {
    /**
     * Returns the number of ranks.
     *
     * @return 1 or more
     */
    int ranks();

    /**
     * Returns the number of nodes. More than one are simulated, by the command in the system property {@code
     * pmixj.nodes.command} or the environment variable {@code PMIXJ_NODES_COMMAND}, called as {@code COMMAND NODES
     * prterun ...}; else by a command in the JAR, which makes a network namespace for each node. It needs Linux that
     * lets the user create namespaces, and the packages perl, util-linux and iproute2. Ranks are assigned to the nodes
     * in turn: rank r is on node r mod nodes.
     *
     * <p>With several numbers, {@code nodes = {1, 3}}, a job for each runs the method; the names of the test cases then
     * include the nodes. The system property {@code pmixj.junit.nodes=1,3} replaces the numbers of all tests of a run.
     *
     * @return 1 or more each, all different
     */
    int[] nodes() default 1;

    /**
     * Returns a launcher other than PRRTE's, which is called with {@code -n}, the number of ranks, the {@link
     * #launcher()} options and the command of a rank. It has to start the ranks on this node, and to end with them.
     *
     * @return a command, or a path from the working directory of the JUnit run; empty for {@code prterun}
     */
    String program() default "";

    /**
     * Returns further options of {@code prterun}. A {@code --map-by} or {@code --rtos} here replaces the extension's.
     *
     * @return options and their values, each in a separate string
     */
    String[] launcher() default {};

    /**
     * Returns further options of the ranks' JVMs, after the extension's: a small heap, one compiler, native access.
     *
     * @return options, each in a separate string
     */
    String[] jvm() default {};

    /**
     * Returns the time limit of the method, with the start of the job if it is the first. At the limit every rank
     * writes a thread dump, the job is ended, and every rank that had not finished is reported as failed, with its
     * dump. A thread with the same stack as one of the same name in a lower rank is printed as one line; the whole
     * dumps are in the files of the job.
     *
     * @return seconds
     */
    int timeLimit() default 180;

    /**
     * Returns whether the job continues when a rank dies, and the others are notified: {@code --runtime-options
     * recoverable,notifyerrors}. {@link #killed()} and {@link #exits()} imply it.
     *
     * @return true to continue
     */
    boolean recoverable() default false;

    /**
     * Returns the ranks that pass only if they die by a signal after they have entered the method and before they have
     * left it.
     *
     * @return ranks
     */
    int[] killed() default {};

    /**
     * Returns the ranks that pass only if their JVM exits by itself before they have left the method. A status of 129 to
     * 192 counts as an end by a signal, as in a shell; any other is an exit, also that of {@code System.exit(-1)}.
     *
     * @return ranks
     */
    int[] exits() default {};

    /**
     * Returns whether the method has a job of its own even if others share one.
     *
     * @return true if it must be the first to use PMIx in its processes, or the last
     */
    boolean alone() default false;
}
