// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

/** Runs the test of the README of pmixj-junit. */
class MyIT extends Readme.MyTest {}
