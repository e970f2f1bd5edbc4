// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.host.Capabilities;
import org.pmixj.host.LibraryVersion;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.value.Attribute;

/** Queries the capabilities once each, and keeps the answers. Concurrent first callers may all query. */
public final class CapabilitiesImpl implements Capabilities {
    private final Handle handle;
    private final Map<Provider, Set<String>> functions = Collections.synchronizedMap(new EnumMap<>(Provider.class));
    private final Map<Provider, Map<String, List<Attribute>>> attributes =
            Collections.synchronizedMap(new EnumMap<>(Provider.class));

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Capabilities of(Handle handle) {
        return new CapabilitiesImpl(handle);
    }

    private CapabilitiesImpl(Handle handle) {
        this.handle = handle;
    }

    @Override
    public LibraryVersion libraryVersion() {
        return LibraryVersion.parse(Libpmix.version());
    }

    /** Returns the version of libpmix, the host and who constructs groups. Asks nobody. */
    @Override
    public String toString() {
        return "Capabilities[libpmix " + libraryVersion() + ", host " + hostName() + ", groups by " + groupMethod()
                + "]";
    }

    @Override
    public boolean hasFunction(String function) {
        return Libpmix.has(Checks.key(function));
    }

    @Override
    public GroupMethod groupMethod() {
        if (Libpmix.hostConstructsGroups()) {
            return GroupMethod.HOST;
        }
        return HostPowers.includeDirectory() ? GroupMethod.PUBLISHED : GroupMethod.FENCES;
    }

    @Override
    public String hostName() {
        return HostPowers.hostName();
    }

    @Override
    public Set<String> functions(Provider provider) {
        Set<String> known = functions.get(provider);
        if (known == null) {
            known = query(new Functions(handle, provider), Set.of());
            functions.put(provider, known);
        }
        return known;
    }

    @Override
    public List<Attribute> attributes(Provider provider, String function) {
        Checks.key(function);
        Map<String, List<Attribute>> known = attributes.get(provider);
        if (known == null) {
            known = query(new Support(handle, provider), Map.of());
            attributes.put(provider, known);
        }
        return known.getOrDefault(function, List.of());
    }

    @Override
    public boolean canSpawn() {
        return functions(Provider.HOST).contains("PMIx_Spawn");
    }

    private <T> T query(QueryCall<T> call, T nothing) {
        try {
            return call.run();
        } catch (PmixException.NotSupported | PmixException.NotFound e) {
            // An older host, or no host.
            return nothing;
        }
    }

    /** Reads an answer that is an array; its one element contains the names, joined with commas. */
    private static final class Functions extends QueryCall<Set<String>> {
        Functions(Handle handle, Provider provider) {
            MemorySegment which = switch (provider) {
                case CLIENT -> PMIxConstants.PMIX_CLIENT_FUNCTIONS();
                case SERVER -> PMIxConstants.PMIX_SERVER_FUNCTIONS();
                case HOST -> PMIxConstants.PMIX_HOST_FUNCTIONS();
            };
            Info qualifier = qualifier(which, new PmixValue.Bool(true));
            super(handle, PMIxConstants.PMIX_QUERY_ATTRIBUTE_SUPPORT(), List.of(qualifier));
        }

        @Override
        protected Set<String> answered(Attributes answer) {
            List<String> names = new ArrayList<>();
            for (Info info : answer) {
                for (Info element : InfoArray.infos(info.value())) {
                    if (element.value() instanceof PmixValue.Str joined) {
                        names.addAll(HostList.names(joined.value()));
                    }
                }
            }
            return Collections.unmodifiableSet(new LinkedHashSet<>(names));
        }
    }

    /** Reads arrays of functions, each an array of attributes. It asks for all: PRRTE returns all for any name. */
    private static final class Support extends QueryCall<Map<String, List<Attribute>>> {
        Support(Handle handle, Provider provider) {
            MemorySegment which = switch (provider) {
                case CLIENT -> PMIxConstants.PMIX_CLIENT_ATTRIBUTES();
                case SERVER -> PMIxConstants.PMIX_SERVER_ATTRIBUTES();
                case HOST -> PMIxConstants.PMIX_HOST_ATTRIBUTES();
            };
            Info qualifier = qualifier(which, new PmixValue.Str("all"));
            super(handle, PMIxConstants.PMIX_QUERY_ATTRIBUTE_SUPPORT(), List.of(qualifier));
        }

        @Override
        protected Map<String, List<Attribute>> answered(Attributes answer) {
            Map<String, List<Attribute>> support = new HashMap<>();
            for (Info info : answer) {
                for (Info function : InfoArray.infos(info.value())) {
                    support.put(function.key(), supported(function.value()));
                }
            }
            return Map.copyOf(support);
        }

        private static List<Attribute> supported(PmixValue value) {
            if (!(value instanceof PmixValue.Array array)) {
                return List.of();
            }
            // For a function without attributes the answer contains one named NONE, without a key.
            return array.elements().stream()
                    .filter(Attribute.class::isInstance)
                    .map(Attribute.class::cast)
                    .filter(attribute -> !attribute.key().isEmpty())
                    .toList();
        }
    }
}
