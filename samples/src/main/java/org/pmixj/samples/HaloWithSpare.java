// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;

/**
 * Computes the same as {@link HaloExchange}, and survives the death of a rank. All ranks but the last are a team, and the
 * last is a spare. When a member of the team dies, a survivor invites the others and the spare to a new team. There the
 * spare takes the place of the dead rank, and all continue from the last state that each of them has in a file. The files are
 * in a folder of the working directory, which all nodes share.
 *
 * <p>A rank learns of a death from a socket or from a reduction. Then it closes its own sockets, so that its neighbours
 * learn of it, and gives NaN to the next reduction, so that all do. With an argument, such as {@code reduction}, a rank kills
 * itself at that moment; this needs a launcher that then continues, as with {@code samples/run --recoverable}.
 */
public final class HaloWithSpare {
    private static final double SMALL = 1e-4;
    private static final int ITERATIONS_OF_A_CHECK = 50;
    private static final int ITERATIONS_OF_A_STATE = 100;
    private static final int NO_PLACE = -1;
    private static final PmixStatus DONE = new PmixStatus(-3081);
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration LONGEST_RESERVE = Duration.ofMinutes(2);

    /** A moment at which a rank can die, and its iteration. */
    private enum Moment {
        NEVER(-1),
        HALO(220),
        REDUCTION(250),
        CHECKPOINT(300);

        private final int iteration;

        Moment(int iteration) {
            this.iteration = iteration;
        }
    }

    private final Pmix pmix;
    private final int rank;
    private final int workers;
    private final Moment death;
    private final int victim;
    private final int cells;
    private final Checkpoints checkpoints;
    /** The teams to which this process was invited. Empty when all is done. */
    private final BlockingQueue<Optional<CompletableFuture<Group>>> teams = new LinkedBlockingQueue<>();

    private HaloWithSpare(Pmix pmix, String[] args) throws IOException {
        this.pmix = pmix;
        rank = pmix.self().rank();
        workers = pmix.job().size() - 1;
        if (workers == 0) {
            throw new IllegalArgumentException("start two ranks or more: the last one is the spare");
        }
        death = args.length > 0 ? Moment.valueOf(args[0].toUpperCase(Locale.ROOT)) : Moment.NEVER;
        victim = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        cells = args.length > 2 ? Integer.parseInt(args[2]) : 48;
        checkpoints = new Checkpoints(Path.of("halo-" + pmix.self().nspace()));
    }

    /**
     * Runs one rank.
     *
     * @param args when a rank dies ({@code halo}, {@code reduction}, {@code checkpoint} or {@code never}), which one, and
     *     the cells of the plate along a side
     * @throws IOException if a state cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            new HaloWithSpare(pmix, args).run();
        }
    }

    private void run() throws IOException, InterruptedException {
        pmix.groups().onInvitation(invitation -> {
            teams.add(Optional.of(invitation.outcome()));
            return Reply.ACCEPT;
        });
        pmix.events().listen(DONE, event -> teams.add(Optional.empty()));
        // When all have called it, all are ready for an invitation.
        pmix.fence();
        int place = rank < workers ? rank : NO_PLACE;
        Optional<Group> next =
                rank == 0 ? Optional.of(invite(pmix.job().members().subList(0, workers))) : nextTeam(LONGEST_RESERVE);
        Optional<Group> old = Optional.empty();
        while (next.isPresent()) {
            Group team = next.get();
            List<ProcId> members = new ArrayList<>(team.members());
            try {
                place = placeIn(team, place);
                // Now every member of this team has left the loop of the old one.
                old.ifPresent(Group::close);
                compute(team, place);
                break;
            } catch (IOException | PmixException.MemberLost e) {
                members.removeAll(lost(team, e));
                say("goes on with " + members.size() + " survivors: " + e.getMessage());
                ProcId spare = pmix.job().member(workers);
                if (members.contains(spare)) {
                    throw new IllegalStateException("no spare is left", e);
                }
                boolean leads = members.getFirst().equals(pmix.self());
                members.add(spare);
                old = next;
                next = leads ? Optional.of(invite(members)) : nextTeam(BOUND);
            }
        }
        if (next.isPresent()) {
            end(next.get());
        }
    }

    private void end(Group team) throws IOException {
        team.fence();
        if (team.rank() == 0) {
            checkpoints.delete();
            pmix.events().notify(DONE).toNamespace().send();
        }
        team.destruct();
    }

    // --- teams -------------------------------------------------------------------------------------------------------

    private Group invite(List<ProcId> members) {
        // Each leader counts its own groups.
        return pmix.groups()
                .invite(InviteRequest.named(pmix.groups().uniqueId("halo-of-" + rank))
                        .members(members)
                        .build());
    }

    /** Waits for an invitation. Returns no group if all is done. */
    private Optional<Group> nextTeam(Duration longest) throws InterruptedException {
        Optional<CompletableFuture<Group>> team = teams.poll(longest.toSeconds(), TimeUnit.SECONDS);
        if (team == null) {
            throw new IllegalStateException("rank " + rank + " was not invited within " + longest.toSeconds() + " s");
        }
        return team.map(CompletableFuture::join);
    }

