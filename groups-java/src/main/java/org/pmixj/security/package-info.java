// SPDX-License-Identifier: Apache-2.0
/** Credentials (PMIx Standard, Security). */
package org.pmixj.security;
