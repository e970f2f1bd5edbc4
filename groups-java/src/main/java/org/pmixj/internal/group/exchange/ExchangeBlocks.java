// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.directory.PublishCall;

/**
 * Reads the values of a large group in two steps: the first member of each block reads the values of its block and
 * publishes them as one, and each member reads the blocks. If all n members looked up n values, the host would compare
 * each key with each value, and for each value that is published copy the keys that n lookups still miss. With PRRTE
 * 5.0.0rc1 such an exchange took four times as long for twice as many members, and 7 s for 128.
 *
 * <p>Only a group of which no member has departed reads blocks: whoever learns of a departure reads the values
 * themselves, also those that nobody has read for it.
 */
final class ExchangeBlocks<T> {
    /** Groups with as many members exchange their values in blocks. {@code -Dpmixj.exchange.blocks} is for tests. */
    private static final int FROM = Integer.getInteger("pmixj.exchange.blocks", 64);

    /** The most bytes of all blocks together: the host keeps them beside the values. */
    private static final long MOST = 2L << 20;

    /** Stands for a block whose values are to be read themselves. */
    private static final PmixValue NONE = new PmixValue.Bool(false);

    private final ExchangeProcedure<T> exchange;
    private final Members all;
    private final int size;

    private ExchangeBlocks(ExchangeProcedure<T> exchange, Members all) {
        this.exchange = exchange;
        this.all = all;
        this.size = (int) Math.ceil(Math.sqrt(all.size()));
    }

    /**
     * Adds the values of all members, unless there are few members. Leaves out those that are to be read themselves.
     */
    static <T> void read(ExchangeProcedure<T> exchange, Members all, ProcId self, Map<ProcId, T> found) {
        if (all.size() >= FROM) {
            new ExchangeBlocks<>(exchange, all).read(all.indexOf(self), found);
        }
    }

    private void read(int rank, Map<ProcId, T> found) {
        if (rank % size == 0) {
            publish(rank, found);
        }
        List<Key<?>> keys = new ArrayList<>();
        for (int first = 0; first < all.size(); first += size) {
            if (first != rank) {
                keys.add(key(first));
            }
        }
        if (!keys.isEmpty()) {
            Lookup answer = exchange.await(keys);
            for (int first = 0; first < all.size(); first += size) {
                Optional<PmixValue> block = answer.find(key(first));
                if (block.isPresent()) {
                    ExchangeChecks.check(exchange.what, answer, key(first), all.get(first));
                    add(first, block.get(), found);
                }
            }
        }
    }

    private Members block(int first) {
        return all.includeRange(first, Math.min(first + size, all.size()) - 1, 1);
    }

    private Key<PmixValue> key(int first) {
        return Key.of(exchange.key(all.get(first)).name() + WireKeys.EXCHANGE_BLOCK, ValueType.ANY);
    }

    /** Publishes the values of the block of this process, which is its first member. */
    private void publish(int first, Map<ProcId, T> found) {
        Members block = block(first);
        PmixValue joined;
        try {
            exchange.readAll(block, found);
            joined = join(block, found);
        } catch (RuntimeException | Error e) {
            publishNone(first, e);
            throw e;
        }
        PublishCall sent = exchange.publish(key(first), joined);
        if (!joined.equals(NONE)) {
            exchange.joinSent(sent);
        }
    }

    /** Keeps the others from waiting for a block, because of a failure here. */
    private void publishNone(int first, Throwable failure) {
        try {
            var _ = exchange.publish(key(first), NONE);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private PmixValue join(Members block, Map<ProcId, T> found) {
        List<PmixValue> values = new ArrayList<>();
        for (ProcId member : block) {
            T value = found.get(member);
            if (value == null) {
                return NONE;
            }
            values.add(InfoAccess.info("", exchange.type.wrap(value)));
        }
        PmixValue joined = new PmixValue.Array(DataType.INFO, values);
        return MessageSize.of("", joined) * ((all.size() - 1) / size + 1) > MOST ? NONE : joined;
    }

    private void add(int first, PmixValue block, Map<ProcId, T> found) {
        Members members = block(first);
        if (block instanceof PmixValue.Array array && array.elements().size() == members.size()) {
            for (int i = 0; i < members.size(); i++) {
                T value = array.elements().get(i) instanceof Info info ? find(members.get(i), info) : null;
                if (value != null) {
                    found.putIfAbsent(members.get(i), value);
                }
            }
        }
    }

    /** Returns the value of a member; null for one of another type, which is reported when it is read itself. */
    private @Nullable T find(ProcId member, Info info) {
        try {
            return ExchangeChecks.typed(exchange.key(member), info.value());
        } catch (PmixException e) {
            return null;
        }
    }
}
