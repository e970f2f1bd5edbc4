// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.value.ProcInfo;

/** Decodes the answers to queries by their form. */
public final class QueryCalls {
    private QueryCalls() {}

    /** Returns the answer in the type of its key. */
    public static final class Typed<T> extends QueryCall<T> {
        private final Key<T> type;

        public Typed(Handle handle, Key<T> type, Attributes qualifiers) {
            super(handle, type.name(), qualifiers);
            this.type = type;
        }

        @Override
        protected T answered(Attributes answer) {
            return answer.get(type).orElseThrow(() -> failure(StatusCodes.NOT_FOUND));
        }
    }

    /** Returns the elements of something that has a name. */
    abstract static class Elements<E> extends QueryCall<List<E>> {
        private final String subject;

        Elements(Handle handle, MemorySegment key, String subject, Info name) {
            super(handle, key, List.of(name));
            this.subject = subject;
        }

        @Override
        protected List<E> answered(Attributes answer) {
            PmixValue value = value(answer);
            if (!(value instanceof PmixValue.Array array)) {
                throw unexpected(value);
            }
            return array.elements().stream().map(this::element).toList();
        }

        abstract E element(PmixValue value);

        @Override
        protected PmixException failure(int status) {
            // PRRTE answers BAD_PARAM if the namespace or group does not exist.
            if (status == StatusCodes.BAD_PARAM || status == StatusCodes.NOT_FOUND) {
                return new PmixException.NotFound(what + " failed: there is no " + subject, new PmixStatus(status));
            }
            return super.failure(status);
        }
    }

    public static class Processes extends Elements<ProcInfo> {
        public Processes(Handle handle, MemorySegment key, String nspace) {
            PmixValue name = new PmixValue.Str(Checks.nspace("namespace", nspace));
            super(handle, key, "namespace " + nspace, qualifier(PMIxConstants.PMIX_NSPACE(), name));
        }

        @Override
        final ProcInfo element(PmixValue value) {
            if (value instanceof ProcInfo info) {
                return info;
            }
            throw unexpected(value);
        }
    }

    /** Asks for the processes of a job, those that have ended included. Returns none for a job that has ended. */
    public static List<ProcInfo> processesOf(Handle handle, String nspace, long nanos) {
        try {
            return Objects.requireNonNull(
                    new Processes(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).run(nanos));
        } catch (PmixException.NotFound e) {
            return List.of();
        }
    }

    /** Returns the members of a group or a process set. */
    public static final class Members extends Elements<ProcId> {
        public Members(Handle handle, MemorySegment key, String subject, Info name) {
            super(handle, key, subject, name);
        }

        @Override
        ProcId element(PmixValue value) {
            if (value instanceof PmixValue.Proc proc) {
                return proc.value();
            }
            throw unexpected(value);
        }
    }

    /** Returns descriptions: each is an array of attributes, all with the same key. */
    public static final class Descriptions extends QueryCall<List<Attributes>> {
        public Descriptions(Handle handle, MemorySegment key) {
            super(handle, key, List.of());
        }

        @Override
        protected List<Attributes> answered(Attributes answer) {
            List<Attributes> descriptions = new ArrayList<>(answer.size());
            for (Info info : answer) {
                if (!(info.value() instanceof PmixValue.Array array)) {
                    throw unexpected(info.value());
                }
                descriptions.add(attributes(array));
            }
            return List.copyOf(descriptions);
        }
    }

    /** Returns the attributes in an array; ignores other elements. */
    public static Attributes attributes(PmixValue.Array array) {
        return Attributes.of(array.elements().stream()
                .filter(Info.class::isInstance)
                .map(Info.class::cast)
                .toList());
    }
}
