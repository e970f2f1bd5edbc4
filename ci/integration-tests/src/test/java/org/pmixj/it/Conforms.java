// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The sentences of {@code conformance.txt} that a test shows, on the nodes of its {@code PmixTest}. What becomes of it in
 * a run goes into {@code CONFORMANCE.md}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Conforms {
    /**
     * The sentences.
     *
     * @return their ids
     */
    String[] value();

    /**
     * Of a test that is no {@code PmixTest}, the nodes of the job that it starts.
     *
     * @return 1 or more
     */
    int nodes() default 1;
}
