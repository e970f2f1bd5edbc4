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
 * A test method that is run by every rank of a job under {@code prterun}, each rank a JVM of its own.
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
 * {@link RankContext}, and no others. Without a {@code Pmix} parameter PMIx is not initialised in the ranks.
 *
 * <p>What the report shows: one test case for each rank ("rank 2 of 4"), with that rank's own exception, exit status
 * or signal, and its output; and one named "job" for the launcher and for processes left behind, which are killed. A
 * rank that was ended only because another one had failed is reported as aborted, not as failed. After a first failure
 * the others get as long as the job has run so far, at least five seconds, to come to their own end.
 *
 * <p>Notes:
 *
 * <ul>
 *   <li>{@code @BeforeEach} and {@code @AfterEach} methods of the class run in every rank, with the same parameters.
 *       Class-wide methods ({@code @BeforeAll}) and other extensions run in the JVM of the JUnit run, and what they set
 *       is not seen by the ranks. So does the constructor, in addition to the ranks.
 *   <li>A rank's system properties are those given by {@link #jvm()} and all whose names begin with {@code pmixj.}.
 *   <li>Where {@code prterun} or libpmix is missing the test is aborted and named once more at the end of the run; with
 *       the system property {@code pmixj.required=true} it fails.
 *   <li>The job's files are in a directory made in {@code java.io.tmpdir}, or in the system property {@code
 *       pmixj.junit.dir}, which must be on a file system that all nodes share. It is deleted unless the test fails.
 *   <li>The launcher is {@code prterun} or the system property {@code pmixj.junit.launcher}.
 *   <li>With the system property {@code pmixj.junit.aot=true} the ranks start from a cache of the classes in the JARs of
 *       the class path, which halves the start of a JVM. It is made before the first job, in some seconds, and is for
 *       suites of many jobs. Directories then come last on the ranks' class path. A test with {@link #jvm()} options
 *       does without.
 *   <li>Processes are found by an environment variable they inherit, {@code PMIXJ_JOB}, on this machine only.
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
     * The number of ranks.
     *
     * @return 1 or more
     */
    int ranks();

    /**
     * The number of nodes. More than one are simulated, by the command in the system property {@code
     * pmixj.nodes.command} or the environment variable {@code PMIXJ_NODES_COMMAND}, else by the {@code ci/nodes} of this
     * or the nearest enclosing directory that has one; it is called as {@code COMMAND NODES prterun ...}. Ranks are dealt
     * to the nodes in turn: rank r is on node r mod nodes.
     *
     * <p>With more than one number here, {@code nodes = {1, 3}}, the method is run by a job for each; its test cases then
     * have the nodes in their names.
     *
     * @return 1 or more each, all different
     */
    int[] nodes() default 1;

    /**
     * More options of {@code prterun}. A {@code --map-by} or {@code --rtos} here takes the place of the extension's own.
     *
     * @return options and their values, each a string of its own
     */
    String[] launcher() default {};

    /**
     * More options of the ranks' JVMs, after the extension's own: a small heap, one compiler, native access.
     *
     * @return options, each a string of its own
     */
    String[] jvm() default {};

    /**
     * The time limit of the whole job. When it is reached every rank writes a thread dump, the job is ended, and every
     * rank that had not come to its end is reported as failed, with its dump.
     *
     * @return seconds
     */
    int timeLimit() default 180;

    /**
     * Whether the job goes on when a rank dies, and the others are told: {@code --rtos recoverable,notifyerrors}. It is
     * so, too, where {@link #killed()} or {@link #exits()} names a rank.
     *
     * @return true to go on
     */
    boolean recoverable() default false;

    /**
     * Ranks that pass if, and only if, they die by a signal after they have entered the method and before they have
     * left it.
     *
     * @return ranks
     */
    int[] killed() default {};

    /**
     * Ranks that pass if, and only if, their JVM exits of itself, with whatever status, before they have left the
     * method.
     *
     * @return ranks
     */
    int[] exits() default {};
}
