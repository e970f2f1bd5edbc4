# SPDX-License-Identifier: Apache-2.0
"""loops.py OUTPUT WARMUP ITERATIONS MANY FEW RARE

The twin of org.pmixj.bench.Loops and of loops.c, on OpenPMIx's own Python binding: the same phases in the same order,
which is in Loops. Writes OUTPUT/RANK.PHASE, the nanoseconds of every iteration, the warm-up's first, as 64-bit numbers.
"""

import array
import os
import sys
import threading
import time

import pmix

PUT_KEYS = ["bench.put.%d" % i for i in range(8)]
EXCHANGED = 1024
EVENT = pmix.PMIX_EXTERNAL_ERR_BASE - 7001


def info(key, value, kind):
    return {"key": key, "value": value, "val_type": kind}


# What the Java layer passes.
OPTIONAL = [info(pmix.PMIX_OPTIONAL, True, pmix.PMIX_BOOL)]
TIMEOUT = [info(pmix.PMIX_TIMEOUT, 60, pmix.PMIX_INT)]
COLLECT = TIMEOUT + [info(pmix.PMIX_COLLECT_DATA, True, pmix.PMIX_BOOL)]
SESSION = [info(pmix.PMIX_RANGE, pmix.PMIX_RANGE_SESSION, pmix.PMIX_DATA_RANGE)] + TIMEOUT
PUBLISHED = [info(pmix.PMIX_PERSISTENCE, pmix.PMIX_PERSIST_APP, pmix.PMIX_PERSIST)] + SESSION
NOTIFIED = [info(pmix.PMIX_EVENT_NON_DEFAULT, True, pmix.PMIX_BOOL),
            info(pmix.PMIX_EVENT_DO_NOT_CACHE, True, pmix.PMIX_BOOL)]


def check(what, status):
    """A rank that gives up takes the job with it: prterun ends a job one of whose processes fails."""
    if status not in (pmix.PMIX_SUCCESS, pmix.PMIX_OPERATION_SUCCEEDED):
        sys.stderr.write("bench: %s: %s\n" % (what, status))
        sys.stderr.flush()
        os._exit(1)


