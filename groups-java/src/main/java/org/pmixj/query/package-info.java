// SPDX-License-Identifier: Apache-2.0
/** Questions to the host of the job, and what the running library and host can do (PMIx Standard, Query Operations). */
package org.pmixj.query;
