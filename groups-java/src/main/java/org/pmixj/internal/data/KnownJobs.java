// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.pmixj.GetOptions;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;

/**
 * Keeps the sizes of the jobs that this process knows. They do not change. A process that starts or meets jobs again
 * and again would keep all of them: those of which no process is in a group are forgotten when there are many, and
 * asked for again.
 */
public final class KnownJobs implements AddressBook.Jobs {
    public static final SessionPart.Slot<KnownJobs> SLOT = new SessionPart.Slot<>(9) {
        @Override
        protected KnownJobs create(Session session) {
            return new KnownJobs(session);
        }
    };

    public static KnownJobs of(Session session) {
        return session.part(SLOT);
    }

    private static final int MANY = 1000;

    private final Session session;
    /** The sizes by namespace; 0 if it is only known that there is such a job. */
    private final ConcurrentHashMap<String, Integer> sizes = new ConcurrentHashMap<>();

    private KnownJobs(Session session) {
        this.session = session;
    }

    /**
     * Returns whether a name is the namespace of a job that is known, or one that PRRTE gives: those of a DVM, its
     * daemons among them, differ in the number after the last {@code @} alone.
     */
    public static boolean isNamespace(Session session, String name) {
        String own = session.self().nspace();
        int number = own.lastIndexOf('@') + 1;
        boolean isAlike = number > 0 && name.startsWith(own.substring(0, number));
        return name.equals(own)
                || of(session).knows(name)
                || (isAlike && name.substring(number).matches("\\d+"));
    }

    public boolean knows(String nspace) {
        return sizes.getOrDefault(nspace, 0) > 0;
    }

    @Override
    public boolean exists(String nspace) {
        return sizes.containsKey(nspace);
    }

    /** Records a namespace of which a process is known. */
    public void met(String nspace) {
        learn(nspace, 0);
    }

    /** Records the size of a namespace as received from the host; libpmix does not keep it. Returns the size. */
    public int learn(String nspace, int size) {
        if (sizes.size() >= MANY && !sizes.containsKey(nspace)) {
            AddressBook groups = session.addresses();
            String own = session.self().nspace();
            sizes.keySet().removeIf(known -> !known.equals(own) && !groups.haveMembersOf(known));
        }
        sizes.merge(nspace, size, Math::max);
        return size;
    }

    @Override
    public void require(Handle handle, String what, Collection<String> nspaces) {
        List<String> known = new QueryCall.Names(handle, PMIxConstants.PMIX_QUERY_NAMESPACES())
                .run(Deadline.toNanos(handle.defaultTimeout));
        for (String nspace : nspaces) {
            if (known == null || !known.contains(nspace)) {
                throw new PmixException.NotFound(
                        what + " failed: there is no namespace '" + nspace + "'",
                        new PmixStatus(StatusCodes.INVALID_NAMESPACE));
            }
            met(nspace);
        }
    }

    /** Asks the host for the size of a job that this process does not know; may block. It may stay unknown. */
    public void ask(Handle handle, String nspace, Duration timeout) {
        GetOptions options = GetOptions.defaults().immediate();
        if (new GetCall(handle).ask(ProcId.all(nspace), sizeKey(), options, timeout) instanceof PmixValue.UInt size) {
            learn(nspace, Math.toIntExact(size.longValueExact()));
        }
    }

    @Override
    public int size(Session session, String nspace) {
        int known = sizes.getOrDefault(nspace, 0);
        if (known > 0) {
            return known;
        }
        if (!session.mayAwaitProgress()) {
            // libpmix looks the size up on its progress thread.
            return 0;
        }
        PmixValue value = LocalGet.get(session, ProcId.all(nspace), sizeKey(), LocalGet.plain());
        return value instanceof PmixValue.UInt size ? learn(nspace, Math.toIntExact(size.longValueExact())) : 0;
    }

    /** Returns the key of a size. Not a constant, since this class is initialised before libpmix is loaded. */
    private static String sizeKey() {
        return PMIxConstants.PMIX_JOB_SIZE().getString(0);
    }

    @Override
    public Predicate<ProcId> onThisNode(Handle handle) {
        return new SameNode(handle);
    }

    @Override
    public void abort(Handle handle, int status, String message) {
        AbortCall.abort(handle, status, message);
    }

    /** Returns the number of processes of this process's own job. */
    public static int ownSize(Session session) {
        int size = KnownJobs.of(session).size(session, session.self().nspace());
        if (size == 0 && !session.singleton()) {
            throw new PmixException("the launcher did not provide the job size", new PmixStatus(StatusCodes.NOT_FOUND));
        }
        return Math.max(size, 1);
    }
}
