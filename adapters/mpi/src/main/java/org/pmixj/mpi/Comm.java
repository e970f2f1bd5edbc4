// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MpiFunction;
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

    static final long NO_INFO = MPIConstants.MPI_INFO_NULL().address();

    // Those that are called most. A look-up by name takes ten nanoseconds.
    private static final MpiFunction SEND = new MpiFunction("MPI_Send_c");
    private static final MpiFunction RECV = new MpiFunction("MPI_Recv_c");

    private static final long NULL = MPIConstants.MPI_COMM_NULL().address();

    private final Mpi mpi;
    /** How many processes one can send to. */
    private final int peers;

    Comm(Mpi mpi, long handle, String name, boolean isPredefined) {
        super(new Handle(name, handle, isPredefined ? null : "MPI_Comm_free"), name, isPredefined);
        this.mpi = mpi;
        this.peers = isInter() ? call("MPI_Comm_remote_size").with(handle).number() : size();
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
        String name = "group " + group.id();
        Call call = new Call("MPI_Comm_create_from_group", name);
        int[] ranks = ranks(mpi, group, call);
        int longest = MPIConstants.MPI_MAX_STRINGTAG_LEN() - 1;
        int bytes = group.id().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > longest) {
            throw call.refuse("the id has " + bytes + " bytes, but a tag of MPI has at most " + longest);
        }
        Call include = new Call("MPI_Group_incl", name);
        try (Handle all = processes(
                        mpi.world().call("MPI_Comm_group").with(mpi.world().handle()));
                Handle members =
                        processes(include.with(all.value(), ranks.length).in(Buf.of(ranks)))) {
            call.with(members.value()).text(group.id()).with(NO_INFO, Mpi.ERRORS_RETURN);
            return new Comm(mpi, call.get(), name, false);
        }
    }

    private static Handle processes(Call call) {
        return new Handle("a group of MPI", call.get(), "MPI_Group_free");
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

    /** {@return how many processes one can send to: those of the other side, where two are connected} */
    public int remoteSize() {
        return peers;
    }

    // --- more of them ----------------------------------------------------------------------------------------------

    private Comm create(Call call, String name) {
        return new Comm(mpi, call.get(), name, false);
    }

    /** Returns a communicator that a function has made, if it has. */
    static Optional<Comm> some(Mpi mpi, long handle, String name) {
        return handle == NULL ? Optional.empty() : Optional.of(new Comm(mpi, handle, name, false));
    }

    /**
     * Creates a communicator of the same processes, whose messages are apart from those of this one, {@code MPI_Comm_dup}.
     * All processes call it.
     *
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm dup() {
        return create(call("MPI_Comm_dup").with(handle()), "a copy of " + this);
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
        return some(mpi, call.with(handle(), color, key).get(), "color " + color + " of " + this);
    }

    /**
     * Creates a communicator of the processes that can share memory, those of this node, {@code MPI_Comm_split_type} with
     * {@code MPI_COMM_TYPE_SHARED}. All processes call it.
     *
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm splitType() {
        int kind = MPIConstants.MPI_COMM_TYPE_SHARED();
        Call call = call("MPI_Comm_split_type").with(handle(), kind, 0, NO_INFO);
        return create(call, "the node of " + this);
    }

    /**
     * Starts a job and connects it, {@code MPI_Comm_spawn}. All processes call it; what counts are the arguments of the
     * root, which the others must still give. The processes that are started find this side by {@link Mpi#parent}.
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
        Call call = call("MPI_Comm_spawn").checkRank("the root", root, size());
        // MPICH writes a status for each process of the root to the memory of all ranks.
        int[] count = {processes};
        bcast(Buf.of(count), root);
        if (count[0] < 1) {
            throw call.refuse(count[0] + " processes of " + command + "; start at least one");
        }
        Buf errors = Buf.of(new int[count[0]]);
        try (Handle known = Handle.info(info)) {
            call.text(command).texts(arguments).with(count[0], known.value(), root, handle());
            long both = call.answer().out(errors).get(each -> each.answered(0));
            return new Comm(mpi, both, command + " and " + this, false);
        }
    }

    private Comm connected(String operation, String port, Map<String, String> info, int root) {
        Call call = call(operation).checkRank("the root", root, size());
        try (Handle known = Handle.info(info)) {
            call.text(port).with(known.value(), root, handle());
            return create(call, "both sides of " + port);
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
        return connected("MPI_Comm_accept", port, info, root);
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
        return connected("MPI_Comm_connect", port, info, root);
    }

    /**
     * Creates one communicator of both sides, {@code MPI_Intercomm_merge}. All processes of both call it.
     *
     * @param high whether the ranks of this side follow those of the other one
     * @return the communicator, to be freed by {@link #close}
     */
    public Comm merge(boolean high) {
        Call call = call("MPI_Intercomm_merge");
        if (!isInter()) {
            throw call.refuse("there is one side only; merge what spawn(), accept() or connect() returned");
        }
        return create(call.with(handle(), high ? 1 : 0), this + ", merged");
    }

    // --- its end ---------------------------------------------------------------------------------------------------

    /**
     * Frees it, {@code MPI_Comm_free}. All processes call it. What is in progress completes. A second call does nothing, as
     * one after MPI was finalized.
     */
    @Override
    public void close() {
        if (Mpi.current().isPresent()) {
            handle.close();
        }
    }

    /** Waits until what is in progress is complete, and frees it, {@code MPI_Comm_disconnect}. All processes call it. */
    public void disconnect() {
        handle.free("MPI_Comm_disconnect");
    }

    // --- after the death of a process ------------------------------------------------------------------------------

    private Call ulfm(String function) {
        long _ = handle();
        if (!MpiLibrary.has(function)) {
            throw new UnsupportedOperationException(function + " on " + this + ": the library '"
                    + MpiLibrary.configured()
                    + "' does not have this function of fault tolerance (ULFM); end the job, or"
                    + " create a communicator by Comm.of() a PMIx group of the processes that are alive");
        }
        return call(function).with(handle());
    }

    /**
     * Makes all operations of all processes on this communicator fail, {@code MPIX_Comm_revoke}, where the library has it.
     *
     * @throws UnsupportedOperationException if it does not have it
     */
    public void revoke() {
        ulfm("MPIX_Comm_revoke").run();
    }

    /**
     * Creates a communicator of the processes that are alive, {@code MPIX_Comm_shrink}, where the library has it.
     *
     * @return the communicator, to be freed by {@link #close}
     * @throws UnsupportedOperationException if it does not have it
     */
    public Comm shrink() {
        return create(ulfm("MPIX_Comm_shrink"), "those alive of " + this);
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
        return ulfm("MPIX_Comm_agree").answer(flags).get(each -> each.answeredNumber(0));
    }

    /**
     * {@return whether this process knows that one has called {@link #revoke}, {@code MPIX_Comm_is_revoked}, where the library
     * has it}
     *
     * @throws UnsupportedOperationException if it does not have it
     */
    public boolean isRevoked() {
        return ulfm("MPIX_Comm_is_revoked").number() != 0;
    }

    // --- messages --------------------------------------------------------------------------------------------------

    /** Starts the call of a function that sends to a peer, or receives from it. */
    private Call message(MpiFunction operation, boolean receives, int peer, int tag) {
        Call call = new Call(operation, this, peer, tag);
        boolean isPeer = peer == PROC_NULL || (receives && peer == ANY_SOURCE);
        if ((peer < 0 || peer >= peers) && !isPeer) {
            String any = receives ? ", and Comm.ANY_SOURCE" : "";
            throw call.refuse("there is no rank " + peer + "; the ranks are 0 to " + (peers - 1) + any);
        }
        if ((tag < 0 || tag > mpi.tagLimit()) && !(receives && tag == ANY_TAG)) {
            throw call.refuse("a tag is 0 to " + mpi.tagLimit() + (receives ? ", or Comm.ANY_TAG" : ""));
        }
        return call;
    }

    private Call sending(MpiFunction operation, Buf data, int dest, int tag) {
        Call call = message(operation, false, dest, tag);
        return call.in(data).elements(data).with(dest).with(tag).with(handle());
    }

    private Call receiving(MpiFunction operation, Buf data, int source, int tag) {
        Call call = message(operation, true, source, tag);
        return call.receive(data).elements(data).with(source).with(tag).with(handle());
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
        sending(SEND, data, dest, tag).run();
    }

    /**
     * Sends a message, and returns after the receiver has begun to receive it, {@code MPI_Ssend}.
     *
     * @param data the elements
     * @param dest the rank that receives, or {@link #PROC_NULL}
     * @param tag a number that the receiver names
     */
    public void ssend(Buf data, int dest, int tag) {
        sending(MpiFunction.of("MPI_Ssend_c"), data, dest, tag).run();
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
        return receiving(RECV, data, source, tag).receive();
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
        return sending(MpiFunction.of("MPI_Isend_c"), data, dest, tag).start();
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
        return sending(MpiFunction.of("MPI_Issend_c"), data, dest, tag).start();
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
        return receiving(MpiFunction.of("MPI_Irecv_c"), data, source, tag).start();
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
        message(MpiFunction.of("MPI_Sendrecv_c"), false, dest, sendTag).free();
        Call call = message(MpiFunction.of("MPI_Sendrecv_c"), true, source, recvTag);
        checkApart(call, send, recv);
        call.in(send).elements(send).with(dest, sendTag).receive(recv).elements(recv);
        return call.with(source, recvTag, handle()).receive();
    }

    /**
     * Waits for a message without receiving it, {@code MPI_Probe}.
     *
     * @param source the rank that sends, or {@link #ANY_SOURCE}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return who sent it, and how much
     */
    public Status probe(int source, int tag) {
        return message(MpiFunction.of("MPI_Probe"), true, source, tag)
                .with(source, tag, handle())
                .receive();
    }

    /**
     * Asks whether there is a message, {@code MPI_Iprobe}.
     *
     * @param source the rank that sends, or {@link #ANY_SOURCE}
     * @param tag the tag of the message, or {@link #ANY_TAG}
     * @return who sent it, and how much; empty if there is none
     */
    public Optional<Status> iprobe(int source, int tag) {
        Call call = message(MpiFunction.of("MPI_Iprobe"), true, source, tag);
        call.with(source, tag, handle()).answer().status();
        return call.get(each -> each.answeredNumber(0) == 0 ? Optional.empty() : Optional.of(each.answeredStatus()));
    }

    /**
     * Compares it with another one, {@code MPI_Comm_compare}.
     *
     * @param other another communicator
     * @return whether both have the same processes in the same order
     */
    public boolean isCongruent(Comm other) {
        Objects.requireNonNull(other, "other");
        int result = call("MPI_Comm_compare").with(handle(), other.handle()).number();
        return result == MPIConstants.MPI_IDENT() || result == MPIConstants.MPI_CONGRUENT();
    }
}