class Loops:
    def __init__(self):
        self.client = pmix.PMIxClient()
        status, self.self = self.client.init([])
        check("init", status)
        self.nspace = self.self["nspace"]
        self.rank = self.self["rank"]
        self.size = self.job("job size", pmix.PMIX_JOB_SIZE)
        self.procs = [self.proc(rank) for rank in range(self.size)]
        # The next rank on this node and on another one, or none.
        local = set(int(rank) for rank in self.job("local peers", pmix.PMIX_LOCAL_PEERS).split(","))
        others = [(self.rank + i) % self.size for i in range(1, self.size)]
        self.near = next((self.procs[rank] for rank in others if rank in local), None)
        self.far = next((self.procs[rank] for rank in others if rank not in local), None)
        # Pairs for events: on a node the first with the second, and so on; between nodes an even rank with the next.
        index = sorted(local).index(self.rank) ^ 1
        self.near_pair = self.procs[sorted(local)[index]] if index < len(local) else None
        other = self.rank ^ 1
        self.far_pair = self.procs[other] if other < self.size and other not in local else None
        self.told = -1
        self.changed = threading.Condition()

    def proc(self, rank):
        return {"nspace": self.nspace, "rank": rank}

    def job(self, what, key):
        status, value = self.client.get(self.proc(pmix.PMIX_RANK_WILDCARD), key, OPTIONAL)
        check(what, status)
        return value["value"]

    def barrier(self):
        check("fence", self.client.fence(None, TIMEOUT))

    def group(self, iteration):
        name = "bench-%d" % iteration
        status, _ = self.client.group_construct(name, self.procs, TIMEOUT)
        check("construct", status)
        check("destruct", self.client.group_destruct(name, TIMEOUT))

    def fence(self, iteration):
        self.barrier()

    def nothing(self, iteration):
        pass

    # --- get and put ---------------------------------------------------------------------------------------------

    def get(self, proc, key, wanted):
        """As Pmix.get does it: what this process knows, and only otherwise what others know."""
        status, value = self.client.get(proc, key, OPTIONAL)
        if status != pmix.PMIX_SUCCESS:
            status, value = self.client.get(proc, key, TIMEOUT)
            check("get", status)
        if value["value"] != wanted or value["val_type"] != pmix.PMIX_INT64:
            check("value", pmix.PMIX_ERR_BAD_PARAM)

    def get_own(self, iteration):
        self.get(self.self, "bench.get", self.rank)

    def get_near(self, iteration):
        self.get(self.near, "bench.get", self.near["rank"])

    def get_far(self, iteration):
        self.get(self.far, "bench.get", self.far["rank"])

    def put_number(self, key, number):
        check("put", self.client.put(pmix.PMIX_GLOBAL, key, {"value": number, "val_type": pmix.PMIX_INT64}))

    def put(self, iteration):
        self.put_number(PUT_KEYS[iteration % len(PUT_KEYS)], iteration)

    def offer(self, key, iteration):
        """A key that nobody has asked for, which the server of its node has."""
        self.barrier()
        self.put_number(key, iteration)
        check("commit", self.client.commit())
        self.barrier()

    def offer_near(self, iteration):
        self.offer("bench.near.%d" % iteration, iteration)

    def offer_far(self, iteration):
        self.offer("bench.far.%d" % iteration, iteration)

    def ask_near(self, iteration):
        self.get(self.near, "bench.near.%d" % iteration, iteration)

    def ask_far(self, iteration):
        self.get(self.far, "bench.far.%d" % iteration, iteration)

    def exchange(self, iteration):
        value = {"bytes": bytes([iteration % 256]) * EXCHANGED, "size": EXCHANGED}
        check("put", self.client.put(pmix.PMIX_GLOBAL, "bench.exchange",
                                     {"value": value, "val_type": pmix.PMIX_BYTE_OBJECT}))
        check("commit", self.client.commit())
        check("fence", self.client.fence(None, COLLECT))

    # --- publish and lookup --------------------------------------------------------------------------------------

    def publish(self, key, number):
        check("publish", self.client.publish([info(key, number, pmix.PMIX_INT64)] + PUBLISHED))

    def publish_unpublish(self, iteration):
        key = "bench.publish.%d" % self.rank
        self.publish(key, iteration)
        check("unpublish", self.client.unpublish([key], SESSION))

    def lookup(self, iteration):
        peer = (self.rank + 1) % self.size
        status, found = self.client.lookup([{"key": "bench.lookup.%d" % peer}], SESSION)
        check("lookup", status)
        if found[0]["value"] != peer or found[0]["val_type"] != pmix.PMIX_INT64:
            check("value", pmix.PMIX_ERR_BAD_PARAM)

    # --- events --------------------------------------------------------------------------------------------------

    def handle(self, handler, code, source, infos, results):
        with self.changed:
            for each in infos:
                if each["key"] == "bench.number" and each["val_type"] == pmix.PMIX_INT64:
                    self.told = each["value"]
            self.changed.notify()
        return pmix.PMIX_EVENT_NO_ACTION_TAKEN, []

    def register_handler(self):
        status, _ = self.client.register_event_handler([EVENT], None, self.handle)
        check("registration", status)

    def notify(self, number, target):
        """To one process, or to this one if it is None."""
        infos = NOTIFIED + [info("bench.number", number, pmix.PMIX_INT64)]
        if target is not None:
            targets = {"type": pmix.PMIX_PROC, "array": [target]}
            infos.append(info(pmix.PMIX_EVENT_CUSTOM_RANGE, targets, pmix.PMIX_DATA_ARRAY))
        scope = pmix.PMIX_RANGE_PROC_LOCAL if target is None else pmix.PMIX_RANGE_CUSTOM
        check("notify", self.client.notify_event(EVENT, self.self, scope, infos))

    def wait(self, number):
        with self.changed:
            self.changed.wait_for(lambda: self.told == number)

    def event_self(self, iteration):
        self.notify(iteration, None)
        self.wait(iteration)

    def pair(self, peer):
        """To another and back: one of a pair asks, the other one, which measures nothing, answers."""
        def ask(iteration):
            self.notify(iteration, peer)
            self.wait(iteration)

        def answer(iteration):
            self.wait(iteration)
            self.notify(iteration, peer)

        if peer is None:
            return None, None
        return (None, ask) if self.rank < peer["rank"] else (answer, None)

    # --- the program ---------------------------------------------------------------------------------------------

    def provide(self):
        """What the gets and lookups read, known to all."""
        self.put_number("bench.get", self.rank)
        check("commit", self.client.commit())
        self.publish("bench.lookup.%d" % self.rank, self.rank)
        check("fence", self.client.fence(None, COLLECT))

    def measure(self, prepare, run, count):
        """Where this rank has no peer to get from there is nothing to run, and none is the result."""
        samples = array.array("q", bytes(8 * (count + 1)))
        # The binding's commit keeps the interpreter to itself: libpmix's thread must have come back from the handler.
        self.barrier()
        # Nobody has anything left to write while another one measures.
        check("commit", self.client.commit())
        self.barrier()
        clock = time.monotonic_ns
        cpu = 0
        for i in range(count):
            if i == count // 2:
                cpu = time.process_time_ns()
            if prepare is not None:
                prepare(i)
            if run is not None:
                begin = clock()
                run(i)
                samples[i] = clock() - begin
        samples[count] = time.process_time_ns() - cpu
        return samples if run is not None else None


def main(output, warmup, iterations, many, few, rare):
    count = warmup + iterations
    many *= count
    few = warmup // few + iterations // few
    rare = warmup // rare + iterations // rare
    loops = Loops()
    loops.provide()
    loops.register_handler()
    phases = [
        ("group", None, loops.group, count),
        ("fence", None, loops.fence, count),
        ("get-own", None, loops.get_own, many),
        ("get-near", None, loops.get_near if loops.near else None, many),
        ("get-far", None, loops.get_far if loops.far else None, many),
        ("put", None, loops.put, many),
        ("ask-near", loops.offer_near, loops.ask_near if loops.near else None, few),
        ("ask-far", loops.offer_far, loops.ask_far if loops.far else None, few),
        ("exchange", None, loops.exchange, few),
        ("publish", None, loops.publish_unpublish, count),
        ("lookup", None, loops.lookup, count),
        ("event-self", None, loops.event_self, count),
        ("event-near", *loops.pair(loops.near_pair), rare),
        ("event-far", *loops.pair(loops.far_pair), rare),
        ("clock", None, loops.nothing, many),
    ]
    measured = [(name, loops.measure(*rest)) for name, *rest in phases]
    loops.barrier()
    for name, samples in measured:
        if samples is not None:
            with open(os.path.join(output, "%d.%s" % (loops.rank, name)), "wb") as file:
                samples.tofile(file)
    check("finalize", loops.client.finalize([]))


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit("usage: loops.py OUTPUT WARMUP ITERATIONS MANY FEW RARE")
    main(sys.argv[1], *map(int, sys.argv[2:]))