    /** Returns the place of this process: its own, or that of the dead rank. */
    private int placeIn(Group team, int place) {
        Map<ProcId, Integer> places = team.exchange(ValueType.INT32, place);
        int free = 0;
        while (places.containsValue(free)) {
            free++;
        }
        return place == NO_PLACE ? free : place;
    }

    /**
     * Returns who has died. A reduction throws the exception in all members: if this process has it not yet, others may
     * wait in a reduction, where NaN is the largest value.
     */
    private List<ProcId> lost(Group team, Exception failure) {
        if (failure instanceof PmixException.MemberLost known) {
            return known.lost();
        }
        // The dead rank may have taken part in one more reduction than this one, but not in two.
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                Collectives.of(team).allReduce(ValueType.DOUBLE_BITS, Double.NaN, Reductions.max());
            } catch (PmixException.MemberLost e) {
                return e.lost();
            }
        }
        throw new IllegalStateException("rank " + rank + " cannot continue, although no rank has died", failure);
    }

    // --- the computation ---------------------------------------------------------------------------------------------

    private void compute(Group team, int place) throws IOException {
        Collectives collectives = Collectives.of(team);
        int rows = HaloExchange.rowsFor(workers);
        int columns = workers / rows;
        Plate plate = new Plate(cells, place / columns, rows, place % columns, columns);
        int iterations = collectives.allReduce(ValueType.INT32, checkpoints.newest(place), Reductions.min());
        if (iterations > 0) {
            plate.setCells(checkpoints.read(place, iterations));
        }
        say("begins at iteration " + iterations + ", in place " + place);
        try (Group row = team.split(place / columns, place).orElseThrow();
                Group column = team.split(place % columns, place).orElseThrow();
                Neighbours neighbours = new Neighbours(row, column)) {
            double largest = Double.MAX_VALUE;
            while (largest > SMALL) {
                if (isTime(Moment.HALO, iterations)) {
                    die();
                }
                neighbours.swap(plate);
                double change = plate.relax();
                if (++iterations % ITERATIONS_OF_A_CHECK == 0) {
                    largest = reduce(collectives, change, iterations);
                }
                if (iterations % ITERATIONS_OF_A_STATE == 0) {
                    save(plate, place, iterations);
                }
            }
        }
        double difference = plate.difference(Plate.serial(cells, iterations));
        say("place " + place + ", " + iterations + " iterations, the difference from the serial result is "
                + difference);
    }

    private double reduce(Collectives collectives, double change, int iterations) throws IOException {
        if (isTime(Moment.REDUCTION, iterations)) {
            var _ = collectives.allReduceAsync(ValueType.DOUBLE_BITS, change, Reductions.max());
            die();
        }
        double largest = collectives.allReduce(ValueType.DOUBLE_BITS, change, Reductions.max());
        if (Double.isNaN(largest)) {
            throw new IOException("another rank has lost a neighbour");
        }
        return largest;
    }

    private void save(Plate plate, int place, int iterations) throws IOException {
        int old = iterations - 2 * ITERATIONS_OF_A_STATE;
        checkpoints.write(place, iterations, old, plate.cells(), () -> {
            if (isTime(Moment.CHECKPOINT, iterations)) {
                die();
            }
        });
    }

    // --- the death of a rank -----------------------------------------------------------------------------------------

    private boolean isTime(Moment moment, int iterations) {
        return moment == death && rank == victim && iterations == moment.iteration;
    }

    /** Ends this process by SIGKILL: it closes nothing, and notifies nobody. */
    private void die() {
        say("dies");
        try {
            new ProcessBuilder("sh", "-c", "kill -KILL $PPID").start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("rank " + rank + " cannot kill itself", e);
        }
    }

    private void say(String what) {
        System.out.println("rank " + rank + ": " + what);
    }
}
