// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Decides for every rank, and for the whole job, whether it passed. A problem is reported once, where it arose; ranks
 * that the launcher ended because of it have not failed.
 */
final class Judge {
    private final Settings settings;
    private final JobEnd end;
    private final List<RankState> states;
    private final Optional<RankState> first;
    /** The ranks that have not called what others wait for; empty if that is not known. */
    private final String hang;

    Judge(Settings settings, JobEnd end) {
        this.settings = settings;
        this.end = end;
        this.hang = end.cause() == JobEnd.Cause.LIMIT ? Hang.describe(end.files(), settings.ranks()) : "";
        this.states = IntStream.range(0, settings.ranks())
                .mapToObj(rank -> RankState.read(end.files(), rank))
                .toList();
        this.first = states.stream()
                .filter(state -> inTrouble(state) && !endedAsExpected(state))
                .min(Comparator.comparingLong(RankState::endMillis));
    }

    /** Returns the exception for each rank, null if it passed. */
    List<@Nullable Throwable> ranks() {
        List<@Nullable Throwable> verdicts = new ArrayList<>();
        states.forEach(state -> verdicts.add(rank(state)));
        return verdicts;
    }

    /** Returns the exception for the job, null if the ranks report everything already. */
    @Nullable
    Throwable job(List<@Nullable Throwable> ranks) {
        List<String> problems = new ArrayList<>();
        int status = end.launcherStatus().orElse(-1);
        boolean explained = end.cause() != JobEnd.Cause.ITSELF
                || (ranks.stream().anyMatch(Objects::nonNull) && states.stream().allMatch(RankState::launched))
                || states.stream().anyMatch(this::endedAsExpected);
        if (status != 0 && !explained) {
            problems.add("the launcher ended with status " + status);
        }
        if (end.cause() == JobEnd.Cause.LIMIT && ranks.stream().allMatch(Objects::isNull)) {
            problems.add("the launcher did not end " + limit() + ", though all ranks did");
        }
        if (end.cause() == JobEnd.Cause.INTERRUPT) {
            problems.add("the test was interrupted");
        }
        end.survivors().forEach(each -> problems.add("left behind, and killed now: " + each));
        return problems.isEmpty() ? null : new AssertionError(String.join("\n", problems));
    }

    private @Nullable Throwable rank(RankState state) {
        if (state.result() != null && state.result().throwable() != null) {
            return state.result().throwable();
        }
        if (settings.expectedToEndEarly(state.rank())) {
            return endedAsExpected(state) ? null : new AssertionError(expectation(state) + actual(state));
        }
        if (state.result() != null && end.othersFollow()) {
            // It waited for the other ranks, until it was ended.
            return state.endedWhileItWaited()
                    ? new AssertionError("passed, but its JVM then ended " + state.describeStatus())
                    : null;
        }
        if (end.cause() == JobEnd.Cause.LIMIT && state.endMillis() >= end.causeMillis() && state.launched()) {
            return new TimeLimitError("did not end " + limit()
                    + (state.result() == null ? "" : ", though its method did")
                    + (hang.isEmpty() ? "" : "; " + hang));
        }
        if (!state.launched()) {
            return new TestAbortedException("was not started" + because());
        }
        if (endedByOthers(state)) {
            return state.result() != null ? null : new TestAbortedException("was ended" + because());
        }
        if (state.result() == null) {
            return new AssertionError(actual(state));
        }
        return state.status().orElse(-1) == 0
                ? null
                : new AssertionError("passed, but its JVM then ended " + state.describeStatus());
    }

    private boolean inTrouble(RankState state) {
        return state.inTrouble() || (end.othersFollow() && state.endedWhileItWaited());
    }

    // The launcher, or this JVM, ends a job that is not recoverable; both send SIGTERM first.
    private boolean endedByOthers(RankState state) {
        boolean someoneElse = first.isPresent() && first.get().rank() != state.rank();
        boolean deliberately = end.cause() == JobEnd.Cause.INTERRUPT
                || end.cause() == JobEnd.Cause.FAILED_RANK
                || (!settings.recoverable() && someoneElse);
        return deliberately && state.endedAsIfByLauncher();
    }

    private boolean endedAsExpected(RankState state) {
        boolean early =
                state.entered() && state.result() == null && state.status().isPresent();
        boolean ofItself = end.cause() == JobEnd.Cause.ITSELF || state.endMillis() < end.causeMillis();
        boolean asWished = state.endedBySignal()
                ? settings.killed().contains(state.rank())
                : settings.exits().contains(state.rank());
        return early && ofItself && asWished;
    }

    private String expectation(RankState state) {
        return "was expected to " + (settings.killed().contains(state.rank()) ? "die by a signal" : "exit")
                + " in the test method, but ";
    }

    private static String actual(RankState state) {
        if (state.result() != null) {
            return "returned from it";
        }
        return "ended " + state.describeStatus() + (state.entered() ? " in" : " before") + " the test method";
    }

    private String limit() {
        return "within the time limit of " + settings.limit().toSeconds() + " s";
    }

    private String because() {
        if (end.cause() == JobEnd.Cause.INTERRUPT) {
            return " because the test was interrupted";
        }
        return first.map(state -> " because of rank " + state.rank() + ", which "
                        + (state.result() == null
                                ? actual(state)
                                : "threw " + state.result().throwable()))
                .orElse(", see \"job\"");
    }
}
