// SPDX-License-Identifier: Apache-2.0
/**
 * Writes events of JDK Flight Recorder. {@link org.pmixj.internal.trace.Trace#start} decides whether a class of
 * this package is loaded, once per session and before libpmix is initialised.
 *
 * <p>What works: {@code -XX:StartFlightRecording}, on the command line or in {@code JDK_JAVA_OPTIONS}, or a recording
 * that the application starts before {@code Pmix.init}. A recording that is started later, such as by {@code jcmd
 * JFR.start}, needs {@code -Dpmixj.jfr=true}. The events are enabled in every recording, whatever its settings, unless
 * these name them. {@code pmixj.jfc} at the root of the jar enables them alone; the JVM reads settings from files, so
 * copy it:
 *
 * <pre>{@code
 * unzip pmixj.jar pmixj.jfc
 * java -XX:StartFlightRecording:settings=pmixj.jfc,filename=rank-%p.jfr …
 * }</pre>
 *
 * <p>A process that is killed writes no file, but leaves its chunks in the repository
 * ({@code -XX:FlightRecorderOptions:repository=DIR}). The JVM writes there what it has recorded once a second (its
 * option {@code flush-interval}), so that a second is lost at most. The last chunk is marked as unfinished, and {@code
 * jfr} refuses it: in a copy, the byte at offset 64 must be 0, and the bytes after the size that is at offset 8 must
 * go.
 *
 * <p>A JVM that is started to record adds the module {@code jdk.jfr}, and reads only a class cache that was made for
 * ranks with the option {@code --add-modules=jdk.jfr}. With another one it reports an error, and starts without it.
 *
 * <p>Without the module {@code jdk.jfr}, which a runtime image may lack, nothing is recorded.
 */
@NullMarked
package org.pmixj.internal.trace.jfr;

import org.jspecify.annotations.NullMarked;
