// SPDX-License-Identifier: Apache-2.0
/** The programs that the guide shows. {@code GuideIT} runs them, and compares what they print. */
package org.pmixj.guide;
