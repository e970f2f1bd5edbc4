// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiLibrary;

/**
 * Represents processes that send each other messages and call collectives together, {@code MPI_Comm}. Errors of MPI are exceptions.
 * Safe for use by several threads; but of the threads of a process only one may be in a collective of a communicator.
 */
public final class Comm extends Collectives implements AutoCloseable {
    /** Stands for whoever sends, {@code MPI_ANY_SOURCE}. */
    public static final int ANY_SOURCE = MPIConstants.MPI_ANY_SOURCE();
    /** Stands for any tag of a message to receive, {@code MPI_ANY_TAG}. */
    public static final int ANY_TAG = MPIConstants.MPI_ANY_TAG();
    /** Stands for no process, at the edge of a grid: nothing is sent or received, {@code MPI_PROC_NULL}. */
    public static final int PROC_NULL = MPIConstants.MPI_PROC_NULL();
    /** The color of {@link #split} that gives no communicator, {@code MPI_UNDEFINED}. */
    public static final int UNDEFINED = MPIConstants.MPI_UNDEFINED();

    private final Mpi mpi;
    private final MemorySegment handle;
    private final String name;
    private final boolean isPredefined;
    private final boolean isInter;
    private final int rank;
    private final int size;
    /** How many processes one can send to. */
    private final int peers;

    private volatile boolean freed;

    private Comm(Mpi mpi, MemorySegment handle, String name, boolean isPredefined) {
        this.mpi = mpi;
        this.handle = handle;
        this.name = name;
        this.isPredefined = isPredefined;
        Call call = new Call("MPI_Comm_rank", name);
        call.check(MPI.MPI_Comm_set_errhandler(handle, MPIConstants.MPI_ERRORS_RETURN()));
        rank = call.number(number -> MPI.MPI_Comm_rank(handle, number));
        size = call.number(number -> MPI.MPI_Comm_size(handle, number));
        isInter = call.number(number -> MPI.MPI_Comm_test_inter(handle, number)) != 0;
        peers = isInter ? call.number(number -> MPI.MPI_Comm_remote_size(handle, number)) : size;
    }

    static Comm predefined(Mpi mpi, MemorySegment handle, String name) {
        return new Comm(mpi, handle, name, true);
    }

    static Comm made(Mpi mpi, MemorySegment handle, String name) {
        return new Comm(mpi, handle, name, false);
    }

