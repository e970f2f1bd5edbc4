# SPDX-License-Identifier: Apache-2.0
"""group-rank.py POINTS COMMAND...   a rank in Python that does what its arguments say, as group-rank.c does in C: its
commands put, construct, fence, get, leave, destruct, await, reached and die, with the same lines."""

import os
import signal
import sys
import threading
import time

import pmix

KEY = "mixed.number"
SECONDS = 60
TIMEOUT = [{"key": pmix.PMIX_TIMEOUT, "value": SECONDS, "val_type": pmix.PMIX_INT}]
COLLECT = TIMEOUT + [{"key": pmix.PMIX_COLLECT_DATA, "value": True, "val_type": pmix.PMIX_BOOL}]

client = pmix.PMIxClient()
left = []
changed = threading.Condition()


def told(handler, status, source, infos, results):
    """Who has left a group; libpmix of this process takes it out of the group because there is a handler."""
    for info in infos:
        if info["key"] == pmix.PMIX_EVENT_AFFECTED_PROC:
            with changed:
                left.append(info["value"]["rank"])
                changed.notify_all()
    return pmix.PMIX_EVENT_ACTION_COMPLETE, []


def name(status):
    if status in (pmix.PMIX_SUCCESS, pmix.PMIX_OPERATION_SUCCEEDED):
        return "SUCCESS"
    text = client.error_string(status)
    return text[5:] if text.startswith("PMIX_") else text


def get(group, rank):
    status, value = client.get({"nspace": group, "rank": int(rank)}, KEY, TIMEOUT)
    return str(value["value"]) if status == pmix.PMIX_SUCCESS else name(status)


def put(number):
    status = client.put(pmix.PMIX_GLOBAL, KEY, {"value": int(number), "val_type": pmix.PMIX_INT32})
    return name(status if status != pmix.PMIX_SUCCESS else client.commit())


def construct(me, group, ranks):
    procs = [{"nspace": me["nspace"], "rank": int(rank)} for rank in ranks.split(",")]
    status, results = client.group_construct(group, procs, TIMEOUT)
    if status != pmix.PMIX_SUCCESS:
        return name(status)
    for result in results:
        if result["key"] == pmix.PMIX_GROUP_MEMBERSHIP:
            return "SUCCESS " + ",".join(str(proc["rank"]) for proc in result["value"]["array"])
    return "SUCCESS"


def await_left():
    end = time.monotonic() + SECONDS
    with changed:
        while not left and time.monotonic() < end:
            changed.wait(1)
        return str(left.pop(0)) if left else "nothing"


def point_file(point, rank):
    return os.path.join(sys.argv[1], "point-%s-%s" % (point, rank))


def await_point(point, ranks):
    end = time.monotonic() + SECONDS
    missing = ranks.split(",")
    while missing and time.monotonic() < end:
        missing = [rank for rank in missing if not os.path.exists(point_file(point, rank))]
        time.sleep(0.005)
    return "not reached by %s" % missing if missing else ""


def obey(me, words):
    command, rest = words[0], words[1:]
    if command == "put":
        return put(*rest)
    if command == "construct":
        return construct(me, *rest)
    if command == "fence":
        group = me["nspace"] if rest[0] == "job" else rest[0]
        return name(client.fence([{"nspace": group, "rank": pmix.PMIX_RANK_WILDCARD}], COLLECT))
    if command == "get":
        return get(*rest)
    if command == "leave":
        return name(client.group_leave(rest[0], []))
    if command == "destruct":
        return name(client.group_destruct(rest[0], TIMEOUT))
    if command == "reached":
        with open(point_file(rest[0], me["rank"]), "w"):
            return ""
    if command == "await":
        return await_point(*rest) if len(rest) > 1 else await_left()
    if command == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return "no such command"


def main():
    status, me = client.init([])
    if status != pmix.PMIX_SUCCESS:
        sys.exit("group-rank.py: init: %s" % status)
    status, _ = client.register_event_handler([pmix.PMIX_GROUP_LEFT], [], told)
    if status != pmix.PMIX_SUCCESS:
        sys.exit("group-rank.py: handler: %s" % status)
    for command in sys.argv[2:]:
        outcome = obey(me, command.split())
        if outcome:
            print("%d: %s -> %s" % (me["rank"], command, outcome), flush=True)
    client.finalize([])


main()
