// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.Tag;

/** Marks a test that {@code ci/test smoke} runs: at least one real job for each feature, on one node and on several. */
@Retention(RetentionPolicy.RUNTIME)
@Tag("smoke")
public @interface Smoke {}
