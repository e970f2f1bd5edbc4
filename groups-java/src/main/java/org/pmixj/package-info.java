// SPDX-License-Identifier: Apache-2.0
/**
 * The PMIx client session and what it exchanges: {@link org.pmixj.Pmix} is the entry point.
 *
 * <p>The following holds for all packages, unless a type says otherwise.
 *
 * <ul>
 *   <li><b>Threads.</b> Several threads may use everything at once.
 *   <li><b>Two forms.</b> An operation that waits has a blocking form, which throws {@link org.pmixj.PmixException},
 *       and a form whose name ends in {@code Async}, which completes its future with that exception. What libpmix or
 *       the host refuses is a {@code PmixException} with their status.
 *   <li><b>Bad arguments</b> throw at once from both forms, before libpmix is called: {@link NullPointerException} for
 *       null, else {@link IllegalArgumentException} for one that is not as its description says. No text may contain
 *       NUL; a namespace or identifier has 1 to 255 bytes of UTF-8, a key 511 at most, and a name is not empty. A value
 *       that is given with a key is in the range of the key's type.
 *   <li><b>Types.</b> Reading a value that is of another type than its key throws {@link org.pmixj.PmixException}.
 *   <li><b>Timeouts.</b> Every operation that waits has a timeout: that of its request or options, or the default of
 *       the handle ({@link org.pmixj.Pmix.Builder#defaultTimeout}). When it expires, it throws {@link
 *       org.pmixj.PmixException.Timeout}. libpmix counts whole seconds: a fraction is rounded up for it. An exception
 *       of a collective comes later by the time in which the others are asked ({@link org.pmixj.Pmix}).
 *   <li><b>Closed.</b> After a handle is closed, every method of it and of what was obtained from it throws {@link
 *       IllegalStateException}, except those that return what identifies an object or what it was. An operation that is
 *       under way when the session ends fails with {@link org.pmixj.PmixException.Closed}.
 *   <li><b>Memory.</b> Where the JVM has too little memory for what libpmix hands over, the operation fails with a
 *       {@link org.pmixj.PmixException} of the status {@code PMIX_ERR_NOMEM}, whose cause is the {@link
 *       OutOfMemoryError}.
 *   <li><b>Progress thread.</b> On libpmix's progress thread, which runs callbacks of C libraries and {@linkplain
 *       org.pmixj.event.HandlerBuilder#inline inline} handlers, every method that blocks throws {@link
 *       IllegalStateException}.
 * </ul>
 */
@NullMarked
package org.pmixj;

import org.jspecify.annotations.NullMarked;
