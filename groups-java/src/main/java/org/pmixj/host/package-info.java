// SPDX-License-Identifier: Apache-2.0
/**
 * Queries of the host, and requests to it: log, control jobs, monitor, allocate, credentials (PMIx Standard, Query
 * Operations, Job Management and Reporting, Security).
 */
package org.pmixj.host;
