// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.NativeRegistrations;

/** Has groups use rooms that do nothing, for tests that play libpmix. */
public final class PlayedRooms {
    private PlayedRooms() {}

    /** Has groups constructed by a method, in all sessions from now on. */
    public static void use(GroupMethod method) {
        GroupTable.use(nothing(GroupTable.Rooms.class, method));
        Session.useAddressBook(GroupTable.SLOT);
    }

    /** Has groups constructed by the host, and does not ask libpmix for events in a session. */
    public static void useAlone(Session session) {
        use(new ByHost());
        NativeRegistrations.of(session).sessionEnded();
    }

    @SuppressWarnings("NullAway") // what is not asked for
    private static <T> T nothing(Class<T> room, GroupMethod method) {
        return room.cast(Proxy.newProxyInstance(
                room.getClassLoader(), new Class<?>[] {room}, (proxy, called, given) -> {
                    Class<?> type = called.getReturnType();
                    return called.isDefault()
                            ? InvocationHandler.invokeDefault(proxy, called, given)
                            : type == GroupMethod.class ? method : type.isInterface() ? nothing(type, method) : null;
                }));
    }
}
