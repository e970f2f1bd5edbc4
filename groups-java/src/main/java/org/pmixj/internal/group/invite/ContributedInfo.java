// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.group.AcceptOptions;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Writes and reads what processes contribute for the members of a group, in the messages of its construction. Each
 * process sends its own with its answer, and the leader sends those of all members with the announcement. Before the
 * attributes of a process there is one with its name.
 */
final class ContributedInfo {
    // The attribute with the name of a process has a key and a type besides.
    private static final long NAME_BYTES = 64;

    private ContributedInfo() {}

    /** Throws for information of a size that the leader could not announce, if all participants gave as much. */
    static void check(String what, Attributes info, List<ProcId> participants) {
        if (!info.isEmpty()) {
            // The names of the members are in the announcement twice.
            long names = 2 * MessageSize.ofProcs(participants) + NAME_BYTES * participants.size();
            MessageSize.checkShare(what, MessageSize.of(info), participants.size(), names);
        }
    }

    /** Throws for information that the leader could not announce. */
    static void checkAnswer(InviteId id, AcceptOptions options, List<ProcId> participants) {
        Attributes info = options.info();
        String what = "join of group '" + id.group() + "'";
        if (id.isPlain() && !info.isEmpty()) {
            throw new IllegalArgumentException(what + ": the leader " + id.origin()
                    + " uses libpmix alone, which sends the members no information; accept without info");
        }
        check(what, info, participants);
        MessageSize.check(what, MessageSize.of(info) + MessageSize.of(options.directives()));
    }

    /** Returns the value of a message, or null if nobody contributes anything. */
    static @Nullable PmixValue of(Map<ProcId, Attributes> contributed) {
        List<PmixValue> infos = new ArrayList<>();
        contributed.forEach((proc, info) -> {
            if (!info.isEmpty()) {
                infos.add(InfoAccess.info(WireKeys.INVITE_INFO, new PmixValue.Proc(proc)));
                infos.addAll(info.infos());
            }
        });
        return infos.isEmpty() ? null : new PmixValue.Array(DataType.INFO, infos);
    }

    /** Returns what a message says of each process; nothing of those that contribute nothing. */
    static Map<ProcId, Attributes> read(ReceivedEvent event) {
        Map<ProcId, List<Info>> lists = new LinkedHashMap<>();
        if (event.find(WireKeys.INVITE_INFO) instanceof PmixValue.Array array) {
            List<Info> infos = new ArrayList<>();
            for (PmixValue element : array.elements()) {
                if (!(element instanceof Info info)) {
                    break;
                } else if (!info.key().equals(WireKeys.INVITE_INFO)) {
                    infos.add(info);
                } else if (info.value() instanceof PmixValue.Proc next) {
                    infos = new ArrayList<>();
                    lists.put(next.value(), infos);
                }
            }
        }
        Map<ProcId, Attributes> contributed = new LinkedHashMap<>();
        lists.forEach((proc, infos) -> contributed.put(proc, Attributes.of(infos)));
        return contributed;
    }
}
