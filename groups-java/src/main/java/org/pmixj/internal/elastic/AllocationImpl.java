// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pmixj.PmixException;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Allocation;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.event.Registration;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.elastic.repair.ListedNodes;
import org.pmixj.internal.elastic.repair.Turns;

/** Checks requests, and starts changes of the DVM's size. */
public final class AllocationImpl implements Allocation {
    private static final int MOST_LISTED = 5;

    private final Handle handle;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Allocation of(Handle handle) {
        return new AllocationImpl(handle);
    }

    private AllocationImpl(Handle handle) {
        this.handle = handle;
    }

    /** Returns nodes for a message. */
    static String list(List<String> nodes) {
        return Checks.first(MOST_LISTED, nodes);
    }

    private void check(String what) {
        handle.checkOpen();
        if (handle.session.singleton()) {
            throw handle.session.failure(what, StatusCodes.UNREACH);
        } else if (System.getenv("SLURM_JOB_ID") != null || System.getenv("SLURM_JOBID") != null) {
            throw StatusCodes.notSupported(what
                    + " failed: this DVM is in an allocation of Slurm, whose nodes PRRTE cannot choose by name, and"
                    + " Debian's PRRTE is built without changes of such an allocation; request all nodes from Slurm"
                    + " at the start");
        }
    }

    private Growth growth(NodeRequest request) {
        request.reservation().ifPresent(id -> {
            throw new IllegalArgumentException(
                    "adding nodes: the nodes of reservation " + id + " are in the DVM already; name nodes");
        });
        check("adding nodes " + list(request.nodes()));
        return new Growth(handle, request);
    }

    private Shrinking shrinking(NodeRequest request) {
        if (request.hasSlots()) {
            throw new IllegalArgumentException("releasing nodes " + list(request.nodes())
                    + ": a node is given back as a whole; leave out the number of slots");
        }
        check("releasing nodes " + list(request.nodes()));
        return new Shrinking(handle, request);
    }

    private <T> T run(SizeChange<T> change) {
        handle.session.refuseOnProgressThread(change.what);
        return change.await();
    }

    private <T> CompletableFuture<T> submit(Supplier<? extends SizeChange<T>> prepared) {
        SizeChange<T> change;
        try {
            change = prepared.get();
        } catch (PmixException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<T> done = change.start();
        return Delivery.orGiveUp(Delivery.future(handle, done, false), done, change::giveUp);
    }

    @Override
    public Reservation grow(NodeRequest request) {
        return run(growth(request));
    }

    @Override
    public CompletableFuture<Reservation> growAsync(NodeRequest request) {
        return submit(() -> growth(request));
    }

    @Override
    public void release(NodeRequest request) {
        run(shrinking(request));
    }

    @Override
    public CompletableFuture<Void> releaseAsync(NodeRequest request) {
        CompletableFuture<Boolean> released = submit(() -> shrinking(request));
        return Delivery.orGiveUp(released.thenAccept(_ -> {}), released, () -> released.cancel(false));
    }

    /** Throws if a reservation has ended. */
    public static void requireActive(Handle handle, String what, Reservation reservation) {
        if (!Turns.latest(handle.own()).reservations().containsKey(reservation.id())) {
            throw ended(what, reservation.id());
        }
    }

    static IllegalStateException ended(String what, String reservation) {
        return new IllegalStateException(what + ": reservation " + reservation + " has ended; add nodes again");
    }

    // --- what there is -------------------------------------------------------------------------------------------

    /** Asks the host and the directory; each question has the default timeout. */
    private abstract static class View<T> extends Procedure<T> {
        final Handle handle;
        final HostView host;

        View(Handle handle, String what) {
            super(handle, what);
            handle.checkOpen();
            this.handle = handle.own();
            this.host = new HostView(this.handle);
        }

        Ledger ledger() {
            return Turns.latest(handle);
        }
    }

    private static final class NodesView extends View<List<AllocatedNode>> {
        NodesView(Handle handle) {
            super(handle, "nodes of the DVM");
        }

        @Override
        protected List<AllocatedNode> call() {
            return ListedNodes.without(ledger().out(), host.nodes());
        }
    }

    private static final class ReservationsView extends View<List<Reservation>> {
        ReservationsView(Handle handle) {
            super(handle, "reservations of the DVM");
        }

        @Override
        protected List<Reservation> call() {
            Set<String> jobs = Set.copyOf(host.jobs());
            List<AllocatedNode> nodes = host.nodes();
            List<Reservation> all = new ArrayList<>();
            for (Map.Entry<String, List<String>> entry : ledger().reservations().entrySet()) {
                if (jobs.contains(Ledger.ownerOf(entry.getKey()))) {
                    List<AllocatedNode> reserved = nodes.stream()
                            .filter(node -> entry.getValue().contains(node.name()))
                            .toList();
                    all.add(new Reservation(entry.getKey(), reserved));
                }
            }
            return List.copyOf(all);
        }
    }

    @Override
    public List<AllocatedNode> nodes() {
        return new NodesView(handle).run();
    }

    @Override
    public CompletableFuture<List<AllocatedNode>> nodesAsync() {
        return new NodesView(handle).submit();
    }

    @Override
    public List<Reservation> reservations() {
        return new ReservationsView(handle).run();
    }

    @Override
    public CompletableFuture<List<Reservation>> reservationsAsync() {
        return new ReservationsView(handle).submit();
    }

    @Override
    public Registration onChange(Consumer<? super AllocationEvent> listener) {
        handle.checkOpen();
        handle.session.refuseOnProgressThread("registration for changes of the DVM's size");
        SizeEvents events = SizeEvents.of(handle.session);
        Registration registration = events.listen(handle, listener);
        try {
            events.register(
                    handle, "registration for changes of the DVM's size", Deadline.toNanos(handle.defaultTimeout));
        } catch (RuntimeException e) {
            registration.close();
            throw e;
        }
        events.readRecords();
        return registration;
    }
}
