// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Defines the events. Their names and fields are read by the tool {@code pmixj trace}, and by people. */
final class JfrEvents {
    private JfrEvents() {}

    /** Is the base of all events, which inherit both annotations. */
    @Category("pmixj")
    @StackTrace(false)
    abstract static class PmixEvent extends Event {}

    @Name("pmixj.Session")
    @Label("Session")
    @Description("Which process of which job wrote this chunk")
    @Period("beginChunk")
    static final class Session extends PmixEvent {
        @Label("Namespace")
        String nspace = "";

        @Label("Rank")
        long rank;

        @Label("Processes of the Job")
        long size;

        @Label("Node")
        String node = "";

        @Label("Process")
        long pid;

        @Label("Session")
        @Description("The number that the host gives to the session, -1 if it gives none")
        long session;
    }

    /** The common fields of what this process asks libpmix and the host for. */
    abstract static class Asked extends PmixEvent {
        @Label("Status")
        String status = "";

        @Label("Failure")
        String failure = "";

        @Label("Native Wait")
        @Description("The time from the call of libpmix to its answer")
        @Timespan
        long nativeWait;

        @Label("Dispatch Wait")
        @Description("The time from the answer until the caller, or a thread of the dispatcher, went on")
        @Timespan
        long dispatchWait;

        @Label("Within")
        @Description("The kind of the operation of which this is a step, empty if the application called it")
        String within = "";
    }

    @Name("pmixj.Operation")
    @Label("Operation")
    static final class Operation extends Asked {
        @Label("Kind")
        String kind = "";

        @Label("Name")
        String name = "";

        @Label("Members")
        @Description("The processes that call it; empty if it is of this process alone")
        String members = "";

        @Label("Number of Members")
        int size;

        @Label("Sequence")
        @Description("The number among the collective operations of this kind, name and members; otherwise 0")
        long sequence;

        @Label("Copy")
        @Description("The copy of the library in this process that has counted it")
        int copy;
    }

    @Name("pmixj.OperationEntered")
    @Label("Operation Entered")
    @Description("This process has called a collective operation, which may never end")
    static final class OperationEntered extends PmixEvent {
        @Label("Kind")
        String kind = "";

        @Label("Name")
        String name = "";

        @Label("Members")
        String members = "";

        @Label("Number of Members")
        int size;

        @Label("Sequence")
        long sequence;

        @Label("Copy")
        int copy;

        @Label("Within")
        String within = "";
    }

    @Name("pmixj.HostQuery")
    @Label("Host Query")
    static final class HostQuery extends Asked {
        @Label("Keys")
        String keys = "";
    }

    @Name("pmixj.EventSent")
    @Label("Event Sent")
    static final class EventSent extends Asked {
        @Label("Code")
        int code;

        @Label("Name of the Code")
        String codeName = "";

        @Label("Namespace")
        @Description("The sender, as receivers see it")
        String nspace = "";

        @Label("Rank")
        long rank;

        @Label("Range")
        String range = "";

        @Label("Targets")
        String targets = "";

        @Label("Id")
        @Description("The number among the events of the sender, which arrives with the event")
        long id;
    }

    /** The common fields of what happens to an event. */
    abstract static class Received extends PmixEvent {
        @Label("Code")
        int code;

        @Label("Name of the Code")
        String codeName = "";

        @Label("Namespace")
        @Description("The sender; empty if it is unknown")
        String nspace = "";

        @Label("Rank")
        @Description("The rank of the sender, -1 if it is unknown")
        long rank;

        @Label("Id")
        @Description("The number that the sender gave the event; 0 if it is no rank that records")
        long id;

        @Label("Receipt")
        @Description("The number among the events that this process has received")
        long receipt;
    }

    @Name("pmixj.EventReceived")
    @Label("Event Received")
    static final class EventReceived extends Received {}

    @Name("pmixj.HandlerCalled")
    @Label("Handler Called")
    static final class HandlerCalled extends Received {
        @Label("Handler")
        @Description("The name of the handler, empty if it has none")
        String handler = "";

        @Label("Outcome")
        String outcome = "";
    }

    @Name("pmixj.Model")
    @Label("Programming Model")
    @Description("This process has declared a programming model, or changed its resources")
    static final class Model extends PmixEvent {
        @Label("Model")
        String model = "";

        @Label("Change")
        String change = "";

        @Label("Reach")
        @Description("To whom it was declared, empty for a change")
        String reach = "";
    }

    @Name("pmixj.Phase")
    @Label("Phase")
    @Description("A phase or parallel region that has been left")
    static final class Phase extends PmixEvent {
        @Label("Model")
        String model = "";

        @Label("Name")
        String name = "";

        @Label("Type")
        String type = "";

        @Label("Threads")
        @Description("Those of a parallel region, 0 for a phase")
        long threads;
    }

    @Name("pmixj.Group")
    @Label("Group")
    @Description("A group was constructed, has changed, or has ended for this process")
    static final class Group extends PmixEvent {
        @Label("Name")
        String name = "";

        @Label("Change")
        String change = "";

        @Label("Members")
        String members = "";

        @Label("Number of Members")
        int size;

        @Label("Rank")
        @Description("The rank of this process in the group, -1 if it is no member")
        int rank;

        @Label("Context Id")
        @Description("-1 if the group has none")
        long contextId;

        @Label("Epoch")
        @Description("How many members have departed")
        int epoch;
    }

    @Name("pmixj.MemberLost")
    @Label("Member Lost")
    static final class MemberLost extends PmixEvent {
        @Label("Group")
        String group = "";

        @Label("Namespace")
        String nspace = "";

        @Label("Rank")
        long rank;

        @Label("Members")
        @Description("The remaining members")
        String members = "";

        @Label("Number of Members")
        int size;
    }
}
