// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.CpuList;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** Converts models and resources to attributes and back. Events of other programs may contain anything. */
public final class ModelCodec {
    private ModelCodec() {}

    /** Initialises libpmix with a model. */
    public record Initial(ProgrammingModel model) implements Session.InitInfos {
        @Override
        public InfoArray write(Arena memory) {
            return init(memory, model);
        }
    }

    /** Returns the attributes that {@code PMIx_Init} reports to handlers; it drops all others. */
    static InfoArray init(SegmentAllocator memory, ProgrammingModel model) {
        return InfoArray.allocate(memory, Attributes.of(identity(model)), 0);
    }

    static List<Info> identity(ProgrammingModel model) {
        List<Info> infos = new ArrayList<>();
        add(infos, EventKeys.MODEL, Optional.of(model.name()));
        add(infos, EventKeys.MODEL_LIBRARY, model.library());
        add(infos, EventKeys.MODEL_VERSION, model.version());
        add(infos, EventKeys.THREADING, model.threading());
        return infos;
    }

    /** Returns the attributes of a model with all its resources. */
    static List<Info> all(ProgrammingModel model, Reach reach) {
        List<Info> infos = identity(model);
        ModelResources resources = model.resources();
        addCount(infos, EventKeys.NUM_THREADS, resources.threads());
        addCount(infos, EventKeys.NUM_CPUS, resources.cpus());
        add(infos, EventKeys.CPU_TYPE, resources.cpuType());
        add(infos, EventKeys.AFFINITY_POLICY, resources.affinityPolicy());
        infos.add(InfoAccess.text(
                WireKeys.MODEL_CPU_SET, CpuList.cpuset(resources.cpuBits()).cpus()));
        infos.add(reach(reach));
        return infos;
    }

    static Info reach(Reach reach) {
        return InfoAccess.text(WireKeys.MODEL_REACH, reach.name());
    }

    /** Returns the number of an event, or that of the declaration it repeats. */
    static long number(ReceivedEvent event) {
        return event.number(WireKeys.MODEL_AGAIN).orElse(event.sequence);
    }

    private static void add(List<Info> infos, String key, Optional<String> value) {
        value.ifPresent(text -> infos.add(InfoAccess.text(key, text)));
    }

    private static void addCount(List<Info> infos, String key, OptionalLong value) {
        value.ifPresent(count -> infos.add(InfoAccess.number(key, count)));
    }

    /** Returns Open MPI as it declares itself, with any level of threads. */
    static ProgrammingModel openMpi(String version) {
        return ProgrammingModel.named("MPI")
                .library("OpenMPI")
                .version(version)
                .threading("PTHREAD")
                .build();
    }

    /** Returns the model of an event, without resources; null if the event names none. */
    static @Nullable ProgrammingModel model(ReceivedEvent event) {
        Optional<String> name = read(event, EventKeys.MODEL);
        return name.isEmpty()
                ? null
                : new ProgrammingModel(
                        name.get(),
                        read(event, EventKeys.MODEL_LIBRARY),
                        read(event, EventKeys.MODEL_VERSION),
                        read(event, EventKeys.THREADING),
                        ModelResources.none());
    }

    static ModelResources resources(ReceivedEvent event) {
        ModelResources.Builder resources = ModelResources.builder();
        readCount(event, EventKeys.NUM_THREADS).ifPresent(resources::threads);
        readCount(event, EventKeys.NUM_CPUS).ifPresent(resources::cpus);
        read(event, EventKeys.CPU_TYPE).ifPresent(resources::cpuType);
        read(event, EventKeys.AFFINITY_POLICY).ifPresent(resources::affinityPolicy);
        if (event.find(WireKeys.MODEL_CPU_SET) instanceof PmixValue.Str list) {
            resources.cpuSet(JvmCpus.parse(list.value()));
        }
        return resources.build();
    }

    /** Returns whether an event contains all resources, not only changed ones. */
    static boolean isWhole(ReceivedEvent event) {
        return event.find(WireKeys.MODEL_CPU_SET) != null;
    }

    /** Returns the old resources with the reported ones in their place. */
    static ModelResources merge(ModelResources old, ModelResources reported) {
        return new ModelResources(
                reported.threads().isPresent() ? reported.threads() : old.threads(),
                reported.cpus().isPresent() ? reported.cpus() : old.cpus(),
                reported.cpuType().isPresent() ? reported.cpuType() : old.cpuType(),
                reported.affinityPolicy().isPresent() ? reported.affinityPolicy() : old.affinityPolicy(),
                reported.cpuSet().isEmpty() ? old.cpuSet() : reported.cpuSet());
    }

    /** Returns a text of an event if a model may have it. */
    static Optional<String> read(ReceivedEvent event, String key) {
        return event.find(key) instanceof PmixValue.Str text
                        && !text.value().isEmpty()
                        && text.value().getBytes(StandardCharsets.UTF_8).length <= Checks.MAX_MODEL_BYTES
                ? Optional.of(text.value())
                : Optional.empty();
    }

    private static OptionalLong readCount(ReceivedEvent event, String key) {
        return switch (event.find(key)) {
            case PmixValue.UInt number -> OptionalLong.of(number.bits() < 0 ? Long.MAX_VALUE : number.bits());
            case PmixValue.Int number when number.value() >= 0 -> OptionalLong.of(number.value());
            case null, default -> OptionalLong.empty();
        };
    }
}
