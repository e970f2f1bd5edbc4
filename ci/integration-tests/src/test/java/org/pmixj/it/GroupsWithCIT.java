// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.pmixj.it.MixedJob.Rank;

/**
 * Groups whose members are in part C programs, which have nothing but libpmix, and Python programs, which have OpenPMIx's
 * own binding of it; each on one node and on three. What libpmix makes of a death depends on how busy the machine is, so
 * that no other class runs meanwhile.
 */
@Isolated
class GroupsWithCIT {
    @TempDir
    Path work;

    private void run(int nodes, Rank... ranks) throws Exception {
        MixedJob.run(work, nodes, ranks);
    }

    // --- construct, use, destruct ------------------------------------------------------------------------------------

    private void used(int nodes) throws Exception {
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

    @Conforms({"groups-3", "groups-4"})
    @Test
    void usedOnOneNode() throws Exception {
        used(1);
    }

    @Conforms(
            value = {"groups-3", "groups-4"},
            nodes = 3)
    @Test
    void usedOnThreeNodes() throws Exception {
        used(3);
    }

    // --- three languages ---------------------------------------------------------------------------------------------

    private void usedByThreeLanguages(int nodes) throws Exception {
        String[] steps = {
            "construct g 2,0,1,3 -> SUCCESS 2,0,1,3",
            "fence g -> SUCCESS",
            "get g 0 -> 22",
            "get g 1 -> 5",
            "get g 2 -> 11",
            "get g 3 -> 33"
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
                Rank.python(with("put 33 -> SUCCESS", steps, "sleep 2000", "leave g -> SUCCESS")));
    }

    private static String[] with(String first, String[] steps, String... last) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(steps));
        all.addAll(List.of(last));
        return all.toArray(new String[0]);
    }

    @Test
    void usedByThreeLanguagesOnOneNode() throws Exception {
        usedByThreeLanguages(1);
    }

    @Test
    void usedByThreeLanguagesOnThreeNodes() throws Exception {
        usedByThreeLanguages(3);
    }

    // --- one leaves --------------------------------------------------------------------------------------------------

    private void leftByC(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await left -> 1",
                        "members g 3 -> 0,2,3",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS"),
                Rank.c("listen", "construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "leave g -> SUCCESS"),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "members g 3 -> 0,2,3",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS"),
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await left -> 1",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS"));
    }

    @Test
    void leftByCOnOneNode() throws Exception {
        leftByC(1);
    }

    @Test
    void leftByCOnThreeNodes() throws Exception {
        leftByC(3);
    }

    private void leftByJava(int nodes) throws Exception {
        run(
                nodes,
                Rank.java("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "leave g -> SUCCESS"),
                Rank.c(
                        "put 11 -> SUCCESS",
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await left -> 0",
                        "fence g -> SUCCESS",
                        "get g 0 -> 11",
                        "destruct g -> SUCCESS"),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "members g 3 -> 1,2,3",
                        "fence g -> SUCCESS",
                        "get g 0 -> 11",
                        "destruct g -> SUCCESS"),
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await left -> 0",
                        "fence g -> SUCCESS",
                        "destruct g -> SUCCESS"));
    }

    @Test
    void leftByJavaOnOneNode() throws Exception {
        leftByJava(1);
    }

    @Test
    void leftByJavaOnThreeNodes() throws Exception {
        leftByJava(3);
    }

    // --- limit: one dies while all others wait in the destruct, on one node
    // ---------------------------------------------

    // There is no Java here: it is libpmix that answers before the end is told; or, on a busy machine, not at all.
    @Conforms("destruct-6")
    @Test
    void destructIsASuccessIfOneDiesWhileAllOthersWaitOnOneNode() throws Exception {
        String construct = "construct g 0,1,2,3 -> SUCCESS 0,1,2,3";
        Rank survivor =
                Rank.c("listen", construct, "timeout 8", "destruct g -> SUCCESS or ERR_TIMEOUT", "await died -> 2");
        run(1, survivor, survivor, Rank.c("listen", construct, "sleep 1000", "die"), survivor);
    }

    // --- limit: a C member without a handler for PMIX_GROUP_LEFT
    // -------------------------------------------------------

    // libpmix of such a process keeps the one who left among the members, and the others wait for its fence in vain.
    private void leftUnheeded(int nodes) throws Exception {
        run(
                nodes,
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "timeout 3",
                        "members g 3 -> 0,2,3",
                        "fence g -> ERR_TIMEOUT",
                        "leave g -> SUCCESS"),
                Rank.c("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "leave g -> SUCCESS"),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "timeout 3",
                        "members g 3 -> 0,2,3",
                        "fence g -> ERR_TIMEOUT",
                        "leave g -> SUCCESS"),
                Rank.c(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "timeout 3",
                        "sleep 500",
                        "fence g -> ERR_TIMEOUT",
                        "leave g -> SUCCESS"));
    }

    @Test
    void leftUnheededOnOneNode() throws Exception {
        leftUnheeded(1);
    }

    @Test
    void leftUnheededOnThreeNodes() throws Exception {
        leftUnheeded(3);
    }

    // --- one dies ----------------------------------------------------------------------------------------------------

    private static final String[] JAVA_SURVIVOR = {
        "listen",
        "construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3",
        "await failed -> 1",
        "members g 3 -> 0,2,3",
        "fence g -> SUCCESS",
        "get g 1 -> 22",
        "destruct g -> SUCCESS",
        "construct h 0,2,3 -> SUCCESS 0,2,3",
        "destruct h -> SUCCESS"
    };

    // It tells its libpmix; the destruct of the Java members is a fence that does not collect, and then a leave.
    private static final String[] C_SURVIVOR = {
        "listen",
        "construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3",
        "await died -> 1",
        "forget g 1 -> 1",
        "fence g -> SUCCESS",
        "get g 1 -> 22",
        "meet g -> SUCCESS",
        "leave g -> SUCCESS",
        "construct h 0,2,3 -> SUCCESS 0,2,3",
        "destruct h -> SUCCESS"
    };

    private static final String[] VICTIM = {"construct g 0,1,2,3 notify -> SUCCESS 0,1,2,3", "sleep 300", "die"};

    private void died(int nodes, Rank victim) throws Exception {
        run(
                nodes,
                Rank.java(JAVA_SURVIVOR),
                victim,
                Rank.java(with("put 22 -> SUCCESS", JAVA_SURVIVOR)),
                Rank.c(C_SURVIVOR));
    }

    @Test
    void aCMemberDiesOnOneNode() throws Exception {
        died(1, Rank.c(VICTIM));
    }

    @Test
    void aCMemberDiesOnThreeNodes() throws Exception {
        died(3, Rank.c(VICTIM));
    }

    @Test
    void aJavaMemberDiesOnOneNode() throws Exception {
        died(1, Rank.java(VICTIM));
    }

    @Test
    void aJavaMemberDiesOnThreeNodes() throws Exception {
        died(3, Rank.java(VICTIM));
    }

    // --- limit: a C member that does nothing about a death
    // -------------------------------------------------------------

    // Its libpmix waits for the dead in every collective, and the others wait for it, until time runs out.
    private void diedUnheeded(int nodes) throws Exception {
        Rank java = Rank.java(
                "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                "timeout 3",
                "members g 3 -> 0,2,3",
                "fence g -> ERR_TIMEOUT",
                "leave g -> SUCCESS");
        run(
                nodes,
                java,
                Rank.java("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "sleep 300", "die"),
                java,
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "timeout 3",
                        "await died -> 1",
                        "fence g -> ERR_TIMEOUT",
                        "leave g -> SUCCESS"));
    }

    @Test
    void diedUnheededOnOneNode() throws Exception {
        diedUnheeded(1);
    }

    @Test
    void diedUnheededOnThreeNodes() throws Exception {
        diedUnheeded(3);
    }

    // --- limit: the destruct of a C member after a death
    // ---------------------------------------------------------------

    private void destructedInC(int nodes) throws Exception {
        Rank java = Rank.java(
                "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                "members g 3 -> 0,2,3",
                "fence g -> SUCCESS",
                "timeout 3",
                "destruct g -> ERR_TIMEOUT");
        run(
                nodes,
                java,
                Rank.java("construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "sleep 300", "die"),
                java,
                Rank.c(
                        "listen",
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "await died -> 1",
                        "forget g 1 -> 1",
                        "fence g -> SUCCESS",
                        "timeout 3",
                        "destruct g -> ERR_TIMEOUT or ERR_LOST_CONNECTION"));
    }

    @Test
    void destructedInCOnOneNode() throws Exception {
        destructedInC(1);
    }

    @Test
    void destructedInCOnThreeNodes() throws Exception {
        destructedInC(3);
    }

    // --- one dies in a fence -----------------------------------------------------------------------------------------

    // Java members are told at once. libpmix tells a C member where it knows, which is not where the dead was alone on
    // its node, and on a busy machine has not always been elsewhere.
    private void diedInAFence(int nodes, boolean javaVictim, String toldC) throws Exception {
        String[] victim = {"construct g 0,1,2,3 -> SUCCESS 0,1,2,3", "sleep 1000", "die"};
        String[] c = {
            "listen",
            "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
            "timeout 4",
            "fence g -> " + toldC,
            "forget g 1 -> 1",
            "timeout 20",
            "fence g -> SUCCESS"
        };
        run(
                nodes,
                Rank.c(c),
                javaVictim ? Rank.java(victim) : Rank.c(victim),
                Rank.java(
                        "construct g 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "fence g -> ERR_LOST_CONNECTION",
                        "members g 3 -> 0,2,3",
                        "fence g -> SUCCESS"),
                Rank.c(c));
    }

    @Test
    void aJavaMemberDiesInAFenceOnOneNode() throws Exception {
        diedInAFence(1, true, "ERR_LOST_CONNECTION or ERR_TIMEOUT");
    }

    @Test
    void aJavaMemberDiesInAFenceOnThreeNodes() throws Exception {
        diedInAFence(3, true, "ERR_TIMEOUT");
    }

    @Test
    void aCMemberDiesInAFenceOnOneNode() throws Exception {
        diedInAFence(1, false, "ERR_LOST_CONNECTION or ERR_TIMEOUT");
    }

    @Test
    void aCMemberDiesInAFenceOnThreeNodes() throws Exception {
        diedInAFence(3, false, "ERR_TIMEOUT");
    }

    // --- one dies before it takes part in a construct
    // ------------------------------------------------------------------

    private void diedInAConstruct(int nodes, String toldC) throws Exception {
        String[] c = {
            "construct f 0,1,2,3 -> SUCCESS 0,1,2,3",
            "destruct f -> SUCCESS",
            "timeout 4",
            "construct g 0,1,2,3 -> " + toldC,
            "timeout 20",
            "construct h 0,2,3 -> SUCCESS 0,2,3",
            "destruct h -> SUCCESS"
        };
        run(
                nodes,
                Rank.c(c),
                Rank.c("construct f 0,1,2,3 -> SUCCESS 0,1,2,3", "destruct f -> SUCCESS", "sleep 1000", "die"),
                Rank.java(
                        "construct f 0,1,2,3 -> SUCCESS 0,1,2,3",
                        "destruct f -> SUCCESS",
                        "construct g 0,1,2,3 -> ERR_LOST_CONNECTION",
                        "construct h 0,2,3 -> SUCCESS 0,2,3",
                        "destruct h -> SUCCESS"),
                Rank.c(c));
    }

    @Test
    void aCMemberDiesInAConstructOnOneNode() throws Exception {
        // If it knows: the Java member does not take part once it does.
        diedInAConstruct(1, "GROUP_CONSTRUCT_ABORT or ERR_TIMEOUT");
    }

    @Test
    void aCMemberDiesInAConstructOnThreeNodes() throws Exception {
        diedInAConstruct(3, "ERR_TIMEOUT");
    }

    // --- invitations among C members ---------------------------------------------------------------------------------

    private void invitedInC(int nodes) throws Exception {
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

    @Test
    void invitedInCOnOneNode() throws Exception {
        invitedInC(1);
    }

    @Test
    void invitedInCOnThreeNodes() throws Exception {
        invitedInC(3);
    }

    // --- invitations between C and Java ------------------------------------------------------------------------------

    private void invitedByJava(int nodes) throws Exception {
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
                        // All are to see it as a member first.
                        "sleep 700",
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
                        "await left -> 1",
                        "fence h -> SUCCESS",
                        "destruct h -> SUCCESS"));
    }

    @Test
    void invitedByJavaOnOneNode() throws Exception {
        invitedByJava(1);
    }

    @Test
    void invitedByJavaOnThreeNodes() throws Exception {
        invitedByJava(3);
    }

    private void invitedByC(int nodes) throws Exception {
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

    @Test
    void invitedByCOnOneNode() throws Exception {
        invitedByC(1);
    }

    @Test
    void invitedByCOnThreeNodes() throws Exception {
        invitedByC(3);
    }

    private void declined(int nodes) throws Exception {
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

    @Test
    void declinedOnOneNode() throws Exception {
        declined(1);
    }

    @Test
    void declinedOnThreeNodes() throws Exception {
        declined(3);
    }
}
