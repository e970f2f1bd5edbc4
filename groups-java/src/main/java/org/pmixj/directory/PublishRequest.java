// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Range;
import org.pmixj.internal.base.Checks;

/** Describes what to publish ({@code PMIx_Publish}, PMIx Standard). Immutable. */
public final class PublishRequest {
    private final List<Info> values;
    private final Range range;
    private final Persistence persistence;
    private final List<Long> users;
    private final List<Long> groups;
    private final Attributes directives;

    private PublishRequest(Builder builder) {
        this.values = List.copyOf(builder.values);
        this.range = builder.range;
        this.persistence = builder.persistence;
        this.users = List.copyOf(builder.users);
        this.groups = List.copyOf(builder.groups);
        this.directives = builder.directives;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the values under their keys, an immutable list of one or more} */
    public List<Info> values() {
        return values;
    }

    /** {@return who may look them up; {@link Range#SESSION} unless set} */
    public Range range() {
        return range;
    }

    /** {@return how long they stay; {@link Persistence#APPLICATION} unless set} */
    public Persistence persistence() {
        return persistence;
    }

    /** {@return the ids of the users who may look them up, an immutable list; empty if that is not restricted} */
    public List<Long> users() {
        return users;
    }

    /** {@return the ids of the groups of users who may look them up, an immutable list; empty if not restricted} */
    public List<Long> groups() {
        return groups;
    }

    /** {@return further directives; none unless set} */
    public Attributes directives() {
        return directives;
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private static final long MAX_ID = 0xFFFF_FFFFL;

        private final List<Info> values = new ArrayList<>();
        private Range range = Range.SESSION;
        private Persistence persistence = Persistence.APPLICATION;
        private final List<Long> users = new ArrayList<>();
        private final List<Long> groups = new ArrayList<>();
        private Attributes directives = Attributes.none();

        private Builder() {}

        /**
         * Adds a value.
         *
         * @param key its name and type
         * @param value the value
         * @param <T> the Java type of the value
         * @return this
         * @throws IllegalArgumentException if the key is reserved or was given before
         */
        public <T> Builder value(Key<T> key, T value) {
            if (Checks.isReserved(key.name())) {
                throw new IllegalArgumentException(
                        "publish: the key " + key.name() + " is reserved for PMIx; use one of your own");
            }
            for (Info info : values) {
                if (info.key().equals(key.name())) {
                    throw new IllegalArgumentException(
                            "publish: the key " + key.name() + " is given twice; give it once");
                }
            }
            values.add(Info.of(key, value));
            return this;
        }

        /**
         * Sets who may look them up ({@code PMIX_RANGE}); the session unless set. PRRTE (seen with 5.0.0rc1) takes
         * {@code SESSION} and {@code GLOBAL} as every process of the same set of daemons, {@code NAMESPACE} as the own
         * job, {@code LOCAL} as the own node, {@code PROC_LOCAL} as this process, {@code RM} as nobody, and {@code
         * CUSTOM} as those given by {@link #users} and {@link #groups}.
         *
         * @param value the range
         * @return this
         */
        public Builder range(Range value) {
            this.range = Objects.requireNonNull(value, "range");
            return this;
        }

        /**
         * Sets how long they stay ({@code PMIX_PERSISTENCE}); until this application ends unless set.
         *
         * @param value the persistence
         * @return this
         */
        public Builder persistence(Persistence value) {
            this.persistence = Objects.requireNonNull(value, "persistence");
            return this;
        }

        /**
         * Restricts who may look them up, this process included, to processes of these users ({@code
         * PMIX_ACCESS_USERIDS}).
         *
         * @param ids effective user ids, 0 to 4,294,967,295
         * @return this
         * @throws IllegalArgumentException if one is out of range
         */
        public Builder users(long... ids) {
            return add(users, ids);
        }

        /**
         * Restricts who may look them up, this process included, to processes of these groups ({@code
         * PMIX_ACCESS_GRPIDS}).
         *
         * @param ids effective group ids, 0 to 4,294,967,295
         * @return this
         * @throws IllegalArgumentException if one is out of range
         */
        public Builder groups(long... ids) {
            return add(groups, ids);
        }

        private Builder add(List<Long> list, long... ids) {
            for (long id : ids) {
                if (id < 0 || id > MAX_ID) {
                    throw new IllegalArgumentException("publish: the id " + id + " is not in 0 to " + MAX_ID);
                }
                list.add(id);
            }
            return this;
        }

        /**
         * Sets further directives. The methods of this builder take precedence over them.
         *
         * @param value attributes of the Standard
         * @return this
         * @throws IllegalArgumentException if a key is not reserved: it would be published
         */
        public Builder directives(Attributes value) {
            for (Info info : value) {
                if (!Checks.isReserved(info.key())) {
                    throw new IllegalArgumentException(
                            "publish: " + info.key() + " is not an attribute of the Standard; add it with value()");
                }
            }
            this.directives = value;
            return this;
        }

        /**
         * {@return a request with these settings}
         *
         * @throws IllegalArgumentException if there is no value, or the range is {@link Range#CUSTOM} and neither users
         *     nor groups are given: nobody could look the values up
         */
        public PublishRequest build() {
            if (values.isEmpty()) {
                throw new IllegalArgumentException("publish: no value is given; add one or more");
            }
            if (range == Range.CUSTOM && users.isEmpty() && groups.isEmpty()) {
                throw new IllegalArgumentException(
                        "publish: nobody could look up values of the range CUSTOM without users or groups; add one");
            }
            return new PublishRequest(this);
        }
    }
}
