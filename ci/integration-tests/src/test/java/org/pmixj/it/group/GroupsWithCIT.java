// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.group.MixedJob.Rank;
import org.pmixj.it.support.Smoke;

/**
 * Groups whose members are in part C programs, which have nothing but libpmix, and Python programs, which have OpenPMIx's
 * own binding of it; each on one node and on three. Where libpmix answers a C member with one of two statuses, both are
 * named.
 */
// Among the longest: begins first.
@Order(1)
class GroupsWithCIT {
    /** The directory of all tests, which use one program in C. */
    @TempDir
    static Path work;

    private void run(int nodes, Rank... ranks) throws Exception {
        MixedJob.run(work, nodes, ranks);
    }

    // --- construct, use, destruct ------------------------------------------------------------------------------------

    @Smoke
    @Tag("row:groups-3")
    @Tag("row:groups-4")
    @Conforms(nodes = 3)
    @ParameterizedTest
    @ValueSource(ints = 3)
    void used(int nodes) throws Exception {
        String[] steps = {
            "construct g 3,1,0,2 -> SUCCESS 3,1,0,2",
            "fence g -> SUCCESS",
            "get g 0 -> 33",
            "get g 1 -> 11",
            "get g 2 -> 0",
            "get g 3 -> 22",
            "destruct g -> SUCCESS",
            "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
            "get g 1 -> 11",
            "destruct g -> SUCCESS"
        };
        run(
                nodes,
                Rank.java(with("put 0 -> SUCCESS", steps)),
                Rank.c(with("put 11 -> SUCCESS", steps)),
                Rank.java(with("put 22 -> SUCCESS", steps)),
                Rank.c(with("put 33 -> SUCCESS", steps)));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 1)
    void usedOnOneNode(int nodes) throws Exception {
        used(nodes);
    }

