// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.Points;

/**
 * Runs the commands of its arguments, like {@code native/tests/group-rank.c}, and prints the same lines. It lacks {@code
 * meet}, {@code forget}, {@code count} and {@code finalize}, and knows the events left, died and failed; {@code members
 * GROUP COUNT} waits until the group has that many members. The first argument is the directory of the points. If a
 * command fails, its outcome is the name of the status, or for a programming error the name of the class.
 */
public final class GroupRank {
    private static final Key<Integer> NUMBER = Key.of("mixed.number", ValueType.INT32);
    private static final Map<String, PmixStatus> EVENTS = Map.of(
            "left", Statuses.GROUP_LEFT,
            "died", Statuses.ERR_PROC_ABORTED_BY_SIG,
            "failed", Statuses.GROUP_MEMBER_FAILED);

    private static final String ANNOUNCING = "announcing";

    private final Pmix pmix;
    private final Map<String, Group> groups = new HashMap<>();
    private final Map<String, Seen> seen = new HashMap<>();
    private final BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
    private final Points points;
    private Duration timeout = LIMIT;

    private GroupRank(Pmix pmix, Points points) {
        this.pmix = pmix;
        this.points = points;
    }

    public static void main(String[] args) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            GroupRank rank = new GroupRank(pmix, new Points(Path.of(args[0])));
            for (String command : List.of(args).subList(1, args.length)) {
                String outcome;
                try {
                    outcome = rank.obey(command.split(" "));
                } catch (PmixException e) {
                    outcome = e.status().name().replaceFirst("^PMIX_", "");
                } catch (IllegalStateException e) {
                    outcome = e.getClass().getSimpleName();
                }
                if (!outcome.isEmpty()) {
                    System.out.println(pmix.self().rank() + ": " + command + " -> " + outcome);
                }
            }
        }
    }

    private String obey(String[] words) throws Exception {
        int announcing = List.of(words).indexOf(ANNOUNCING);
        if (announcing >= 0) {
            String point = words[announcing + 1];
            UnderWay.announceCall(
                    pmix, words[0], () -> points.reached(point, pmix.self().rank()));
        }
        return switch (words[0]) {
            case "listen" -> {
                EVENTS.forEach(
                        (name, code) -> seen.put(name, new Seen(pmix.events().on(code))));
                yield "";
            }
            case "timeout" -> {
                timeout = Duration.ofSeconds(Integer.parseInt(words[1]));
                yield "";
            }
            case "put" -> {
                pmix.put(Scope.GLOBAL, NUMBER, Integer.valueOf(words[1]));
                pmix.commit();
                yield "SUCCESS";
            }
            case "construct" -> {
                Group group = pmix.groups().construct(request(words));
                groups.put(words[1], group);
                yield "SUCCESS " + ranks(group);
            }
            case "invite" -> {
                Group group = pmix.groups().invite(invitation(words));
                groups.put(words[1], group);
                yield "SUCCESS " + ranks(group);
            }
            case "answer" -> {
                InvitationHandler.Reply reply = InvitationHandler.Reply.valueOf(words[1].toUpperCase(Locale.ROOT));
                pmix.groups().onInvitation(invitation -> {
                    invitations.add(invitation);
                    return reply;
                });
                yield "";
            }
            case "joined" -> joined(invitations.poll(LIMIT.toSeconds(), TimeUnit.SECONDS));
            case "fence" -> {
                if (words[1].equals("job")) {
                    pmix.fence(FenceRequest.builder().timeout(timeout).build());
                } else {
                    groups.get(words[1]).fence(CollectiveOptions.within(timeout));
                }
                yield "SUCCESS";
            }
            case "get" ->
                pmix.get(groups.get(words[1]).member(Integer.parseInt(words[2])), NUMBER)
                        .toString();
            case "leave" -> {
                groups.get(words[1]).close();
                yield "SUCCESS";
            }
            case "destruct" -> {
                groups.get(words[1]).destruct(CollectiveOptions.within(timeout));
                yield "SUCCESS";
            }
            case "reached" -> {
                points.reached(words[1], pmix.self().rank());
                yield "";
            }
            case "await" ->
                words.length > 2
                        ? point(words)
                        : affected(seen.get(words[1]).events.poll(LIMIT.toSeconds(), TimeUnit.SECONDS));
            case "members" -> {
                Group group = groups.get(words[1]);
                Await.until("the group has " + words[2] + " members", () -> group.size() == Integer.parseInt(words[2]));
                yield ranks(group);
            }
            case "die" -> {
                ProcessHandle self = ProcessHandle.current();
                new ProcessBuilder("sh", "-c", "kill -s KILL " + self.pid()).start();
                Thread.sleep(60_000);
                yield "has survived";
            }
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private String point(String[] words) throws InterruptedException {
        List<Integer> ranks =
                Stream.of(words[2].split(",")).map(Integer::valueOf).toList();
        points.await(words[1], ranks, LIMIT);
        return "";
    }

    private GroupRequest request(String[] words) {
        List<ProcId> members = new ArrayList<>();
        for (String rank : words[2].split(",")) {
            members.add(pmix.job().member(Integer.parseInt(rank)));
        }
        GroupRequest.Builder request =
                GroupRequest.named(words[1]).members(members).timeout(timeout);
        List<String> flags = List.of(words).subList(3, words.length);
        if (flags.contains("notify")) {
            request.notifyTermination();
        }
        if (flags.contains("tolerant")) {
            request.faultTolerant();
        }
        return request.build();
    }

    private InviteRequest invitation(String[] words) {
        InviteRequest.Builder request = InviteRequest.named(words[1]).timeout(timeout);
        for (String rank : words[2].split(",")) {
            request.members(pmix.job().member(Integer.parseInt(rank)));
        }
        if (List.of(words).contains("optional")) {
            request.policy(LeaderPolicy.goOn());
        }
        return request.build();
    }

    private String joined(Invitation invitation) throws Exception {
        if (invitation == null) {
            return "nothing";
        }
        try {
            Group group = invitation.outcome().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            groups.put(group.id(), group);
            return "SUCCESS " + ranks(group);
        } catch (ExecutionException e) {
            throw (PmixException) e.getCause();
        }
    }

    private static String ranks(Group group) {
        List<String> ranks = new ArrayList<>();
        for (ProcId member : group.members()) {
            ranks.add(Integer.toString(member.rank()));
        }
        return String.join(",", ranks);
    }

    private static String affected(Event event) {
        if (event == null) {
            return "nothing";
        }
        if (event.detail() instanceof GroupChanged change) {
            return Integer.toString(change.proc().orElseThrow().rank());
        }
        return Integer.toString(event.affected().getFirst().rank());
    }
}
