// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.pmixj.event.Registration;
import org.pmixj.model.Declarations;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelActivity;

/** Who is told of models. */
final class ModelListeners {
    private static final String SUBJECT = "programming models";

    private final List<Listener<DeclaredModel>> others = new CopyOnWriteArrayList<>();
    private final List<Listener<DeclaredModel>> everybody = new CopyOnWriteArrayList<>();
    private final List<Listener<ModelActivity>> activity = new CopyOnWriteArrayList<>();

    void declared(ModelEntry entry) {
        DeclaredModel view = entry.view();
        for (Listener<DeclaredModel> listener : everybody) {
            listener.tell(view);
        }
        for (Listener<DeclaredModel> listener : others) {
            if (listener.context != entry.owner) {
                listener.tell(view);
            }
        }
    }

    void acted(ModelActivity what) {
        for (Listener<ModelActivity> listener : activity) {
            listener.tell(what);
        }
    }

    /** One who is told first of what there is; nothing is declared meanwhile. */
    Registration onDeclared(
            Context context,
            Declarations which,
            Consumer<? super DeclaredModel> consumer,
            Collection<ModelEntry> declared) {
        List<Listener<DeclaredModel>> all = which == Declarations.ALL ? everybody : others;
        Listener<DeclaredModel> listener = new Listener<>(context, SUBJECT, consumer, all);
        for (ModelEntry entry : declared) {
            if (which == Declarations.ALL || entry.owner != context) {
                listener.tell(entry.view());
            }
        }
        all.add(listener);
        return open(listener);
    }

    Registration onActivity(Context context, Consumer<? super ModelActivity> consumer) {
        Listener<ModelActivity> listener = new Listener<>(context, SUBJECT, consumer, activity);
        activity.add(listener);
        return open(listener);
    }

    /** The handle may have been closed meanwhile, and its listeners with it. */
    private static Registration open(Listener<?> listener) {
        if (listener.context.isClosed()) {
            listener.close();
        }
        return listener;
    }

    void close(Context context) {
        Listener.close(others, context);
        Listener.close(everybody, context);
        Listener.close(activity, context);
    }
}
