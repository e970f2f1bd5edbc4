// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/** Makes real recordings, with events like those of the library. */
final class Recorded {
    private Recorded() {}

    @Name("pmixj.Session")
    static final class Session extends Event {
        String nspace = "job@1";
        long rank;
        long size;
        String node = "node0";
    }

    @Name("pmixj.Operation")
    static final class Operation extends Event {
        String kind = "fence";
        String name = "";
        String members = "job@1:*";
        int size = 2;
        long sequence;
        int copy;
        String within = "";
        String status = "SUCCESS";
        String failure = "";
        long nativeWait;
        long dispatchWait;
    }

    @Name("pmixj.OperationEntered")
    static final class Entered extends Event {
        String kind = "fence";
        String name = "";
        String members = "job@1:*";
        int size = 2;
        long sequence;
        int copy;
        String within = "";
    }

    @Name("pmixj.EventSent")
    static final class Sent extends Event {
        int code = -3001;
        String codeName = "";
        String nspace = "job@1";
        long rank;
        String range = "NAMESPACE";
        String targets = "";
        long id;
    }

    @Name("pmixj.HandlerCalled")
    static final class Handled extends Event {
        String handler = "progress";
        int code = -3001;
        String codeName = "";
        String nspace = "job@1";
        long rank;
        long id;
        String outcome = "partial";
    }

    @Name("pmixj.Group")
    static final class Group extends Event {
        String name = "team";
        String change = "constructed";
        String members = "job@1:0-1";
        long contextId = 7;
    }

    @Name("pmixj.MemberLost")
    static final class Lost extends Event {
        String group = "team";
        String nspace = "job@1";
        long rank = 1;
        String members = "job@1:0";
    }

    @Name("pmixj.Phase")
    static final class Phase extends Event {
        String model = "solver";
        String name = "assemble";
        String type = "matrix";
    }

    /** Records what a rank does to a file where {@code pmixj run} would have it. */
    static Path record(Path folder, String rank, Runnable program) throws IOException {
        Path file = folder.resolve("ranks/" + rank + "/2026_01_01_00_00_00_1/2026_01_01_00_00_00.jfr");
        Files.createDirectories(file.getParent());
        try (Recording recording = new Recording()) {
            recording.enable("pmixj.*");
            for (String event : new String[] {
                "Session", "Operation", "OperationEntered", "EventSent", "HandlerCalled", "Group", "MemberLost", "Phase"
            }) {
                recording.enable("pmixj." + event).withoutStackTrace();
            }
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /** A rank that fences so often. */
    static Path rank(Path folder, int number, int fences) throws IOException {
        return record(folder, "job@1." + number, () -> {
            session(number);
            fences(fences);
        });
    }

    static void session(int number) {
        Session session = new Session();
        session.rank = number;
        session.size = 2;
        session.commit();
    }

    static void fences(int fences) {
        for (int sequence = 1; sequence <= fences; sequence++) {
            fence(0, sequence);
        }
    }

    static void fence(int copy, int sequence) {
        Operation fence = new Operation();
        fence.begin();
        fence.copy = copy;
        fence.sequence = sequence;
        fence.commit();
    }

    static void entered(int copy, int sequence) {
        Entered entered = new Entered();
        entered.copy = copy;
        entered.sequence = sequence;
        entered.commit();
    }
}
