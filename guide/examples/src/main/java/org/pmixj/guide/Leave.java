// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.Members;

/** The last rank leaves a group, and the others are notified. */
public final class Leave {
    private Leave() {}

    /**
     * Runs one rank.
     *
     * @param args none
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        try (Pmix pmix = Pmix.init()) {
            Group group = pmix.groups().construct("myapp-leave", pmix.job().members());
            int all = group.size(); // it shrinks as soon as a member has left
            BlockingQueue<Integer> left = new LinkedBlockingQueue<>();
            // --8<-- [start:events]
            group.onChange(event -> {
                switch (event) {
                    case GroupEvent.MemberLeft departed ->
                        left.add(departed.proc().rank());
                    case GroupEvent.MemberFailed failed -> System.out.println(failed.proc() + " failed");
                    default -> {}
                }
            });
            // --8<-- [end:events]
            group.fence(); // all have registered
            if (group.rank() == all - 1) {
                // --8<-- [start:leave]
                group.leave(); // waits for nobody
                // --8<-- [end:leave]
            } else {
                int rank = left.poll(30, java.util.concurrent.TimeUnit.SECONDS);
                // --8<-- [start:await]
                Members rest = group.awaitSize(all - 1, Duration.ofSeconds(30));
                // --8<-- [end:await]
                System.out.println("rank " + group.rank() + ": rank " + rank + " left, " + rest.size() + " remain");
                group.fence();
                group.destruct();
            }
            pmix.events().awaitIdle(Duration.ofSeconds(30));
        }
    }
}
