// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.value.ProcInfo;

/** The queries by the form of their answers. */
final class HostQueries {
    private HostQueries() {}

    /** The answer as the type of a key. */
    static final class Typed<T> extends HostQuery<T> {
        private final Key<T> type;

        Typed(Context context, Key<T> type, Attributes qualifiers) {
            super(context, type.name(), qualifiers);
            this.type = type;
        }

        @Override
        T answered(Attributes answer) {
            return answer.get(type).orElseThrow(this::none);
        }

        private PmixException none() {
            return failure(Status.NOT_FOUND);
        }
    }

    /** Names that are joined with commas, or a list of them. */
    static final class Names extends HostQuery<List<String>> {
        Names(Context context, MemorySegment key) {
            super(context, key, List.of());
        }

        @Override
        List<String> answered(Attributes answer) {
            PmixValue value = value(answer);
            if (value instanceof PmixValue.Str string) {
                return split(string.value());
            } else if (value instanceof PmixValue.Array array) {
                List<String> names = new ArrayList<>(array.elements().size());
                for (PmixValue element : array.elements()) {
                    if (element instanceof PmixValue.Str string) {
                        names.add(string.value());
                    }
                }
                return List.copyOf(names);
            } else if (value instanceof PmixValue.Opaque) {
                // PRRTE answers with a string that is NULL where there are no process sets.
                return List.of();
            }
            throw unexpected(value);
        }
    }

    /** At the commas; nothing between two of them is no name. */
    static List<String> split(String joined) {
        List<String> names = new ArrayList<>();
        int begin = 0;
        while (begin <= joined.length()) {
            int comma = joined.indexOf(',', begin);
            int end = comma < 0 ? joined.length() : comma;
            if (end > begin) {
                names.add(joined.substring(begin, end));
            }
            begin = end + 1;
        }
        return List.copyOf(names);
    }

    /** An array of something that was asked for by name. */
    abstract static class Elements<E> extends HostQuery<List<E>> {
        private final String subject;

        Elements(Context context, MemorySegment key, String subject, Info name) {
            super(context, key, List.of(name));
            this.subject = subject;
        }

        @Override
        List<E> answered(Attributes answer) {
            PmixValue value = value(answer);
            if (!(value instanceof PmixValue.Array array)) {
                throw unexpected(value);
            }
            List<E> elements = new ArrayList<>(array.elements().size());
            for (PmixValue element : array.elements()) {
                elements.add(element(element));
            }
            return List.copyOf(elements);
        }

        abstract E element(PmixValue value);

        @Override
        PmixException failure(int status) {
            // PRRTE says of a namespace or group that does not exist that the parameter is bad.
            if (status == Status.BAD_PARAM || status == Status.NOT_FOUND) {
                return new PmixException.NotFound(what + " failed: there is no " + subject, new PmixStatus(status));
            }
            return super.failure(status);
        }
    }

    /** The processes of a namespace. */
    static class Processes extends Elements<ProcInfo> {
        Processes(Context context, MemorySegment key, String nspace) {
            super(
                    context,
                    key,
                    "namespace " + nspace,
                    qualifier(PMIxConstants.PMIX_NSPACE(), new PmixValue.Str(Checks.nspace("namespace", nspace))));
        }

        @Override
        final ProcInfo element(PmixValue value) {
            if (value instanceof ProcInfo info) {
                return info;
            }
            throw unexpected(value);
        }
    }

    /** The members of something. */
    static final class Members extends Elements<ProcId> {
        Members(Context context, MemorySegment key, String subject, Info name) {
            super(context, key, subject, name);
        }

        @Override
        ProcId element(PmixValue value) {
            if (value instanceof PmixValue.Proc proc) {
                return proc.value();
            }
            throw unexpected(value);
        }
    }

    /** Descriptions, each an array of attributes, under keys that are all the same. */
    static final class Descriptions extends HostQuery<List<Attributes>> {
        Descriptions(Context context, MemorySegment key) {
            super(context, key, List.of());
        }

        @Override
        List<Attributes> answered(Attributes answer) {
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

    /** The attributes in an array, which may hold others too. */
    static Attributes attributes(PmixValue.Array array) {
        List<Info> infos = new ArrayList<>(array.elements().size());
        for (PmixValue element : array.elements()) {
            if (element instanceof Info info) {
                infos.add(info);
            }
        }
        return Attributes.of(infos);
    }
}
