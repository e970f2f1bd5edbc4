// SPDX-License-Identifier: Apache-2.0
/**
 * Grows and shrinks the running DVM, the set of nodes on which PRRTE starts processes ({@code PMIx_Allocation_request},
 * {@code PMIX_DVM_IS_READY}). Start with {@link org.pmixj.elastic.Elastic} for nodes, and with
 * {@link org.pmixj.elastic.ElasticGroup} for a group whose members come and go.
 */
@NullMarked
package org.pmixj.elastic;

import org.jspecify.annotations.NullMarked;
