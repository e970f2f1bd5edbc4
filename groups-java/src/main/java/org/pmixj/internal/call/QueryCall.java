// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.pmix_query;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.RequestCodec;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.value.Query;

/** Calls {@code PMIx_Query_info_nb} with one key. */
public abstract class QueryCall<T> extends HostCall<T> {
    final String key;
    private final Attributes qualifiers;

    public QueryCall(Handle handle, String key, Attributes qualifiers) {
        super(handle, "query of " + key);
        this.key = key;
        this.qualifiers = qualifiers;
        MessageSize.check(what, MessageSize.of(qualifiers));
    }

    public QueryCall(Handle handle, MemorySegment key, List<Info> qualifiers) {
        this(handle, key.getString(0), Attributes.of(qualifiers));
    }

    /** Creates a qualifier of the Standard; the caller passes the type that the Standard says. */
    public static Info qualifier(MemorySegment key, PmixValue value) {
        return InfoAccess.info(key.getString(0), value);
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        MemorySegment query = pmix_query.allocate(memory);
        RequestCodec.writeQuery(query, new Query(List.of(key), qualifiers), memory);
        return Libpmix.query(query, 1, cbdata);
    }

    @Override
    protected final @Nullable T result(Attributes answer) {
        if (answer.isEmpty()) {
            throw failure(StatusCodes.NOT_FOUND);
        }
        return answered(answer);
    }

    /** Creates the result from an answer that is not empty. */
    protected abstract @Nullable T answered(Attributes answer);

    /** Returns the value of the key, or the first value: some answers have another key than the query. */
    protected final PmixValue value(Attributes answer) {
        for (Info info : answer) {
            if (info.key().equals(key)) {
                return info.value();
            }
        }
        return answer.infos().getFirst().value();
    }

    protected final PmixException unexpected(PmixValue value) {
        return new PmixException(
                what + " failed: the host answered with " + value.type() + ", a type that the Standard does not allow",
                new PmixStatus(StatusCodes.TYPE_MISMATCH));
    }

    /** Returns names, which the host sends as an array or joined with commas. */
    public static final class Names extends QueryCall<List<String>> {
        public Names(Handle handle, MemorySegment key) {
            super(handle, key, List.of());
        }

        @Override
        protected List<String> answered(Attributes answer) {
            PmixValue value = value(answer);
            if (value instanceof PmixValue.Str string) {
                return HostList.names(string.value());
            } else if (value instanceof PmixValue.Array array) {
                return array.elements().stream()
                        .filter(PmixValue.Str.class::isInstance)
                        .map(element -> ((PmixValue.Str) element).value())
                        .toList();
            }
            throw unexpected(value);
        }
    }
}
