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

    /** Reads answers that contain the names, joined with commas. */
    @Override
    public Set<String> functions(Provider provider) {
        Set<String> known = functions.get(provider);
        if (known == null) {
            MemorySegment which = switch (provider) {
                case CLIENT -> PMIxConstants.PMIX_CLIENT_FUNCTIONS();
                case SERVER -> PMIxConstants.PMIX_SERVER_FUNCTIONS();
                case HOST -> PMIxConstants.PMIX_HOST_FUNCTIONS();
            };
            Set<String> names = new LinkedHashSet<>();
            for (Info element : query(which, new PmixValue.Bool(true))) {
                if (element.value() instanceof PmixValue.Str joined) {
                    names.addAll(HostList.names(joined.value()));
                }
            }
            known = Collections.unmodifiableSet(names);
            functions.put(provider, known);
        }
        return known;
    }

    /** Reads arrays of attributes, one for each function. It asks for all: PRRTE returns all for any name. */
    @Override
    public List<Attribute> attributes(Provider provider, String function) {
        Checks.key(function);
        Map<String, List<Attribute>> known = attributes.get(provider);
        if (known == null) {
            MemorySegment which = switch (provider) {
                case CLIENT -> PMIxConstants.PMIX_CLIENT_ATTRIBUTES();
                case SERVER -> PMIxConstants.PMIX_SERVER_ATTRIBUTES();
                case HOST -> PMIxConstants.PMIX_HOST_ATTRIBUTES();
            };
            known = new HashMap<>();
            for (Info supported : query(which, new PmixValue.Str("all"))) {
                known.put(supported.key(), read(supported.value()));
            }
            attributes.put(provider, known);
        }
        return known.getOrDefault(function, List.of());
    }

    private static List<Attribute> read(PmixValue value) {
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

    @Override
    public boolean canSpawn() {
        return functions(Provider.HOST).contains("PMIx_Spawn");
    }

    /** Returns the elements of all arrays in the answer, none from an older host or without a host. */
    private List<Info> query(MemorySegment which, PmixValue wanted) {
        List<Info> qualifiers = List.of(QueryCall.qualifier(which, wanted));
        try {
            return new QueryCall<List<Info>>(handle, PMIxConstants.PMIX_QUERY_ATTRIBUTE_SUPPORT(), qualifiers) {
                @Override
                protected List<Info> answered(Attributes answer) {
                    List<Info> elements = new ArrayList<>();
                    answer.forEach(info -> elements.addAll(InfoArray.infos(info.value())));
                    return elements;
                }
            }.run();
        } catch (PmixException.NotSupported | PmixException.NotFound e) {
            return List.of();
        }
    }
}
