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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
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
    private static final String BOOTSTRAP = "bootstrap";
    private static final String LOCAL = "local";

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
                yield "SUCCESS " + (value(words, BOOTSTRAP).isPresent() ? sortedRanks(group) : ranks(group));
            }
            case "added" -> {
                // A leader that adds it may be in C.
                GroupRequest.Builder request =
                        GroupRequest.added(words[1]).unannounced().timeout(timeout);
                Group group = pmix.groups().construct(request.build());
                groups.put(words[1], group);
                yield "SUCCESS " + sortedRanks(group);
            }
            case "context" -> Long.toString(groups.get(words[1]).contextId().orElseThrow());
            case LOCAL -> {
                ProcId proc = pmix.job().member(Integer.parseInt(words[2]));
                yield Long.toString(
                        groups.get(words[1]).info(proc, Keys.GROUP_LOCAL_CID).orElseThrow());
            }
            case "publish" -> {
                pmix.directory()
                        .publish(PublishRequest.builder()
                                .value(published(words[1]), Long.valueOf(words[2]))
                                .value(digits(words[1]), words[2])
                                .build());
                yield "SUCCESS";
            }
            case "lookup" -> {
                LookupRequest request =
                        LookupRequest.of(published(words[1]), digits(words[1])).withTimeout(timeout);
                Lookup found = pmix.directory().lookup(words.length > 2 ? request.waitForAll() : request);
                yield found.get(published(words[1])) + " " + found.get(digits(words[1])) + " "
                        + found.publisher(digits(words[1])).rank();
            }
            case "unpublish" -> {
                pmix.directory().unpublish(published(words[1]), digits(words[1]));
                yield "SUCCESS";
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
                    pmix.fence(FenceRequest.ofJob().withTimeout(timeout));
                } else {
                    groups.get(words[1]).with(CollectiveOptions.within(timeout)).fence();
                }
                yield "SUCCESS";
            }
            case "get" ->
                pmix.get(groups.get(words[1]).members().get(Integer.parseInt(words[2])), NUMBER)
                        .toString();
            case "leave" -> {
                groups.get(words[1]).close();
                yield "SUCCESS";
            }
            case "destruct" -> {
                groups.get(words[1]).with(CollectiveOptions.within(timeout)).destruct();
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

    private static Key<Long> published(String key) {
        return Key.of(key, ValueType.SIZE);
    }

    private static Key<String> digits(String key) {
        return Key.of(key + ".text", ValueType.STRING);
    }

    /** Returns the value of a flag, {@code NAME=VALUE}. */
    private static Optional<String> value(String[] words, String name) {
        return Stream.of(words)
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst();
    }

    private List<ProcId> procs(String ranks) {
        List<ProcId> procs = new ArrayList<>();
        for (String rank : ranks.split(",")) {
            procs.add(pmix.job().member(Integer.parseInt(rank)));
        }
        return procs;
    }

    private GroupRequest request(String[] words) {
        GroupRequest.Builder request = GroupRequest.named(words[1]).timeout(timeout);
        value(words, BOOTSTRAP)
                .ifPresentOrElse(
                        leaders -> request.bootstrap(Integer.parseInt(leaders)),
                        () -> request.members(procs(words[2])));
        value(words, "add").ifPresent(added -> request.addMembers(procs(added)));
        value(words, LOCAL).ifPresent(local -> request.localContextId(Long.parseLong(local)));
        List<String> flags = List.of(words).subList(3, words.length);
        if (flags.contains("notify")) {
            request.notifyTermination();
        }
        if (flags.contains("tolerant")) {
            request.faultTolerant();
        }
        if (flags.contains("cid")) {
            request.assignContextId();
        }
        return request.build();
    }

    private InviteRequest invitation(String[] words) {
        InviteRequest.Builder request =
                InviteRequest.named(words[1]).members(procs(words[2])).timeout(timeout);
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
        return ranks(group.members().stream());
    }

    private static String sortedRanks(Group group) {
        return ranks(group.members().stream().sorted());
    }

    private static String ranks(Stream<ProcId> members) {
        return members.map(member -> Integer.toString(member.rank())).collect(Collectors.joining(","));
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