    /**
     * Creates a communicator of the members of a PMIx group, {@code MPI_Comm_create_from_group} with the id of the group as
     * its tag. All members call it, and no other process has to. The ranks are those of the group. It does not end with the
     * group, nor learn of members that join or leave later.
     *
     * <p>Where MPI goes on when a process fails, it connects the members that are alive: call it on all of them, once the
     * group has no others.
     *
     * @param group a group all of whose members are ranks of this process's job, in which MPI is initialised
     * @return the communicator, to be freed by {@link #close}
     * @throws IllegalArgumentException if a member is of another job, which MPI reaches by {@link #connect} only
     * @throws MpiException if MPI reports an error
     */
    public static Comm of(Group group) {
        Objects.requireNonNull(group, "group");
        Mpi mpi = Mpi.current()
                .orElseThrow(() -> new IllegalStateException("MPI_Comm_create_from_group of " + group.id()
                        + ": MPI is not initialised; call Mpi.init() before"));
        Call call = new Call("MPI_Comm_create_from_group", "group " + group.id());
        int[] ranks = ranks(mpi, group, call);
        return call.get(each -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment tag = arena.allocateFrom(group.id());
                if (tag.byteSize() > MPIConstants.MPI_MAX_STRINGTAG_LEN()) {
                    throw each.refuse("the id has " + (tag.byteSize() - 1) + " bytes, but a tag of MPI has at most "
                            + (MPIConstants.MPI_MAX_STRINGTAG_LEN() - 1));
                }
                MemorySegment all = arena.allocate(JAVA_LONG);
                MemorySegment members = arena.allocate(JAVA_LONG);
                each.check(MPI.MPI_Comm_group(MPIConstants.MPI_COMM_WORLD(), all));
                each.check(MPI.MPI_Group_incl(
                        MemorySegment.ofAddress(all.get(JAVA_LONG, 0)),
                        ranks.length,
                        arena.allocateFrom(JAVA_INT, ranks),
                        members));
                int status = MPI.MPI_Comm_create_from_group(
                        MemorySegment.ofAddress(members.get(JAVA_LONG, 0)),
                        tag,
                        MPIConstants.MPI_INFO_NULL(),
                        MPIConstants.MPI_ERRORS_RETURN(),
                        each.out());
                each.check(MPI.MPI_Group_free(all));
                each.check(MPI.MPI_Group_free(members));
                each.check(status);
                return made(mpi, each.handle(), "group " + group.id());
            }
        });
    }

    private static int[] ranks(Mpi mpi, Group group, Call call) {
        List<ProcId> members = List.copyOf(group.members());
        ProcId self = members.get(group.rank());
        if (self.rank() != mpi.world().rank()) {
            throw call.refuse("this process is rank " + self.rank() + " of PMIx, but rank "
                    + mpi.world().rank()
                    + " of MPI_COMM_WORLD; start all with the same launcher, with its own MPI library");
        }
        int[] ranks = new int[members.size()];
        for (int i = 0; i < ranks.length; i++) {
            ProcId member = members.get(i);
            if (!member.nspace().equals(self.nspace())
                    || member.rank() >= mpi.world().size()) {
                throw call.refuse("its member " + member + " is not in MPI_COMM_WORLD; use accept() and connect() for"
                        + " other jobs");
            }
            ranks[i] = member.rank();
        }
        return ranks;
    }

    // --- what it is ------------------------------------------------------------------------------------------------

    @Override
    MemorySegment handle() {
        if (freed) {
            throw new IllegalStateException("the communicator " + name + " was freed; use it before close()");
        }
        return handle;
    }

    @Override
    Call call(String operation) {
        MemorySegment _ = handle();
        return new Call(operation, this);
    }

    /** {@return the rank of this process} */
    @Override
    public int rank() {
        return rank;
    }

    /** {@return how many processes there are; on this side, where two are connected} */
    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isInter() {
        return isInter;
    }

    /** {@return how many processes one can send to: those of the other side, where two are connected} */
    public int remoteSize() {
        return peers;
    }

    @Override
    public String toString() {
        return name;
    }

    // --- more of them ----------------------------------------------------------------------------------------------

    private Comm create(Call call, String name, Call.Form form) {
        return call.get(each -> {
            each.check(form.call(each));
            return made(mpi, each.handle(), name);
        });
    }

    private Optional<Comm> createSome(Call call, String name, Call.Form form) {
        return call.get(each -> {
            each.check(form.call(each));
            return each.handle().equals(MPIConstants.MPI_COMM_NULL())
                    ? Optional.empty()
                    : Optional.of(made(mpi, each.handle(), name));
        });
    }

    /**
     * Creates a communicator of the same processes, whose messages are apart from those of this one, {@code MPI_Comm_dup}.
     * All processes call it.
     *
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm dup() {
        return create(call("MPI_Comm_dup"), "a copy of " + name, each -> MPI.MPI_Comm_dup(handle(), each.out()));
    }

    /**
     * Creates a communicator for each color, {@code MPI_Comm_split}. All processes call it.
     *
     * @param color 0 or more, or {@link #UNDEFINED} for none
     * @param key orders the ranks; those with the same key keep their order
     * @return that of the own color, to be freed by {@link #close}; empty for {@link #UNDEFINED}
     */
    public Optional<Comm> split(int color, int key) {
        Call call = call("MPI_Comm_split");
        if (color < 0 && color != UNDEFINED) {
            throw call.refuse("the color " + color + " is negative; use 0 or more, or Comm.UNDEFINED");
        }
        return createSome(
                call, "color " + color + " of " + name, each -> MPI.MPI_Comm_split(handle(), color, key, each.out()));
    }

    /**
     * Creates a communicator of the processes that can share memory, those of this node, {@code MPI_Comm_split_type} with
     * {@code MPI_COMM_TYPE_SHARED}. All processes call it.
     *
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm splitType() {
        return create(
                call("MPI_Comm_split_type"),
                "the node of " + name,
                each -> MPI.MPI_Comm_split_type(
                        handle(), MPIConstants.MPI_COMM_TYPE_SHARED(), 0, MPIConstants.MPI_INFO_NULL(), each.out()));
    }

    /**
     * Starts a job and connects it, {@code MPI_Comm_spawn}. All processes call it; what counts are the arguments of the
     * root. The processes that are started find this side by {@link Mpi#parent}.
     *
     * @param command a program
     * @param arguments its arguments
     * @param processes how many processes
     * @param info settings that the library knows, such as {@code wdir}
     * @param root the rank that starts it
     * @return both sides, to be ended by {@link #disconnect}
     * @throws MpiException if the library cannot, or not all were started
     */
    public Comm spawn(String command, List<String> arguments, int processes, Map<String, String> info, int root) {
        Objects.requireNonNull(command, "command");
        List<String> all = List.copyOf(arguments);
        Map<String, String> settings = Map.copyOf(info);
        Call call = call("MPI_Comm_spawn");
        checkRoot(call, root);
        if (processes < 1) {
            throw call.refuse(processes + " processes of " + command + "; start at least one");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment argv = arena.allocate(ADDRESS, all.size() + 1L);
            for (int i = 0; i < all.size(); i++) {
                argv.setAtIndex(ADDRESS, i, arena.allocateFrom(all.get(i)));
            }
            MemorySegment path = arena.allocateFrom(command);
            // No errors are ignored: one status for each process.
            MemorySegment errors = arena.allocate(JAVA_INT, processes);
            return create(
                    call,
                    command + " and " + name,
                    each -> each.withInfo(
                            settings,
                            with -> MPI.MPI_Comm_spawn(
                                    path, argv, processes, with, root, handle(), each.out(), errors)));
        }
    }

    private void checkRoot(Call call, int root) {
        if (root < 0 || root >= size) {
            throw call.refuse("the root " + root + " is no rank of 0 to " + (size - 1));
        }
    }

    private Comm connected(String operation, String port, Map<String, String> info, int root, boolean accepts) {
        Objects.requireNonNull(port, "port");
        Map<String, String> settings = Map.copyOf(info);
        Call call = call(operation);
        checkRoot(call, root);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(port);
            return create(
                    call,
                    "both sides of " + port,
                    each -> each.withInfo(
                            settings,
                            with -> accepts
                                    ? MPI.MPI_Comm_accept(text, with, root, handle(), each.out())
                                    : MPI.MPI_Comm_connect(text, with, root, handle(), each.out())));
        }
    }

    /**
     * Waits until another job connects, {@code MPI_Comm_accept}. All processes call it.
     *
     * @param port what {@link Mpi#openPort} has returned to the root
     * @param info settings that the library knows
     * @param root the rank that opened the port
     * @return both sides, to be ended by {@link #disconnect}
     */
    public Comm accept(String port, Map<String, String> info, int root) {
        return connected("MPI_Comm_accept", port, info, root, true);
    }

    /**
     * Connects to a job that accepts, {@code MPI_Comm_connect}. All processes call it.
     *
     * @param port the name of its port
     * @param info settings that the library knows
     * @param root the rank that connects
     * @return both sides, to be ended by {@link #disconnect}
     */
    public Comm connect(String port, Map<String, String> info, int root) {
        return connected("MPI_Comm_connect", port, info, root, false);
    }

    /**
     * Creates one communicator of both sides, {@code MPI_Intercomm_merge}. All processes of both call it.
     *
     * @param high whether the ranks of this side follow those of the other one
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm merge(boolean high) {
        Call call = call("MPI_Intercomm_merge");
        if (!isInter) {
            throw call.refuse("there is one side only; merge what spawn(), accept() or connect() returned");
        }
        return create(call, name + ", merged", each -> MPI.MPI_Intercomm_merge(handle(), high ? 1 : 0, each.out()));
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    private boolean end(String operation) {
        if (isPredefined) {
            throw new IllegalStateException(operation + ": " + name + " cannot be freed; it ends with MPI");
        }
        synchronized (this) {
            if (freed) {
                return false;
            }
            freed = true;
            return true;
        }
    }

    /**
     * Frees it, {@code MPI_Comm_free}. All processes call it. What is in progress completes. A second call does nothing, as
     * one after MPI was finalized.
     */
    @Override
    public void close() {
        if (end("MPI_Comm_free") && Mpi.current().isPresent()) {
            new Call("MPI_Comm_free", this).free(handle, MPI::MPI_Comm_free);
        }
    }

    /** Waits until what is in progress is complete, and frees it, {@code MPI_Comm_disconnect}. All processes call it. */
    public void disconnect() {
        if (end("MPI_Comm_disconnect")) {
            new Call("MPI_Comm_disconnect", this).free(handle, MPI::MPI_Comm_disconnect);
        }
    }

    // --- after the death of a process ------------------------------------------------------------------------------

    private Call ulfm(String function) {
        Call call = call(function);
        if (!MpiLibrary.has(function)) {
            throw new UnsupportedOperationException(call + ": the library '" + MpiLibrary.configured()
                    + "' does not have this function of fault tolerance (ULFM); end the job, or create a communicator by"
                    + " Comm.of() a PMIx group of the processes that are alive");
        }
        return call;
    }

    private int ulfm(String function, int before) {
        return ulfm(function).get(call -> {
            call.out().set(JAVA_INT, 0, before);
            call.check(MpiLibrary.call(function, handle().address(), call.out().address()));
            return call.out().get(JAVA_INT, 0);
        });
    }

    /**
     * Makes all operations of all processes on this communicator fail, {@code MPIX_Comm_revoke}, where the library has it.
     *
     * @throws UnsupportedOperationException if it does not have it
     */
    public void revoke() {
        ulfm("MPIX_Comm_revoke").run(call -> MpiLibrary.call("MPIX_Comm_revoke", handle().address(), 0));
    }

    /**
     * Creates a communicator of the processes that are alive, {@code MPIX_Comm_shrink}, where the library has it.
     *
     * @return the communicator, to be freed by {@link #close}
     * @throws UnsupportedOperationException if it does not have it
     */
    public Comm shrink() {
        return create(
                ulfm("MPIX_Comm_shrink"),
                "those alive of " + name,
                each -> MpiLibrary.call(
                        "MPIX_Comm_shrink", handle().address(), each.out().address()));
    }

    /**
     * Decides on flags together with all processes that are alive, {@code MPIX_Comm_agree}, where the library has it.
     *
     * @param flags the own flags, a bit each
     * @return those that all have set
     * @throws UnsupportedOperationException if it does not have it
     * @throws MpiException with {@link ErrorClass#PROC_FAILED} if a process has failed, on all; what they have decided is lost,
     *     so decide again on the communicator that {@link #shrink} returns
     */
    public int agree(int flags) {
        return ulfm("MPIX_Comm_agree", flags);
    }

    /**
     * {@return whether this process knows that one has called {@link #revoke}, {@code MPIX_Comm_is_revoked}, where the library
     * has it}
     *
     * @throws UnsupportedOperationException if it does not have it
     */
    public boolean isRevoked() {
        return ulfm("MPIX_Comm_is_revoked", 0) != 0;
    }

    // --- messages --------------------------------------------------------------------------------------------------

    private Call sending(String operation, Buf data, int dest, int tag) {
        Objects.requireNonNull(data, "data");
        MemorySegment _ = handle();
        Call call = new Call(operation, this, dest, tag);
        if (dest >= peers || (dest < 0 && dest != PROC_NULL)) {
            throw call.refuse("there is no rank " + dest + "; the ranks are 0 to " + (peers - 1));
        }
        if (tag < 0 || tag > mpi.tagLimit()) {
            throw call.refuse("a tag is 0 to " + mpi.tagLimit());
        }
        return call;
    }

    private Call receiving(String operation, int source, int tag) {
        MemorySegment _ = handle();
        Call call = new Call(operation, this, source, tag);
        if (source >= peers || (source < 0 && source != ANY_SOURCE && source != PROC_NULL)) {
            throw call.refuse(
                    "there is no rank " + source + "; the ranks are 0 to " + (peers - 1) + ", and Comm.ANY_SOURCE");
        }
        if ((tag < 0 && tag != ANY_TAG) || tag > mpi.tagLimit()) {
            throw call.refuse("a tag is 0 to " + mpi.tagLimit() + ", or Comm.ANY_TAG");
        }
        return call;
    }

    private Call receiving(String operation, Buf data, int source, int tag) {
        Objects.requireNonNull(data, "data");
        return receiving(operation, source, tag);
    }

    /**
     * Sends a message, {@code MPI_Send}. It returns when the buffer may be used again, perhaps before the message is
     * received.
     *
     * @param data the elements
     * @param dest the rank that receives, or {@link #PROC_NULL}
     * @param tag a number that the receiver names
     */
    public void send(Buf data, int dest, int tag) {
        sending("MPI_Send", data, dest, tag)
                .run(call ->
                        MPI.MPI_Send_c(call.in(data), data.count(), data.type().handle(), dest, tag, handle()));
    }

    /**
     * Sends a message, and returns after the receiver has begun to receive it, {@code MPI_Ssend}.
     *
     * @param data the elements
     * @param dest the rank that receives, or {@link #PROC_NULL}
     * @param tag a number that the receiver names
     */
    public void ssend(Buf data, int dest, int tag) {
        sending("MPI_Ssend", data, dest, tag)
                .run(call ->
                        MPI.MPI_Ssend_c(call.in(data), data.count(), data.type().handle(), dest, tag, handle()));
    }

    /**
     * Receives a message, {@code MPI_Recv}.
     *
     * @param data where the elements go; it may be longer than the message
     * @param source the rank that sends, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return who sent it, and how much
     * @throws MpiException if the message is longer than the buffer, {@link ErrorClass#TRUNCATE}
     */
    public Status recv(Buf data, int source, int tag) {
        return receiving("MPI_Recv", data, source, tag)
                .receive(call -> MPI.MPI_Recv_c(
                        call.receive(data), data.count(), data.type().handle(), source, tag, handle(), call.status()));
    }

    /**
     * Starts to send a message, {@code MPI_Isend}.
     *
     * @param data the elements, which stay as they are until it is complete
     * @param dest the rank that receives, or {@link #PROC_NULL}
     * @param tag a number that the receiver names
     * @return its request
     */
    public Request isend(Buf data, int dest, int tag) {
        return sending("MPI_Isend", data, dest, tag)
                .start(call -> MPI.MPI_Isend_c(
                        call.in(data), data.count(), data.type().handle(), dest, tag, handle(), call.out()));
    }

    /**
     * Starts to send a message that is complete after the receiver has begun to receive it, {@code MPI_Issend}.
     *
     * @param data the elements, which stay as they are until it is complete
     * @param dest the rank that receives, or {@link #PROC_NULL}
     * @param tag a number that the receiver names
     * @return its request
     */
    public Request issend(Buf data, int dest, int tag) {
        return sending("MPI_Issend", data, dest, tag)
                .start(call -> MPI.MPI_Issend_c(
                        call.in(data), data.count(), data.type().handle(), dest, tag, handle(), call.out()));
    }

    /**
     * Starts to receive a message, {@code MPI_Irecv}.
     *
     * @param data where the elements go, which nobody reads until it is complete
     * @param source the rank that sends, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return its request
     */
    public Request irecv(Buf data, int source, int tag) {
        return receiving("MPI_Irecv", data, source, tag)
                .start(call -> MPI.MPI_Irecv_c(
                        call.receive(data), data.count(), data.type().handle(), source, tag, handle(), call.out()));
    }

    /**
     * Sends a message and receives one, {@code MPI_Sendrecv}, such as to the next process of a ring and from the one before.
     *
     * @param send the elements that are sent
     * @param dest the rank that receives them, or {@link #PROC_NULL}
     * @param sendTag their tag
     * @param recv where the received elements go
     * @param source the rank that sends these, {@link #ANY_SOURCE} or {@link #PROC_NULL}
     * @param recvTag their tag, or {@link #ANY_TAG}
     * @return who sent what was received, and how much
     */
    public Status sendrecv(Buf send, int dest, int sendTag, Buf recv, int source, int recvTag) {
        Call _ = sending("MPI_Sendrecv", send, dest, sendTag);
        return receiving("MPI_Sendrecv", recv, source, recvTag)
                .receive(call -> MPI.MPI_Sendrecv_c(
                        call.in(send),
                        send.count(),
                        send.type().handle(),
                        dest,
                        sendTag,
                        call.receive(recv),
                        recv.count(),
                        recv.type().handle(),
                        source,
                        recvTag,
                        handle(),
                        call.status()));
    }

    /**
     * Waits for a message without receiving it, {@code MPI_Probe}.
     *
     * @param source the rank that sends, or {@link #ANY_SOURCE}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return who sent it, and how much
     */
    public Status probe(int source, int tag) {
        return receiving("MPI_Probe", source, tag).receive(call -> MPI.MPI_Probe(source, tag, handle(), call.status()));
    }

    /**
     * Asks whether there is a message, {@code MPI_Iprobe}.
     *
     * @param source the rank that sends, or {@link #ANY_SOURCE}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return who sent it, and how much; empty if there is none
     */
    public Optional<Status> iprobe(int source, int tag) {
        return receiving("MPI_Iprobe", source, tag).get(call -> {
            call.check(MPI.MPI_Iprobe(source, tag, handle(), call.out(), call.status()));
            return call.out().get(JAVA_INT, 0) == 0 ? Optional.empty() : Optional.of(new Status(call.status()));
        });
    }

    /**
     * Compares it with another one, {@code MPI_Comm_compare}.
     *
     * @param other another communicator
     * @return whether both have the same processes in the same order
     */
    public boolean isCongruent(Comm other) {
        Objects.requireNonNull(other, "other");
        return call("MPI_Comm_compare").get(call -> {
            call.check(MPI.MPI_Comm_compare(handle(), other.handle(), call.out()));
            int result = call.out().get(JAVA_INT, 0);
            return result == MPIConstants.MPI_IDENT() || result == MPIConstants.MPI_CONGRUENT();
        });
    }
}
