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
import org.pmixj.model.ProgrammingModel;

/**
 * A library is called when another one declares its programming model, and not for its own, as in the second example of
 * the use case on hybrid programming models; first by a handler for the event, as there, then by the listener that also
 * knows what was declared before. The other library tells that it enters a parallel region.
 *
 * <p>What the examples in C have wrong:
 *
 * <ul>
 *   <li>The handler looks for its own model in each attribute, and does what it wants to do for the others at the first
 *       that is not the model's name: for its own declaration too, if the name does not come first, and once more for
 *       every attribute of another's. One looks for the name, and then decides.
 *   <li>It takes {@code MPI} for its own: another library of the same model would pass by. The library is compared, too.
 *   <li>{@code n} is not declared, and {@code info[n]} is handed on where {@code PMIX_CHECK_KEY} takes a pointer.
 *   <li>The notification has {@code PMIX_EVENT_NON_DEFAULT} as false, so that handlers for any event get it, with which
 *       Open MPI ends its process; and the attributes are made and then not sent, for {@code NULL, 0} is.
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
        CountDownLatch told = new CountDownLatch(3);
        try (Pmix mpi = Pmix.builder().model(MPI).init();
                Pmix openmp = Pmix.init()) {
            mpi.events()
                    .on(Statuses.MODEL_DECLARED)
                    .where(event -> event.detail() instanceof ModelDeclared model && !isOwn(model))
                    .register(event -> {
                        say(mpi, "event: " + ((ModelDeclared) event.detail()).model() + " is declared");
                        told.countDown();
                        // Others want to know, too.
                        return EventOutcome.partial();
                    });
            mpi.events().on(Statuses.OPENMP_PARALLEL_ENTERED).register(event -> {
                say(
                        mpi,
                        "event: a region of "
                                + event.attributes().get(Keys.MODEL_NUM_THREADS).orElse(0L) + " threads is entered");
                told.countDown();
                return EventOutcome.partial();
            });
            openmp.models().declare(OPENMP);
            // After the declaration, and told of it all the same; of its own it is not.
            try (Registration others = mpi.models().onDeclared(declared -> {
                say(mpi, "listener: " + declared.model());
                told.countDown();
            })) {
                openmp.models().parallel(8).close();
                say(
                        mpi,
                        told.await(30, TimeUnit.SECONDS) && others.isActive() ? "all is told" : "something is missing");
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
