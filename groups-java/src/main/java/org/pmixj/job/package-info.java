// SPDX-License-Identifier: Apache-2.0
/**
 * A job as typed views: its nodes, applications and processes. {@link org.pmixj.job.Job} leads to the views.
 *
 * <p>A view holds almost no data: each method asks libpmix for what it returns. The host publishes the information
 * about a job to its processes before they start, so answers about this job come from the memory of this process, and
 * nothing waits. Information about <em>another</em> job that is not known here is requested from the PMIx server of
 * this node, which answers from what it has. This takes one message in each direction, and is limited by the default
 * timeout of the handle. No method waits for another process of a job.
 *
 * <p>Information that the host does not provide is an empty {@code Optional}. Views are immutable and safe for use by
 * several threads. All methods, except those that return what identifies the view, throw {@link IllegalStateException}
 * once the handle is closed, and {@link org.pmixj.PmixException} if the server had to be asked and failed.
 */
@NullMarked
package org.pmixj.job;

import org.jspecify.annotations.NullMarked;
