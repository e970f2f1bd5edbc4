// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.Waits;
import org.pmixj.internal.call.Handle;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/** The models that Java of this process declares: what they use, to whom they are told, and by whom. */
public final class OwnModels {
    /**
     * One of them.
     *
     * @param handle the handle that has declared it first
     * @param told everybody it was declared to; a declaration to more does not take it from others
     */
    record Own(Handle handle, ModelResources resources, Set<Reach> told) {}

    /** While it is changed and told: what is told last is what is known here. */
    private final ReentrantLock telling = new ReentrantLock();

    private volatile boolean over;

    // All is guarded by this; the keys have no resources.
    /** Also those of which libpmix has not told yet. */
    private final Map<ProgrammingModel, Own> expected = new LinkedHashMap<>();
    /** Those that are declared. */
    private final Map<ProgrammingModel, Own> models = new LinkedHashMap<>();
    /** Who tells the end of the session to those who were told of anything. */
    private final Map<Reach, Handle> tellers = new EnumMap<>(Reach.class);

    static ProgrammingModel bare(ProgrammingModel model) {
        return model.withResources(ModelResources.none());
    }

    /** Waits until nobody else tells anything of models. Balanced by {@link #told}. */
    void tell(String what, long nanos) {
        Waits.lock(telling, what, nanos);
    }

    /** Before anything is told: nothing is told after the end. */
    void checkOpen(String what) {
        if (over) {
            throw StatusCodes.closed(what);
        }
    }

    public boolean isOver() {
        return over;
    }

    void told() {
        telling.unlock();
    }

    synchronized @Nullable Own find(ProgrammingModel bare) {
        return expected.get(bare);
    }

    /**
     * A model is about to be declared: its event may come before libpmix answers.
     *
     * @return what it was before, for {@link #restore}
     */
    synchronized @Nullable Own expect(Handle handle, ProgrammingModel model, Reach reach) {
        ProgrammingModel bare = bare(model);
        Own before = models.get(bare);
        Set<Reach> told = EnumSet.of(reach);
        if (before != null) {
            told.addAll(before.told);
        }
        expected.put(bare, new Own(before == null ? handle : before.handle, model.resources(), told));
        return before;
    }

    /** It was not declared. */
    synchronized void restore(ProgrammingModel model, @Nullable Own before) {
        if (before == null) {
            expected.remove(bare(model));
        } else {
            expected.put(bare(model), before);
        }
    }

    /** It was. */
    synchronized void declared(ProgrammingModel model) {
        ProgrammingModel bare = bare(model);
        models.put(bare, Objects.requireNonNull(expected.get(bare)));
    }

    /**
     * What a model uses has changed.
     *
     * @return who is to be told
     */
    synchronized Set<Reach> update(ProgrammingModel model) {
        Own known = require(model);
        Own now = new Own(known.handle, model.resources(), known.told);
        models.put(bare(model), now);
        expected.put(bare(model), now);
        return EnumSet.copyOf(known.told);
    }

    synchronized Own require(ProgrammingModel model) {
        Own known = models.get(bare(model));
        if (known == null) {
            throw new IllegalStateException("this process has not declared " + bare(model));
        }
        return known;
    }

    /** The one model of a handle, which is who acts; empty where it has several. */
    synchronized Optional<ProgrammingModel> actor(Handle handle) {
        Optional<ProgrammingModel> actor = Optional.empty();
        for (Map.Entry<ProgrammingModel, Own> entry : models.entrySet()) {
            if (entry.getValue().handle == handle) {
                if (actor.isPresent()) {
                    return Optional.empty();
                }
                actor = Optional.of(entry.getKey());
            }
        }
        return actor;
    }

    /** Those of a reach, with what they use. */
    public synchronized List<ProgrammingModel> toldTo(Reach reach) {
        List<ProgrammingModel> toldOf = new ArrayList<>();
        for (Map.Entry<ProgrammingModel, Own> entry : models.entrySet()) {
            if (entry.getValue().told.contains(reach)) {
                toldOf.add(entry.getKey().withResources(entry.getValue().resources));
            }
        }
        return toldOf;
    }

    /** Others are told of this process, and are to be told of its end. */
    synchronized void tells(Handle handle, Reach reach) {
        if (reach != Reach.PROCESS) {
            tellers.putIfAbsent(reach, handle.own());
        }
    }

    public synchronized @Nullable Handle teller(Reach reach) {
        return tellers.get(reach);
    }

    /** The session ends: nothing is told after that. */
    void end() {
        over = true;
        boolean interrupted = Thread.interrupted();
        try {
            Waits.lock(telling, "the end of programming models", ModelEvent.FAREWELL_NANOS);
            telling.unlock();
        } catch (PmixException e) {
            // Of what is being told now others may hear later than of the end.
            Log.warning(String.valueOf(e.getMessage()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        Map<Reach, Handle> all;
        synchronized (this) {
            all = new EnumMap<>(tellers);
        }
        for (Map.Entry<Reach, Handle> entry : all.entrySet()) {
            ModelEvent.ended(entry.getValue(), entry.getKey());
        }
    }

    /** Their names and the like, of which libpmix may tell a later session. */
    synchronized Set<ProgrammingModel> names() {
        return Set.copyOf(expected.keySet());
    }
}
