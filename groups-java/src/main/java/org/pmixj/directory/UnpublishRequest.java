// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Range;
import org.pmixj.internal.base.Checks;

/**
 * Describes what to unpublish ({@code PMIx_Unpublish}, PMIx Standard). Immutable.
 *
 * @param keys the keys to unpublish, an immutable list; empty for everything this process has published
 * @param range the range in which the values were published
 * @param directives further directives
 */
public record UnpublishRequest(List<Key<?>> keys, Range range, Attributes directives) {
    private static final UnpublishRequest EVERYTHING =
            new UnpublishRequest(List.of(), Range.SESSION, Attributes.none());

    /** Copies the list; throws {@link IllegalArgumentException} if it has a key twice. */
    public UnpublishRequest {
        keys = Checks.keys(keys);
        Checks.notNull("range", range, "directives", directives);
    }

    /**
     * {@return a request for keys in {@link Range#SESSION}}
     *
     * @param keys one or more names and types
     * @throws IllegalArgumentException if there are none, or one is given twice
     */
    public static UnpublishRequest of(Key<?>... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("unpublish: no keys are given; add one or more, or take everything()");
        }
        return new UnpublishRequest(List.of(keys), Range.SESSION, Attributes.none());
    }

    /** {@return a request for everything that this process has published in {@link Range#SESSION}} */
    public static UnpublishRequest everything() {
        return EVERYTHING;
    }

    /**
     * {@return this request for another range}
     *
     * @param other the range in which the values were published
     */
    public UnpublishRequest withRange(Range other) {
        return new UnpublishRequest(keys, other, directives);
    }

    /**
     * {@return this request with more directives}
     *
     * @param more attributes of the Standard for {@code PMIx_Unpublish}
     */
    public UnpublishRequest withDirectives(Attributes more) {
        return new UnpublishRequest(keys, range, directives.and(more));
    }
}
