// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.it.group.MixedJob.Rank;

/**
 * Repeats the examples of OpenPMIx in C about groups and published values, by ranks in C and in Java that alternate, in
 * either order. Other examples: {@link GroupsWithCIT} (members that leave or die, invitations), {@code EventCRankIT},
 * {@code ConnectWithCIT}.
 */
class ExamplesWithCIT {
    @TempDir
    Path work;

    /** Runs four ranks with their steps: 0 and 2 in one language, 1 and 3 in the other. */
    private void run(int nodes, boolean javaFirst, List<List<String>> steps) throws Exception {
        Rank[] ranks = new Rank[steps.size()];
        for (int rank = 0; rank < ranks.length; rank++) {
            String[] own = steps.get(rank).toArray(new String[0]);
            ranks[rank] = (rank % 2 == 0) == javaFirst ? Rank.java(own) : Rank.c(own);
        }
        MixedJob.run(work, nodes, ranks);
    }

    private static List<String> steps(List<String> all, String... own) {
        List<String> steps = new ArrayList<>(List.of(own));
        steps.addAll(all);
        return steps;
    }

    /** As in group.c and group_lcl_cid.c: a context id, and local ones of the members. PRRTE counts down. */
    @ParameterizedTest
    @CsvSource({"1, true", "3, false"})
    void contextIds(int nodes, boolean javaFirst) throws Exception {
        List<List<String>> steps = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            steps.add(List.of(
                    "construct g 0,1,2,3 cid local=" + (1234 + rank) + " -> SUCCESS 0,1,2,3",
                    "context g -> 4294967295",
                    "local g 0 -> 1234",
                    "local g 1 -> 1235",
                    "local g 2 -> 1236",
                    "local g 3 -> 1237",
                    "destruct g -> SUCCESS",
                    "construct h 3,1,0,2 cid -> SUCCESS 3,1,0,2",
                    "context h -> 4294967294",
                    "fence h -> SUCCESS",
                    "destruct h -> SUCCESS"));
        }
        run(nodes, javaFirst, steps);
    }

    /** As in group_dmodex.c: what a member has put is read from its server, without a fence. */
    @ParameterizedTest
    @CsvSource({"1, false", "3, true"})
    void valuesWithoutAFence(int nodes, boolean javaFirst) throws Exception {
        List<List<String>> steps = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            steps.add(List.of(
                    "construct g 2,0,3,1 -> SUCCESS 2,0,3,1",
                    "put " + 11 * rank + " -> SUCCESS",
                    "get g 0 -> 22",
                    "get g 1 -> 0",
                    "get g 2 -> 33",
                    "get g 3 -> 11",
                    "destruct g -> SUCCESS"));
        }
        run(nodes, javaFirst, steps);
    }

    /** As in group_bootstrap.c: each of two leaders, one in C, adds a member in the other language. */
    @ParameterizedTest
    @CsvSource({"1, true", "3, false"})
    void bootstrap(int nodes, boolean javaFirst) throws Exception {
        List<String> use = List.of(
                "context g -> 4294967295", "fence g -> SUCCESS", "destruct g -> SUCCESS", "fence job -> SUCCESS");
        run(
                nodes,
                javaFirst,
                Stream.of(
                                "construct g 0 bootstrap=2 cid add=3 -> SUCCESS 0,1,2,3",
                                "construct g 1 bootstrap=2 cid add=2 -> SUCCESS 0,1,2,3",
                                "added g -> SUCCESS 0,1,2,3",
                                "added g -> SUCCESS 0,1,2,3")
                        .map(first -> steps(use, "fence job -> SUCCESS", first))
                        .toList());
    }

    /** As in pub.c and pubi.c: two keys at once, which others look up, and wait for, until they are taken back. */
    @ParameterizedTest
    @CsvSource({"1, false", "3, true"})
    void published(int nodes, boolean javaFirst) throws Exception {
        List<String> found = List.of(
                "fence job -> SUCCESS",
                "lookup it.0 -> 123456 123456 0",
                "lookup it.1 -> 654321 654321 1",
                "lookup it.late wait -> 7 7 3",
                "fence job -> SUCCESS");
        List<String> missing = List.of(
                "fence job -> SUCCESS",
                "lookup it.0 -> ERR_NOT_FOUND",
                "lookup it.1 -> ERR_NOT_FOUND",
                "lookup it.late -> 7 7 3",
                "fence job -> SUCCESS");
        List<List<String>> steps = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            List<String> own = new ArrayList<>();
            if (rank < 2) {
                own.add("publish it." + rank + (rank == 0 ? " 123456" : " 654321") + " -> SUCCESS");
                // Once only.
                own.add("publish it." + rank + " 5 -> ERR_DUPLICATE_KEY");
            }
            if (rank == 3) {
                own.add("fence job -> SUCCESS");
                own.add("publish it.late 7 -> SUCCESS");
                own.addAll(found.subList(1, found.size()));
            } else {
                own.addAll(found);
            }
            if (rank < 2) {
                own.add("unpublish it." + rank + " -> SUCCESS");
            }
            own.addAll(missing);
            steps.add(own);
        }
        run(nodes, javaFirst, steps);
    }
}
