// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says where a test shows sentences of specifications, if it is no {@code PmixTest} or uses groups by fences.
 *
 * <p>A test names its sentences by JUnit's tags, {@code @Tag("row:construct-25")}. What becomes of it in a run goes into the
 * document's table, which {@code ci/test} compares with the one in {@code groups-java/conformance}.
 *
 * <p>The sentences are in the resources {@code sentences/NAME.txt}, in lines such as these:
 *
 * <pre>
 * &gt; MARKDOWN             the head of the table
 * = SECTION
 * ID SENTENCE            quoted; "…" stands for what was left out, "[…]" for a word that was put in
 *   java: WORDS          how it is said in Java
 *   limit: WORDS         it does not hold in full, and why; the tests that name it show what does
 *   limit one: WORDS     only on one node;  limit three: WORDS  only on several
 *   limit old: WORDS     only with OpenPMIx 5.0 and PRRTE 3.0; they name a defect with a canary, or a row of HOSTS.md
 *   open old: WORDS      a test fails there, and it is not known why
 * # WORDS                for who reads the file
 * </pre>
 *
 * An id is that of one sentence in all files, and stays when others come and go.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Conforms {
    /**
     * Returns the nodes of the job that the test starts, if it is no {@code PmixTest}; for a parameterized test, one
     * number for each invocation.
     *
     * @return 1 or more each
     */
    int[] nodes() default 1;

    /**
     * Returns whether the members of the test's groups construct them by fences, as under a host without groups.
     *
     * @return if true, the test counts for that column alone, on all its nodes
     */
    boolean byFences() default false;
}
