// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.notice;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.trace.Trace;
import org.pmixj.internal.trace.Tracer;

/** Holds an event as it arrived, copied from the memory of libpmix. Immutable. */
public final class ReceivedEvent {
    /** Identifies an event by its sender and the number that the sender gave it. */
    public record Identity(@Nullable ProcId source, long sequence) {}

    /** The version of an event without {@link WireKeys}. */
    private static final long NOT_WIRED = -1;

    public final int code;
    /** The sender; null if it is unknown, or if the sender names itself as all processes of a job. */
    public final @Nullable ProcId source;
    /** The sender as it names itself, for the application. */
    public final @Nullable ProcId namedSource;

    public final Attributes attributes;
    public final boolean nonDefault;
    public final boolean cacheable;
    /** The number of a kept event, 0 if there is none. */
    public final long sequence;

    /** The version of the {@link WireKeys} in it, or {@link #NOT_WIRED} if it has none. */
    public final long wireVersion;

    public final List<ProcId> affected;
    /** The number that a sender that records gave it; 0 if there is none. */
    private final long traced;
    /** The number among the events that were recorded as received; 0 before. */
    private volatile long receipt;

    private ReceivedEvent(
            int code, @Nullable ProcId source, Attributes attributes, long sequence, long wireVersion, long traced) {
        this.code = code;
        this.namedSource = source;
        this.source = source == null || source.isWildcard() ? null : source;
        this.attributes = attributes;
        this.sequence = sequence;
        this.wireVersion = wireVersion;
        this.traced = traced;
        this.nonDefault = isTrue(EventKeys.NON_DEFAULT);
        this.cacheable = !isTrue(EventKeys.DO_NOT_CACHE);
        this.affected = affectedProcs();
    }

    /** Copies the arguments of a notification function. */
    public static ReceivedEvent read(int code, MemorySegment source, MemorySegment infos, long count) {
        List<Info> kept = new ArrayList<>((int) count);
        long sequence = 0;
        long version = NOT_WIRED;
        long traced = 0;
        for (Info info : InfoArray.read(infos, count)) {
            if (info.key().equals(WireKeys.EVENT_SEQUENCE) && info.value() instanceof PmixValue.UInt number) {
                sequence = number.bits();
            } else if (info.key().equals(WireKeys.SENDER_VERSION) && info.value() instanceof PmixValue.UInt number) {
                version = number.bits();
            } else if (info.key().equals(WireKeys.EVENT_TRACED) && info.value() instanceof PmixValue.UInt number) {
                traced = number.bits();
            } else if (!isMark(info.key())) {
                kept.add(info);
            }
        }
        return new ReceivedEvent(code, proc(source), Attributes.of(kept), sequence, version, traced);
    }

    /** Returns whether libpmix or PRRTE adds an attribute for itself. */
    private static boolean isMark(String key) {
        return key.equals(EventKeys.HANDLER_NAME)
                || key.equals(EventKeys.RETURN_OBJECT)
                || key.equals("pmix.srvr.internal.notify")
                || key.equals("prte.notify.donotloop");
    }

    private static @Nullable ProcId proc(MemorySegment source) {
        if (source.address() == 0) {
            return null;
        }
        try {
            return ProcCodec.readProc(source);
        } catch (IllegalArgumentException e) {
            // There is no namespace, or the rank is invalid.
            return null;
        }
    }

    /** Returns the value of an attribute, or null. Attributes of this library are read in its messages alone. */
    public @Nullable PmixValue find(String key) {
        for (Info info : attributes) {
            if (info.key().equals(key)) {
                return isReadable(key) ? info.value() : null;
            }
        }
        return null;
    }

    /**
     * Returns whether the event is a message of this library if the key is one of its messages; a leave has no version.
     */
    private boolean isReadable(String key) {
        return wireVersion != NOT_WIRED
                || !WireKeys.isOne(key)
                || WireKeys.isPublic(key)
                || key.equals(WireKeys.GROUP_EXCHANGES)
                || key.equals(WireKeys.GROUP_ENDED);
    }