    // --- three languages ---------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = 3)
    void usedByThreeLanguages(int nodes) throws Exception {
        String[] steps = {
            "construct g 2,0,1,3 -> SUCCESS 2,0,1,3",
            "fence g -> SUCCESS",
            "get g 0 -> 22",
            "get g 1 -> 5",
            "get g 2 -> 11",
            "get g 3 -> 33",
            "reached used"
        };
        run(
                nodes,
                Rank.java(with(
                        "put 5 -> SUCCESS",
                        steps,
                        "members g 3 -> 2,0,1",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS")),
                Rank.c(with(
                        "listen",
                        with("put 11 -> SUCCESS", steps),
                        "await left -> 3",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS")),
                Rank.python(with(
                        "put 22 -> SUCCESS", steps, "await left -> 3", "fence g -> SUCCESS", "destruct g -> SUCCESS")),
                Rank.python(with("put 33 -> SUCCESS", steps, "await used 0,1,2", "leave g -> SUCCESS")));
    }

    private static String[] with(String first, String[] steps, String... last) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(steps));
        all.addAll(List.of(last));
        return all.toArray(new String[0]);
    }

    // --- one leaves --------------------------------------------------------------------------------------------------

    /**
     * First a member in C leaves, then one in Java. Each waits until all have the group: libpmix forgets a leave that a
     * process learns of before its own construct is answered, and the fence of a C member then waits for who has left.
     */
    @ParameterizedTest
    @ValueSource(ints = 3)
    void left(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-g",
                        "await left -> 1",
                        "members g 3 -> 0,2,3",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS",
                        "construct h 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-h",
                        "await has-h 1,2,3",
                        "leave h -> SUCCESS"),
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-g",
                        "await has-g 0,2,3",
                        "leave g -> SUCCESS",
                        "put 11 -> SUCCESS",
                        "construct h 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-h",
                        "await left -> 0",
                        "fence h -> SUCCESS",
                        "get h 0 -> 11",
                        "destruct h -> SUCCESS"),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-g",
                        "members g 3 -> 0,2,3",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS",
                        "construct h 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-h",
                        "members h 3 -> 1,2,3",
                        "fence h -> SUCCESS",
                        "get h 0 -> 11",
                        "destruct h -> SUCCESS"),
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-g",
                        "await left -> 1",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS",
                        "construct h 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached has-h",
                        "await left -> 0",
                        "fence h -> SUCCESS",
                        "destruct h -> SUCCESS"));
    }

    // --- limit: one dies while all others wait in the destruct, on one node
    // ---------------------------------------------

    // There is no Java here: it is libpmix that answers before the end is told; or, on a busy machine, not at all.
    @Tag("row:destruct-6")
    @Test
    void destructIsASuccessIfOneDiesWhileAllOthersWaitOnOneNode() throws Exception {
        String construct = "construct g 0,1,2,3 -> SUCCESS 0,1,2,3";
        Rank survivor = Rank.c(
                "listen",
                construct,
                "timeout 8",
                "destruct g announcing waiting -> SUCCESS or ERR_TIMEOUT",
                "await died -> 2");
        run(1, survivor, survivor, Rank.c("listen", construct, "await waiting 0,1,3", "die"), survivor);
    }

    // --- limit: a C member without a handler for PMIX_GROUP_LEFT
    // -------------------------------------------------------

    // libpmix of such a process keeps the one who left among the members, and the others wait for its fence in vain. No
    // process ends before all have waited: libpmix completes the fence of one that has finalized without it.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 3)
    void leftUnheeded(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached constructed",
                        "timeout 2",
                        "members g 3 -> 0,2,3",
                        "reached left",
                        "fence g -> ERR_TIMEOUT",
                        "reached over",
                        "await over 2,3",
                        "leave g -> SUCCESS"),
                Rank.c(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await constructed 0,2",
                        "leave g -> SUCCESS",
                        "await over 0,2,3"),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached constructed",
                        "timeout 2",
                        "members g 3 -> 0,2,3",
                        "reached left",
                        "fence g -> ERR_TIMEOUT",
                        "reached over",
                        "await over 0,3",
                        "leave g -> SUCCESS"),
                Rank.c(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "timeout 2",
                        "await left 0,2",
                        "fence g -> ERR_TIMEOUT",
                        "reached over",
                        "await over 0,2",
                        "leave g -> SUCCESS"));
    }

    // --- one dies ----------------------------------------------------------------------------------------------------

    private static final String[] JAVA_SURVIVOR = {
        "listen",
        "construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3",
        "reached constructed",
        "await failed -> 1",
        "members g 3 -> 0,2,3",
        "fence g -> SUCCESS",
        "get g 1 -> 22",
        "destruct g -> SUCCESS",
        "construct h 0,2,3 -> SUCCESS 0,2,3",
        "destruct h -> SUCCESS"
    };

    // It tells its libpmix; the destruct of the Java members is a fence that does not collect, and then a leave. The
    // events of which the Java members notify themselves do not come here: those have them before the fence.
    private static final String[] C_SURVIVOR = {
        "listen",
        "construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3",
        "reached constructed",
        "await died -> 1",
        "forget g 1 -> 1",
        "fence g -> SUCCESS",
        "get g 1 -> 22",
        "meet g -> SUCCESS",
        "count failed -> 0",
        "count updated -> 0",
        "leave g -> SUCCESS",
        "construct h 0,2,3 -> SUCCESS 0,2,3",
        "destruct h -> SUCCESS"
    };

    private static final String[] VICTIM = {
        "construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3", "await constructed 0,2,3", "die"
    };

    private void died(int nodes, Rank victim) throws Exception {
        run(
                nodes,
                Rank.java(JAVA_SURVIVOR),
                victim,
                Rank.java(with("put 22 -> SUCCESS", JAVA_SURVIVOR)),
                Rank.c(C_SURVIVOR));
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void aCMemberDies(int nodes) throws Exception {
        died(nodes, Rank.c(VICTIM));
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void aJavaMemberDies(int nodes) throws Exception {
        died(nodes, Rank.java(VICTIM));
    }

    // --- limit: a C member that does nothing about a death
    // -------------------------------------------------------------

    // Its libpmix waits for the dead in every collective, and the others wait for it, until time runs out.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 3)
    void diedUnheeded(int nodes) throws Exception {
        Rank java = Rank.java(
                "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                "reached constructed",
                "timeout 2",
                "members g 3 -> 0,2,3",
                "fence g -> ERR_TIMEOUT",
                "reached over",
                "await over 0,2,3",
                "leave g -> SUCCESS");
        run(
                nodes,
                java,
                Rank.java("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "await constructed 0,2,3", "die"),
                java,
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached constructed",
                        "timeout 2",
                        "await died -> 1",
                        "fence g -> ERR_TIMEOUT",
                        "reached over",
                        "await over 0,2,3",
                        "leave g -> SUCCESS"));
    }

    // --- limit: the destruct of a C member after a death
    // ---------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = 3)
    void destructedInC(int nodes) throws Exception {
        Rank java = Rank.java(
                "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                "reached constructed",
                "members g 3 -> 0,2,3",
                "fence g -> SUCCESS",
                "timeout 2",
                "destruct g -> ERR_TIMEOUT",
                "reached over",
                "await over 0,2,3");
        run(
                nodes,
                java,
                Rank.java("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "await constructed 0,2,3", "die"),
                java,
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached constructed",
                        "await died -> 1",
                        "forget g 1 -> 1",
                        "fence g -> SUCCESS",
                        "timeout 2",
                        "destruct g -> ERR_TIMEOUT or ERR_LOST_CONNECTION",
                        "reached over",
                        "await over 0,2,3"));
    }

    // --- one dies in a fence -----------------------------------------------------------------------------------------

    // Java members are told at once. libpmix tells a C member where it knows, which is not where the dead was alone on
    // its node, and on a busy machine has not always been elsewhere. All give the same timeout: PRRTE starts its clock
    // with the timeout of the node that it hears of first, and lets it run.
    private void diedInAFence(int nodes, boolean javaVictim, String toldC) throws Exception {
        String[] victim = {"construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "await waiting 0,2,3", "die"};
        String[] c = {
            "listen",
            "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
            "reached constructed",
            "await constructed 0,2,3",
            "timeout 4",
            "fence g announcing waiting -> " + toldC,
            "forget g 1 -> 1",
            "timeout 60",
            "fence g -> SUCCESS"
        };
        run(
                nodes,
                Rank.c(c),
                javaVictim ? Rank.java(victim) : Rank.c(victim),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "reached constructed",
                        "await constructed 0,3",
                        "timeout 4",
                        "fence g announcing waiting -> ERR_LOST_CONNECTION",
                        "members g 3 -> 0,2,3",
                        "timeout 60",
                        "fence g -> SUCCESS"),
                Rank.c(c));
    }

    private static String toldC(int nodes) {
        return nodes == 1 ? "ERR_LOST_CONNECTION or ERR_TIMEOUT" : "ERR_TIMEOUT";
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 1)
    void aJavaMemberDiesInAFence(int nodes) throws Exception {
        diedInAFence(nodes, true, toldC(nodes));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 3)
    void aCMemberDiesInAFence(int nodes) throws Exception {
        diedInAFence(nodes, false, toldC(nodes));
    }

    // --- one dies before it takes part in a construct
    // ------------------------------------------------------------------

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aCMemberDiesInAConstruct(int nodes) throws Exception {
        // On one node the C members are told, unless they are not; and all give the same timeout: see diedInAFence.
        String toldC = nodes == 1 ? "GROUP_CONSTRUCT_ABORT or ERR_TIMEOUT" : "ERR_TIMEOUT";
        String[] c = {
            "construct f 0,1,2,3 -> SUCCESS 0,1,2,3",
            "destruct f -> SUCCESS",
            "reached destructed",
            "await destructed 0,2,3",
            "timeout 4",
            "construct g 0,1,2,3 announcing waiting -> " + toldC,
            "timeout 60",
            "construct h 0,2,3 -> SUCCESS 0,2,3",
            "destruct h -> SUCCESS"
        };
        run(
                nodes,
                Rank.c(c),
                Rank.c("construct f 0,1,2,3 -> SUCCESS 0,1,2,3", "destruct f -> SUCCESS", "await waiting 0,2,3", "die"),
                Rank.java(
                        "construct f 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "destruct f -> SUCCESS",
                        "reached destructed",
                        "await destructed 0,3",
                        "timeout 4",
                        "construct g 0,1,2,3 announcing waiting -> ERR_LOST_CONNECTION",
                        "timeout 60",
                        "construct h 0,2,3 -> SUCCESS 0,2,3",
                        "destruct h -> SUCCESS"),
                Rank.c(c));
    }

    // --- a C member gives up a construct in which another dies
    // ---------------------------------------------------------

    /**
     * The C member finalizes when its construct has failed. It has no part in the attempt of the Java members that go on,
     * although libpmix counts a process that has finalized.
     */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = 3)
    void aCMemberHasGivenUpAConstruct(int nodes) throws Exception {
        String[] before = {"construct f 0,1,2,3 -> SUCCESS 0,1,2,3", "destruct f -> SUCCESS"};
        Rank java = Rank.java(with(
                "listen",
                before,
                "await died -> 1",
                "await gone 3",
                "construct g 0,1,2,3 tolerant -> SUCCESS 0,2",
                "fence g -> SUCCESS",
                "destruct g -> SUCCESS"));
        run(
                nodes,
                java,
                Rank.java(with("listen", before, "await called 3", "die")),
                java,
                Rank.c(with(
                        "listen",
                        before,
                        "timeout 4",
                        "construct g 0,1,2,3 announcing called -> GROUP_CONSTRUCT_ABORT or ERR_TIMEOUT",
                        "finalize -> SUCCESS",
                        "reached gone")));
    }

    // --- invitations among C members ---------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = 3)
    void invitedInC(int nodes) throws Exception {
        run(
                nodes,
                Rank.c(
                        "put 0 -> SUCCESS",
                        "listen",
                        "fence job -> SUCCESS",
                        "invite i 0,1,2 -> SUCCESS 0,1,2",
                        "fence i -> SUCCESS",
                        "get i 2 -> 22",
                        "destruct i -> SUCCESS",
                        "invite j 0,1,2,3 optional -> SUCCESS 0,1,2",
                        "await declined -> 3",
                        "await invite-failed -> 3",
                        "destruct j -> SUCCESS",
                        "invite k 0,3 -> GROUP_CONSTRUCT_ABORT"),
                Rank.c(
                        "listen",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "fence i -> SUCCESS",
                        "destruct i -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "destruct j -> SUCCESS"),
                Rank.c(
                        "put 22 -> SUCCESS",
                        "listen",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "fence i -> SUCCESS",
                        "destruct i -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "destruct j -> SUCCESS"),
                Rank.c(
                        "listen",
                        "answer decline",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS",
                        "joined -> SUCCESS",
                        "await aborted -> 0"));
    }

    // --- invitations between C and Java ------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = 3)
    void invitedByJava(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "put 0 -> SUCCESS",
                        "fence job -> SUCCESS",
                        "invite g 1,2,3 -> SUCCESS 0,1,2,3",
                        "fence g -> SUCCESS",
                        "get g 1 -> 11",
                        "destruct g -> SUCCESS",
                        "invite h 1,2,3 -> SUCCESS 0,1,2,3",
                        "reached joined",
                        "members h 3 -> 0,2,3",
                        "fence h -> SUCCESS",
                        "destruct h -> SUCCESS"),
                Rank.c(
                        "put 11 -> SUCCESS",
                        "answer accept",
                        "listen",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        "fence g -> SUCCESS",
                        "get g 0 -> 0",
                        "get g 2 -> 22",
                        "destruct g -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        // All see it as a member first.
                        "await joined 0,2,3",
                        "leave h -> SUCCESS"),
                Rank.java(
                        "put 22 -> SUCCESS",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        "fence g -> SUCCESS",
                        "get g 3 -> 33",
                        "destruct g -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        "reached joined",
                        "members h 3 -> 0,2,3",
                        "fence h -> SUCCESS",
                        "destruct h -> SUCCESS"),
                Rank.c(
                        "put 33 -> SUCCESS",
                        "answer accept",
                        "listen",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        "fence g -> SUCCESS",
                        "get g 1 -> 11",
                        "destruct g -> SUCCESS",
                        "joined -> SUCCESS 0,1,2,3",
                        "reached joined",
                        "await left -> 1",
                        "fence h -> SUCCESS",
                        "destruct h -> SUCCESS"));
    }

    /** The greeting that a member sends while it waits does not end the join of a C process to another group. */
    @ParameterizedTest
    @ValueSource(ints = 3)
    void greetedWhileItJoins(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "fence job -> SUCCESS",
                        "timeout 4",
                        // Rank 1 never calls.
                        "construct h 0,1 -> ERR_TIMEOUT",
                        "reached greeted"),
                Rank.c(
                        "listen",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 2,1,3",
                        "destruct g -> SUCCESS"),
                Rank.java("listen", "fence job -> SUCCESS", "invite g 1,3 -> SUCCESS 2,1,3", "destruct g -> SUCCESS"),
                Rank.java(
                        "fence job -> SUCCESS",
                        "await greeted 0",
                        "answer accept",
                        "joined -> SUCCESS 2,1,3",
                        "destruct g -> SUCCESS"));
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void invitedByC(int nodes) throws Exception {
        run(
                nodes,
                Rank.c(
                        "listen",
                        "fence job -> SUCCESS",
                        "invite g 0,1,2 -> SUCCESS 0,1,2",
                        "fence g -> SUCCESS",
                        "get g 1 -> 11",
                        "destruct g -> SUCCESS"),
                Rank.java(
                        "put 11 -> SUCCESS",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "fence g -> SUCCESS",
                        "get g 2 -> 22",
                        "destruct g -> SUCCESS"),
                Rank.c(
                        "put 22 -> SUCCESS",
                        "listen",
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1,2",
                        "fence g -> SUCCESS",
                        "get g 1 -> 11",
                        "destruct g -> SUCCESS"));
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    void declined(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "fence job -> SUCCESS",
                        "invite g 1,2 optional -> SUCCESS 0,1",
                        "destruct g -> SUCCESS",
                        "answer decline",
                        "fence job -> SUCCESS",
                        "joined -> GROUP_INVITE_DECLINED"),
                Rank.java(
                        "answer accept",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS 0,1",
                        "destruct g -> SUCCESS",
                        "fence job -> SUCCESS",
                        "joined -> GROUP_CONSTRUCT_ABORT"),
                Rank.c(
                        "listen",
                        "answer decline",
                        "fence job -> SUCCESS",
                        "joined -> SUCCESS",
                        "fence job -> SUCCESS",
                        "invite h 0,1,2 -> GROUP_CONSTRUCT_ABORT"));
    }
}
