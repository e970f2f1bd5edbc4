// SPDX-License-Identifier: Apache-2.0
/** What a process may ask its host to do: log, control jobs, monitor, allocate (PMIx Standard, Job Management and Reporting). */
package org.pmixj.control;
