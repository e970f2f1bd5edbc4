// SPDX-License-Identifier: Apache-2.0
package org.pmixj.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.util.NameCache;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;

/**
 * Finds the members of a JGroups cluster among the processes of the own PMIx job, and removes those that die. In a
 * stack it takes the place of {@code TCPPING}: {@code <org.pmixj.jgroups.PmixPing/>}. It needs no addresses, nor fixed
 * ports.
 *
 * <p><b>Members.</b> Each process puts its JGroups addresses, commits them, and fences; then it gets those of the
 * others. So all processes of the job connect to a cluster together, and each time. {@code JChannel.connect} waits for
 * them, also for one that has died, and fails after the default timeout of pmixj.
 *
 * <p><b>Deaths.</b> When PMIx reports that a process died, the cluster learns it at once, as from a failure detector of
 * JGroups. PRRTE reports it if it was started with {@code --runtime-options recoverable,notifyerrors}, else it ends the
 * job. A node whose network is cut is not reported: keep a failure detector of JGroups for that.
 */
public class PmixPing extends Discovery {
    /** One of the numbers that JGroups leaves to protocols of others. */
    private static final short PROTOCOL = 2177;

    static {
        ClassConfigurator.addProtocol(PROTOCOL, PmixPing.class);
    }

    /** How often this process has connected to the cluster of each name, by whichever channel. */
    private static final Map<String, Integer> CONNECTS = new ConcurrentHashMap<>();

    /** The JGroups addresses of the other processes, as they were when this process connected. */
    private final Map<ProcId, PingData> others = new ConcurrentHashMap<>();

    private final Set<ProcId> dead = ConcurrentHashMap.newKeySet();

    private @Nullable Pmix pmix;
    private @Nullable Registration deaths;
    private volatile boolean nobodyIsMember;

    /** Creates the protocol, for a stack. */
    public PmixPing() {}

    @Override
    public boolean isDynamic() {
        return true;
    }

    @Override
    public void init() throws Exception {
        super.init();
        pmix = Pmix.init();
        deaths = pmix.events().on(EventDetail.ProcessTerminated.codes()).register(event -> {
            // Any process can send it; the host does so in the name of the process that has ended.
            if (event.detail() instanceof EventDetail.ProcessTerminated end
                    && event.source().equals(Optional.of(end.proc()))) {
                dead.add(end.proc());
                suspectTheDead();
            }
            return EventOutcome.partial();
        });
    }

    @Override
    public void destroy() {
        if (deaths != null) {
            deaths.close();
        }
        if (pmix != null) {
            pmix.close();
        }
        super.destroy();
    }

    /** Exchanges the addresses with all processes of the job, which call it too. */
    @Override
    public void handleConnect() {
        Pmix session = session();
        // A key of its own for each time: a value that was read once may be cached.
        int connects = CONNECTS.getOrDefault(cluster_name, 0);
        Key<byte[]> key = Key.of("org.pmixj.jgroups." + connects + "." + cluster_name, ValueType.BYTES);
        session.put(Scope.GLOBAL, key, marshal(own()).bytes());
        session.commit();
        session.fence();
        // Others do not know of an attempt that failed before.
        CONNECTS.put(cluster_name, connects + 1);

        others.clear();
        for (ProcId proc : session.job().members()) {
            if (!proc.equals(session.self())) {
                byte[] bytes = session.get(proc, key);
                PingData data = readPingData(bytes, 0, bytes.length).getFirst();
                others.put(proc, data);
                addDiscoveryResponseToCaches(data.getAddress(), data.getLogicalName(), data.getPhysicalAddr());
            }
        }
        nobodyIsMember = true;
    }

    /**
     * Finds the members. At first nobody is a member, and everybody knows all candidates, so that nobody is asked: one
     * of them forms the cluster, by a rule of JGroups. Later those who are members are asked who coordinates them.
     */
    @Override
    public void findMembers(@Nullable List<Address> members, boolean initial, Responses responses) {
        if (initial && nobodyIsMember) {
            nobodyIsMember = false;
            others.values().forEach(data -> responses.addResponse(data, false));
            responses.done();
        } else {
            PingData own = own();
            if (members != null && members.size() <= max_members_in_discovery_request) {
                own.mbrs(members);
            }
            PingHeader header = new PingHeader(PingHeader.GET_MBRS_REQ)
                    .clusterName(cluster_name)
                    .initialDiscovery(initial);
            for (PingData other : others.values()) {
                down_prot.down(new BytesMessage(other.getPhysicalAddr())
                        .setFlag(Message.Flag.DONT_BUNDLE, Message.Flag.OOB)
                        .putHeader(id, header)
                        .setArray(marshal(own)));
            }
        }
    }

    private PingData own() {
        PhysicalAddress here = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        return new PingData(local_addr, is_server, NameCache.get(local_addr), here);
    }

    @Override
    public Object down(Event event) {
        Object result = super.down(event);
        if (event.getType() == Event.VIEW_CHANGE) {
            // A member may have died before it was in a view.
            suspectTheDead();
        }
        return result;
    }

    private void suspectTheDead() {
        View current = view;
        List<Address> suspects = new ArrayList<>();
        for (ProcId proc : dead) {
            PingData data = others.get(proc);
            if (data != null && current != null && current.containsMember(data.getAddress())) {
                suspects.add(data.getAddress());
            }
        }
        if (!suspects.isEmpty()) {
            up_prot.up(new Event(Event.SUSPECT, suspects));
            down_prot.down(new Event(Event.SUSPECT, suspects));
        }
    }

    private Pmix session() {
        Pmix session = pmix;
        if (session == null) {
            throw new IllegalStateException("PmixPing is not in a stack: give it to a JChannel");
        }
        return session;
    }
}
