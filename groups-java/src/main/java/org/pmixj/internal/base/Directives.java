// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.ffi.PMIxConstants;

/**
 * Checks the directives of a request that are passed to libpmix as they are. It refuses those that this library sets
 * itself, which libpmix would receive twice. Each request names its own, with the method that sets them.
 */
public final class Directives {
    public static final Directives CONSTRUCT = ofGroup("GroupRequest.Builder.")
            .and(PMIxConstants.PMIX_GROUP_OPTIONAL(), "optional")
            .and(PMIxConstants.PMIX_GROUP_LOCAL_ONLY(), "localOnly")
            .and(PMIxConstants.PMIX_GROUP_LEADER(), "leader")
            .and(PMIxConstants.PMIX_GROUP_BOOTSTRAP(), "bootstrap")
            .and(PMIxConstants.PMIX_GROUP_ADD_MEMBERS(), "addMembers")
            .and(PMIxConstants.PMIX_GROUP_FINAL_MEMBERSHIP_ORDER(), "finalOrder");
    public static final Directives INVITE =
            ofGroup("InviteRequest.Builder.").and(PMIxConstants.PMIX_GROUP_OPTIONAL(), "policy");
    public static final Directives ACCEPT = new Directives("AcceptOptions.")
            .and(PMIxConstants.PMIX_TIMEOUT(), "withTimeout")
            .and(PMIxConstants.PMIX_GROUP_INFO(), "withInfo")
            .and(PMIxConstants.PMIX_GROUP_LOCAL_CID(), "withLocalContextId");
    public static final Directives FENCE = new Directives("FenceRequest.")
            .and(PMIxConstants.PMIX_TIMEOUT(), "withTimeout")
            .and(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "withFaultTolerance")
            .and(PMIxConstants.PMIX_COLLECT_DATA(), "withoutData");
    public static final Directives COLLECTIVE = new Directives("")
            .and(PMIxConstants.PMIX_TIMEOUT(), "CollectiveOptions.within")
            .and(PMIxConstants.PMIX_COLLECT_DATA(), "FenceRequest.withoutData")
            .and(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "GroupRequest.Builder.faultTolerant");
    public static final Directives CONNECT =
            new Directives("ConnectRequest.Builder.").and(PMIxConstants.PMIX_TIMEOUT(), "timeout");
    public static final Directives DISCONNECT =
            new Directives("").and(PMIxConstants.PMIX_TIMEOUT(), "DisconnectRequest.withTimeout");

    /**
     * The attributes that identify a group in messages of libpmix. If a message has one twice, libpmix reads the last.
     */
    private static final Set<String> OF_GROUPS = Set.of(
            PMIxConstants.PMIX_GROUP_ID().getString(0),
            PMIxConstants.PMIX_GROUP_MEMBERSHIP().getString(0),
            PMIxConstants.PMIX_GROUP_CONTEXT_ID().getString(0));

    /** The prefix of the attributes of events. For some requests libpmix or this library sends an event. */
    private static final String OF_EVENTS = "pmix.ev";

    private final String type;
    /** The methods by the keys that they set. */
    private final Map<String, String> methods = new HashMap<>();

    private Directives(String type) {
        this.type = type;
    }

    /** Returns the settings that every group can have, whether it is constructed or invited. */
    private static Directives ofGroup(String type) {
        return new Directives(type)
                .and(PMIxConstants.PMIX_TIMEOUT(), "timeout")
                .and(PMIxConstants.PMIX_GROUP_ID(), "named")
                .and(PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID(), "assignContextId")
                .and(PMIxConstants.PMIX_GROUP_INFO(), "info")
                .and(PMIxConstants.PMIX_GROUP_LOCAL_CID(), "localContextId")
                .and(PMIxConstants.PMIX_GROUP_NOTIFY_TERMINATION(), "notifyTermination")
                .and(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "faultTolerant");
    }

    private Directives and(MemorySegment key, String method) {
        methods.put(key.getString(0), method);
        return this;
    }

    /** Throws {@link IllegalArgumentException} for a directive that this library sets. */
    public void check(Attributes directives) {
        directives.forEach(this::check);
    }

    private void check(Info directive) {
        String method = methods.get(directive.key());
        if (method != null) {
            throw new IllegalArgumentException("directive " + directive.key() + ": use " + type + method + " instead");
        } else if (WireKeys.isOne(directive.key())
                || directive.key().startsWith(OF_EVENTS)
                || OF_GROUPS.contains(directive.key())) {
            throw new IllegalArgumentException(
                    "directive " + directive.key() + ": this library sets it itself; leave it out");
        }
    }
}
