// SPDX-License-Identifier: Apache-2.0
/**
 * Queries of the host, and requests to it: log, control jobs, allocate (PMIx Standard, Query Operations,
 * Job Management and Reporting).
 */
package org.pmixj.host;
