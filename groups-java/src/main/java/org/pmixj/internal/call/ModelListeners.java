// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.pmixj.event.Registration;
import org.pmixj.internal.model.ModelEntry;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;

/** Who is told of models. */
public final class ModelListeners {
    private static final String SUBJECT = "programming models";

    private final List<Listener<DeclaredModel>> others = new CopyOnWriteArrayList<>();
    private final List<Listener<DeclaredModel>> everybody = new CopyOnWriteArrayList<>();
    private final List<Listener<ModelActivity>> activity = new CopyOnWriteArrayList<>();

    public void declared(ModelEntry entry) {
        DeclaredModel view = entry.view();
        for (Listener<DeclaredModel> listener : everybody) {
            listener.tell(view);
        }
        for (Listener<DeclaredModel> listener : others) {
            if (listener.handle != entry.owner) {
                listener.tell(view);
            }
        }
    }

    public void acted(ModelActivity what) {
        for (Listener<ModelActivity> listener : activity) {
            listener.tell(what);
        }
    }

    /** One who is told first of what there is; nothing is declared meanwhile. */
    public Registration onDeclared(
            Handle handle,
            Declarations which,
            Consumer<? super DeclaredModel> consumer,
            Collection<ModelEntry> declared) {
        List<Listener<DeclaredModel>> all = which == Declarations.ALL ? everybody : others;
        Listener<DeclaredModel> listener = new Listener<>(handle, SUBJECT, consumer, all);
        for (ModelEntry entry : declared) {
            if (which == Declarations.ALL || entry.owner != handle) {
                listener.tell(entry.view());
            }
        }
        all.add(listener);
        return open(listener);
    }

    public Registration onActivity(Handle handle, Consumer<? super ModelActivity> consumer) {
        Listener<ModelActivity> listener = new Listener<>(handle, SUBJECT, consumer, activity);
        activity.add(listener);
        return open(listener);
    }

    /** The handle may have been closed meanwhile, and its listeners with it. */
    private static Registration open(Listener<?> listener) {
        if (listener.handle.isClosed()) {
            listener.close();
        }
        return listener;
    }

    public void close(Handle handle) {
        Listener.close(others, handle);
        Listener.close(everybody, handle);
        Listener.close(activity, handle);
    }
}
