// SPDX-License-Identifier: Apache-2.0
/**
 * What the launcher tells of nodes, applications and processes, as typed views. {@link org.pmixj.Job} leads to them.
 *
 * <p>A view holds hardly anything: each method asks libpmix for what it returns. The host tells a process about its own
 * job before the job starts, so of this job the answer comes from the memory of this process and nothing waits. What is
 * not known here of <em>another</em> job is asked from the PMIx server of this node, which answers from what it has, or
 * that it has none; this takes a message there and back, and is bounded by the default timeout of the handle. No method
 * ever waits for another process of a job.
 *
 * <p>What a host does not tell is an empty {@code Optional}. Views are immutable and safe for use by several threads.
 * All their methods, but the ones that just return what identifies the view, throw {@link IllegalStateException} once
 * the handle is closed, and {@link org.pmixj.PmixException} if the server had to be asked and failed.
 */
@NullMarked
package org.pmixj.info;

import org.jspecify.annotations.NullMarked;
