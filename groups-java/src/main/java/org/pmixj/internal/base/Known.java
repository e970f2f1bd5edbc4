// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a {@link Defect}, for the tests that make {@code DEFECTS.md}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Known {
    /** What libpmix or PRRTE does, in one sentence. */
    String does();

    /** The versions it was seen with, that of OpenPMIx first. */
    String seen() default "OpenPMIx 7.0.0rc1, PRRTE 5.0.0rc1";

    /** The first version of OpenPMIx without it, such as {@code 7.0}; empty if there is none. */
    String gone() default "";

    /** The address of the upstream issue; empty if there is none. */
    String issue() default "";

    /** The classes that work around it, named within {@code org.pmixj.internal}. */
    String[] repairs();

    /** The number of nodes its canary needs. */
    int nodes() default 1;

    /** Why there is no canary; empty if there is one. */
    String unshown() default "";
}