    /**
     * Returns the attributes without those that are messages of this library, but with {@code Models.PHASE_LEFT}, which
     * applications read.
     */
    public Attributes forApplication() {
        // A program in C may use keys with this prefix, for the application. A leave is the one message without a
        // version.
        if (wireVersion == NOT_WIRED && find(WireKeys.GROUP_EXCHANGES) == null) {
            return attributes;
        }
        List<Info> kept = new ArrayList<>(attributes.infos());
        kept.removeIf(info -> WireKeys.isOne(info.key()) && !info.key().equals(WireKeys.MODEL_LEFT));
        return Attributes.of(kept);
    }

    /** Returns whether the event is a message of this library in another version. */
    public boolean isForeign() {
        return wireVersion != NOT_WIRED && wireVersion != WireKeys.VERSION;
    }

    private boolean isTrue(String key) {
        return find(key) instanceof PmixValue.Bool bool && bool.value();
    }

    /**
     * Returns whether a process is the sender. libpmix states the true one: the host reports an end in the name of the
     * process that has ended, and a process its own departure. Any other sender of such an event may be wrong.
     */
    public boolean comesFrom(ProcId proc) {
        return proc.equals(namedSource);
    }

    /** Returns whether the event reports the end of a job in the name of a process of that job, as the host does. */
    public boolean comesFromJob(String nspace) {
        return namedSource != null && namedSource.nspace().equals(nspace);
    }

    /** Returns the first affected process; null if there is none, or it stands for all processes of a job. */
    public @Nullable ProcId affectedProc() {
        return affected.isEmpty() || affected.getFirst().isWildcard() ? null : affected.getFirst();
    }

    private List<ProcId> affectedProcs() {
        List<ProcId> procs = new ArrayList<>();
        for (Info info : attributes) {
            if (info.key().equals(EventKeys.AFFECTED_PROC) || info.key().equals(EventKeys.AFFECTED_PROCS)) {
                procs.addAll(InfoArray.procs(info.value()));
            }
        }
        return List.copyOf(procs);
    }

    /** Returns a text, or null. */
    public @Nullable String text(String key) {
        return find(key) instanceof PmixValue.Str string ? string.value() : null;
    }

    /** Returns a number without a sign, if there is one. */
    public OptionalLong number(String key) {
        return find(key) instanceof PmixValue.UInt number ? OptionalLong.of(number.bits()) : OptionalLong.empty();
    }

    /** Returns the status with which a process or a job has exited, if the event has one. */
    public OptionalInt exitCode() {
        return find(EventKeys.EXIT_CODE) instanceof PmixValue.Int number
                ? OptionalInt.of((int) number.value())
                : OptionalInt.empty();
    }

    /** Returns the processes in an attribute, an empty list if it is missing. */
    public List<ProcId> procs(String key) {
        return InfoArray.procs(find(key));
    }

    /** Returns the processes in an attribute; an empty list if it is no plain array of processes, each one alone. */
    public List<ProcId> singleProcs(String key) {
        return singleProcs(find(key));
    }

    /** Returns the processes in a value; an empty list if it is no plain array of processes, each one alone. */
    public static List<ProcId> singleProcs(@Nullable PmixValue value) {
        List<ProcId> procs = new ArrayList<>();
        if (value instanceof PmixValue.Array array) {
            for (PmixValue element : array.elements()) {
                if (!(element instanceof PmixValue.Proc proc) || proc.value().isWildcard()) {
                    return List.of();
                }
                procs.add(proc.value());
            }
        }
        return procs;
    }

    /** Records, once, that this event has arrived, if there is a recording. */
    void trace() {
        Tracer tracer = Trace.tracer();
        if (tracer != null && receipt == 0) {
            receipt = tracer.received(forTracer());
        }
    }

    private Tracer.Received forTracer() {
        return new Tracer.Received(code, namedSource, sequence != 0 ? sequence : traced);
    }

    /** Starts the record of a call of a handler for this event; null if nothing is recorded. */
    public @Nullable Consumer<String> recordCall(String handler) {
        Tracer tracer = Trace.tracer();
        return tracer == null ? null : tracer.handlerCalled(handler, forTracer(), receipt);
    }

    /** Returns what identifies this event if it has a number. */
    public Identity identity() {
        return new Identity(source, sequence);
    }

    /** Returns whether this is the same event, delivered twice. */
    public boolean isSame(ReceivedEvent other) {
        return code == other.code
                && sequence == other.sequence
                && Objects.equals(namedSource, other.namedSource)
                && attributes.equals(other.attributes);
    }
}
