// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.event.EventDetail.ModelDeclared;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

/**
 * A library is notified when another one declares its programming model, but not of its own, as in the second example of
 * the use case on hybrid programming models: first by a handler for the event, as there, then by the listener that also
 * receives earlier declarations. The other library reports that it enters a parallel region.
 *
 * <p>The examples in C have these mistakes:
 *
 * <ul>
 *   <li>The handler looks for its own model in each attribute, and reacts at the first one that is not the model's name:
 *       to its own declaration too, if the name does not come first, and again for every attribute of another's. It
 *       should find the name, and then decide.
 *   <li>It treats every {@code MPI} as its own, even that of another library. Here the library is compared, too.
 *   <li>{@code n} is not declared, and {@code info[n]} is passed where {@code PMIX_CHECK_KEY} takes a pointer.
 *   <li>The notification has {@code PMIX_EVENT_NON_DEFAULT} as false, so default handlers receive it, and that of Open MPI
 *       ends its process. The attributes are created but not sent, since {@code NULL, 0} is passed.
 * </ul>
 */
public final class WatchModels {
    private static final ProgrammingModel MPI = ProgrammingModel.named("MPI")
            .library("FooMPI")
            .version("1.0.0")
            .threading("pthread")
            .build();
    private static final ProgrammingModel OPENMP = ProgrammingModel.named("OpenMP")
            .library("FooOMP")
            .version("6.0")
            .threading("pthread")
            .build();

    private WatchModels() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch received = new CountDownLatch(3);
        try (Pmix mpi = Pmix.builder().model(MPI).init();
                Pmix openmp = Pmix.init()) {
            mpi.events()
                    .on(Statuses.MODEL_DECLARED)
                    .where(event -> event.detail() instanceof ModelDeclared model && !isOwn(model))
                    .register(event -> {
                        say(mpi, "event: " + ((ModelDeclared) event.detail()).model() + " is declared");
                        received.countDown();
                        // Other handlers receive it, too.
                        return EventOutcome.partial();
                    });
            mpi.events().on(Statuses.OPENMP_PARALLEL_ENTERED).register(event -> {
                say(
                        mpi,
                        "event: a region of "
                                + event.attributes().get(Keys.MODEL_NUM_THREADS).orElse(0L) + " threads is entered");
                received.countDown();
                return EventOutcome.partial();
            });
            openmp.models().declare(OPENMP, Reach.PROCESS);
            // Registered after the declaration, it still receives it, but not its own.
            try (Registration others = mpi.models().onDeclared(declared -> {
                say(mpi, "listener: " + declared.model());
                received.countDown();
            })) {
                openmp.models().parallel(8, ActivityOptions.to(Reach.PROCESS)).close();
                if (!received.await(30, TimeUnit.SECONDS) || !others.isActive()) {
                    throw new IllegalStateException("not all events have arrived within 30 s");
                }
                say(mpi, "all events have arrived");
            }
        }
    }

    private static boolean isOwn(ModelDeclared declared) {
        return declared.model().equals(MPI.name()) && declared.library().equals(MPI.library());
    }

    private static void say(Pmix pmix, String what) {
        System.out.println("rank " + pmix.self().rank() + ": " + what);
    }
}
