// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.util.ArrayList;
import java.util.List;

/** A process of a job, and what it has recorded. Times are nanoseconds of its host's clock since 1970. */
final class Rank implements Comparable<Rank> {
    String nspace = "";
    int number = -1;
    final List<Operation> operations = new ArrayList<>();
    final List<Handled> handled = new ArrayList<>();
    final List<Sent> sent = new ArrayList<>();
    final List<Phase> phases = new ArrayList<>();
    final List<Change> changes = new ArrayList<>();
    final List<Loss> losses = new ArrayList<>();
    /** The name of the rank in messages: {@code rank 3}, with its namespace if there are several jobs. */
    String title = "";

    String host = "";
    int jobSize;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    /** Whether its JVM had no time to finish the recording. */
    boolean cut;
    /** How many operations were left out, since there are too many. */
    long dropped;
    /** How much this host's clock is ahead of that of the first host. */
    long ahead;

    /**
     * A call of an operation.
     *
     * @param size the number of processes that have to call it; 0 if it needs no others
     * @param sequence how many calls of this operation the rank has made with this one; 0 if it needs no others
     * @param copy the copy of the library that counted it, if class loaders have loaded several in the process
     * @param within the operation of which this is a step; empty if the program called it
     */
    record Operation(
            Rank rank,
            String kind,
            String name,
            String members,
            int size,
            long sequence,
            int copy,
            String within,
            String status,
            String failure,
            long begin,
            long end,
            long natively,
            long queued) {
        /** The status of a call that had not ended when the recording did. */
        static final String OPEN = "has not ended";

        boolean isCollective() {
            return !members.isEmpty() && within.isEmpty();
        }

        /** Returns this call, with another begin and end. */
        Operation during(long first, long last) {
            return new Operation(
                    rank, kind, name, members, size, sequence, copy, within, status, failure, first, last, natively,
                    queued);
        }

        /** Returns this call, with another number. */
        Operation numbered(long number) {
            return new Operation(
                    rank, kind, name, members, size, number, copy, within, status, failure, begin, end, natively,
                    queued);
        }

        /** Returns whether it has not ended, or ended since a process did not come in time. */
        boolean waitedInVain() {
            return status.equals(OPEN) || status.equals("TIMEOUT");
        }

        boolean failed() {
            return !succeeded() && !status.equals(OPEN);
        }

        boolean succeeded() {
            return status.equals("SUCCESS");
        }

        String title() {
            return (name.isEmpty() ? kind : kind + " of " + name)
                    + (within.isEmpty() ? "" : " (step of " + within + ")");
        }
    }

    /** A notification that this rank sent. */
    record Sent(String code, String range, String targets, long id, long begin, long end) {}

    /**
     * A call of a handler.
     *
     * @param source the sender; empty if it is unknown
     * @param id the number of the notification at its sender; 0 if it is unknown
     */
    record Handled(String handler, String code, String source, long id, String outcome, long begin, long end) {}

    /** A change of a group, as this rank learned it. */
    record Change(String group, String what, String detail, long at) {}

    /** A phase of a programming model. */
    record Phase(String model, String name, String type, long begin, long end) {
        String title() {
            return type.isEmpty() ? name : name + " (" + type + ")";
        }
    }

    /** A process whose end this rank learned. */
    record Loss(String process, String detail, long at) {}

    /** Returns a time of this rank by the clock of the first host. */
    long at(long time) {
        return time - ahead;
    }

    void covers(long begin, long end) {
        first = Math.min(first, begin);
        last = Math.max(last, end);
    }

    String process() {
        return nspace + ":" + number;
    }

    @Override
    public String toString() {
        return "rank " + number;
    }

    @Override
    public int compareTo(Rank other) {
        int order = nspace.compareTo(other.nspace);
        return order != 0 ? order : Integer.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
