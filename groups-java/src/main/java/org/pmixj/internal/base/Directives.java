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
    /** The settings that every group can have, whether it is constructed or invited. */
    private static final Setting[] OF_GROUP = {
        setting(PMIxConstants.PMIX_TIMEOUT(), "timeout"),
        setting(PMIxConstants.PMIX_GROUP_ID(), "named"),
        setting(PMIxConstants.PMIX_GROUP_ASSIGN_CONTEXT_ID(), "assignContextId"),
        setting(PMIxConstants.PMIX_GROUP_INFO(), "info"),
        setting(PMIxConstants.PMIX_GROUP_LOCAL_CID(), "localContextId"),
        setting(PMIxConstants.PMIX_GROUP_NOTIFY_TERMINATION(), "notifyTermination"),
        setting(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "faultTolerant")
    };

    public static final Directives CONSTRUCT = new Directives("GroupRequest.Builder.", OF_GROUP)
            .and(
                    setting(PMIxConstants.PMIX_GROUP_OPTIONAL(), "optional"),
                    setting(PMIxConstants.PMIX_GROUP_LOCAL_ONLY(), "localOnly"),
                    setting(PMIxConstants.PMIX_GROUP_LEADER(), "leader"),
                    setting(PMIxConstants.PMIX_GROUP_BOOTSTRAP(), "bootstrap"),
                    setting(PMIxConstants.PMIX_GROUP_ADD_MEMBERS(), "addMembers"),
                    setting(PMIxConstants.PMIX_GROUP_FINAL_MEMBERSHIP_ORDER(), "finalOrder"));
    public static final Directives INVITE = new Directives("InviteRequest.Builder.", OF_GROUP)
            .and(setting(PMIxConstants.PMIX_GROUP_OPTIONAL(), "policy"));
    public static final Directives ACCEPT = new Directives(
            "AcceptOptions.",
            setting(PMIxConstants.PMIX_TIMEOUT(), "withTimeout"),
            setting(PMIxConstants.PMIX_GROUP_INFO(), "withInfo"),
            setting(PMIxConstants.PMIX_GROUP_LOCAL_CID(), "withLocalContextId"));
    public static final Directives FENCE = new Directives(
            "FenceRequest.",
            setting(PMIxConstants.PMIX_TIMEOUT(), "withTimeout"),
            setting(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "withFaultTolerance"),
            setting(PMIxConstants.PMIX_COLLECT_DATA(), "withoutData"));
    public static final Directives COLLECTIVE = new Directives(
            "",
            setting(PMIxConstants.PMIX_TIMEOUT(), "CollectiveOptions.within"),
            setting(PMIxConstants.PMIX_COLLECT_DATA(), "FenceRequest.withoutData"),
            setting(PMIxConstants.PMIX_GROUP_FT_COLLECTIVE(), "GroupRequest.Builder.faultTolerant"));
    public static final Directives CONNECT =
            new Directives("ConnectRequest.Builder.", setting(PMIxConstants.PMIX_TIMEOUT(), "timeout"));
    public static final Directives DISCONNECT =
            new Directives("", setting(PMIxConstants.PMIX_TIMEOUT(), "DisconnectRequest.withTimeout"));

    /**
     * The attributes that identify a group in messages of libpmix. If a message has one twice, libpmix reads the last.
     */
    private static final Set<String> OF_GROUPS = Set.of(
            PMIxConstants.PMIX_GROUP_ID().getString(0),
            PMIxConstants.PMIX_GROUP_MEMBERSHIP().getString(0),
            PMIxConstants.PMIX_GROUP_CONTEXT_ID().getString(0));

    /** The prefix of the attributes of events. For some requests libpmix or this library sends an event. */
    private static final String OF_EVENTS = "pmix.ev";

    /** A key, and the method that sets it. */
    private record Setting(String key, String method) {}

    private final String type;
    /** The methods by the keys that they set. */
    private final Map<String, String> methods = new HashMap<>();

    private Directives(String type, Setting... settings) {
        this.type = type;
        and(settings);
    }

    private Directives and(Setting... settings) {
        for (Setting setting : settings) {
            methods.put(setting.key, setting.method);
        }
        return this;
    }

    private static Setting setting(MemorySegment key, String method) {
        return new Setting(key.getString(0), method);
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
