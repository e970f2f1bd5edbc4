// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Describes a native handler. libpmix keeps it until it is finalized.
 *
 * @param mark arrives with its events
 * @param codes empty for any code
 * @param ready completed when libpmix answers the registration, which may be in a later session
 */
public record NativeHandler(
        long mark, String name, Placement placement, List<Integer> codes, CompletableFuture<@Nullable Void> ready) {
    public NativeHandler(long mark, String name, Placement placement, Collection<Integer> codes) {
        this(mark, name, placement, List.copyOf(codes), new CompletableFuture<>());
    }
}
