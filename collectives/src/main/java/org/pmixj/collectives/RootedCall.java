// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.Members;

/**
 * Runs a broadcast or a gather. With its value each member sends the process that it takes for the root: a member that
 * does not yet know of a departure would take another process than the others.
 */
final class RootedCall<T> {
    private final String what;
    private final Key<T> key;
    /** Names the operation, so that members notice if they call different ones. */
    private final Key<ProcId> rootKey;

    private final ProcId root;
    private final boolean isRoot;
    /** The message of this member to the others. */
    final Attributes message;

    private RootedCall(Group group, String operation, int root, ValueType<T> type, @Nullable T value, boolean fromAll) {
        this.what = operation + " of group '" + group.id() + "'";
        this.key = Key.of("org.pmixj.collective.value", Objects.requireNonNull(type, "type"));
        this.rootKey = Key.of("org.pmixj.collective.root." + operation, ValueType.PROC);
        ProcId self = Collectives.self(group);
        Members members = group.members();
        if (root < 0 || root >= members.size()) {
            throw new IndexOutOfBoundsException(
                    what + ": there is no root " + root + "; the group has the ranks 0 to " + (members.size() - 1));
        }
        this.root = members.get(root);
        this.isRoot = this.root.equals(self);
        Attributes.Builder sent = Attributes.builder().set(rootKey, this.root);
        if (fromAll || isRoot) {
            String lack = what + ": this process gives null, and its value is sent; give a value";
            sent.set(key, Objects.requireNonNull(value, lack));
        }
        this.message = sent.build();
    }

    static <T> RootedCall<T> broadcast(Group group, int root, ValueType<T> type, @Nullable T value) {
        return new RootedCall<>(group, "broadcast", root, type, value, false);
    }

    static <T> RootedCall<T> gather(Group group, int root, ValueType<T> type, T value) {
        return new RootedCall<>(group, "gather", root, type, value, true);
    }

    /** Returns the value of the root. */
    T broadcasted(Map<ProcId, Attributes> messages) {
        check(messages);
        return valueOf(root, messages);
    }

    /** Returns the values of all at the root, empty at the others. */
    Optional<Map<ProcId, T>> gathered(Map<ProcId, Attributes> messages) {
        check(messages);
        if (!isRoot) {
            return Optional.empty();
        }
        Map<ProcId, T> values = new LinkedHashMap<>();
        messages.keySet().forEach(member -> values.put(member, valueOf(member, messages)));
        return Optional.of(Collections.unmodifiableMap(values));
    }

    private void check(Map<ProcId, Attributes> messages) {
        Map<ProcId, ProcId> named = new LinkedHashMap<>();
        messages.forEach((member, sent) -> named.put(member, sent.get(rootKey).orElseThrow(() -> notRooted(member))));
        if (named.values().stream().distinct().count() > 1) {
            throw bad("members named different roots: " + named
                    + "; all must name the same rank, and know of the same departures");
        }
        if (!messages.containsKey(root)) {
            throw new PmixException.MemberLost(
                    what + " failed: the root " + root + " departed", Statuses.ERR_LOST_CONNECTION, List.of(root));
        }
    }

    private T valueOf(ProcId member, Map<ProcId, Attributes> messages) {
        Optional<T> value;
        try {
            value = Objects.requireNonNull(messages.get(member)).get(key);
        } catch (PmixException e) {
            String text = String.valueOf(e.getMessage()).replace(key.name(), "the value of " + member);
            throw new PmixException(what + " failed: " + text + "; all members must give the same type", e.status());
        }
        return value.orElseThrow(() -> notRooted(member));
    }

    private PmixException notRooted(ProcId member) {
        return bad(member + " called another operation; all members must call the same");
    }

    private PmixException bad(String why) {
        return new PmixException.BadParameter(what + " failed: " + why, Statuses.ERR_BAD_PARAM);
    }
}
