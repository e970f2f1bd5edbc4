// SPDX-License-Identifier: Apache-2.0
package org.pmixj.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordingStream;

/**
 * Binds what this process does with PMIx to registries of Micrometer. It reads the events that the library writes to JDK
 * Flight Recorder, so that the library itself knows nothing of meters, and a process without this binder pays nothing.
 *
 * <p>Bind it before the first {@code Pmix.init()}. If a process binds it later, start that process with {@code
 * -Dpmixj.jfr=true}: otherwise the library writes no events, and the meters stay empty.
 *
 * <p>The recorder passes events on once a second, and so late are the meters. Operations are those that the application has
 * called; what the library does within them is not counted. All times are those of the recorder's clock.
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>Name</th><th>Meter</th><th>Tags</th><th>What</th></tr>
 * <tr><td>{@code pmixj.operations}</td><td>timer</td><td>{@code kind}, {@code status}</td><td>operations that have ended,
 * such as {@code fence}, with the name of their status, such as {@code PMIX_SUCCESS}</td></tr>
 * <tr><td>{@code pmixj.operations.native}</td><td>timer</td><td>{@code kind}</td><td>the part of their time in which
 * libpmix has not answered: mostly they wait for others</td></tr>
 * <tr><td>{@code pmixj.operations.dispatch}</td><td>timer</td><td>{@code kind}</td><td>the part from that answer until the
 * caller, or a thread of the library, went on</td></tr>
 * <tr><td>{@code pmixj.operations.active}</td><td>long task timer</td><td>{@code kind}</td><td>collective operations that
 * have not ended: how many, and how long the longest has waited</td></tr>
 * <tr><td>{@code pmixj.queries}</td><td>timer</td><td>{@code status}</td><td>queries to the host</td></tr>
 * <tr><td>{@code pmixj.groups}</td><td>gauge</td><td></td><td>groups that this process belongs to</td></tr>
 * <tr><td>{@code pmixj.groups.changes}</td><td>counter</td><td>{@code change}</td><td>{@code constructed}, {@code
 * memberLeft}, {@code memberFailed}, {@code left}, {@code destructed}</td></tr>
 * <tr><td>{@code pmixj.members.lost}</td><td>counter</td><td></td><td>members that groups have lost by their death</td></tr>
 * <tr><td>{@code pmixj.events.sent}</td><td>timer</td><td>{@code code}, {@code status}</td><td>notifications, until the host
 * has accepted them</td></tr>
 * <tr><td>{@code pmixj.events.received}</td><td>counter</td><td>{@code code}</td><td>events that have arrived, with those
 * that the library sends itself</td></tr>
 * <tr><td>{@code pmixj.events.queued}</td><td>timer</td><td>{@code code}</td><td>the time from the arrival of an event until
 * its first handler was called</td></tr>
 * <tr><td>{@code pmixj.handlers}</td><td>timer</td><td>{@code code}, {@code outcome}</td><td>calls of handlers, until their
 * outcome was known</td></tr>
 * </table>
 *
 * <p>No meter has the name of a group, key or process as a tag, of which there may be any number. To tell ranks apart, pass
 * tags to the constructor, such as {@code Tags.of("rank", System.getenv("PMIX_RANK"))}.
 *
 * <p>All methods may be called on any thread.
 */
public final class PmixMetrics implements MeterBinder, AutoCloseable {
    private final Tags tags;
    private final List<RecordingStream> streams = new ArrayList<>();
    private boolean isClosed;

    /** Creates a binder whose meters have no tags but their own. */
    public PmixMetrics() {
        this(Tags.empty());
    }

    /**
     * Creates a binder.
     *
     * @param tags what each meter has besides its own tags
     */
    public PmixMetrics(Iterable<Tag> tags) {
        this.tags = Tags.of(tags);
    }

    /**
     * Starts to record the events of pmixj in this process, and to count them in a registry, until {@link #close()}. Several
     * registries may be bound.
     *
     * @throws IllegalStateException if this binder is closed, or if this JVM has no recorder
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (isClosed) {
            throw new IllegalStateException(
                    "cannot bind the meters of pmixj, since this binder is closed: create another");
        }
        RecordingStream stream = new RecordingStream();
        new RecordedMeters(registry, tags).listenTo(stream);
        stream.startAsync();
        streams.add(stream);
    }

    /**
     * Counts what has been recorded until now, and ends. The meters stay in their registries, and keep what they have counted.
     * It may take a second, and is not to be called by a listener of a registry. A second call does nothing.
     */
    @Override
    public void close() {
        List<RecordingStream> open;
        synchronized (this) {
            isClosed = true;
            open = List.copyOf(streams);
            streams.clear();
        }
        for (RecordingStream stream : open) {
            try (stream) {
                stream.stop();
            }
        }
    }
}
