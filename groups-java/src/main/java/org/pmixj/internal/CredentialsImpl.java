// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.security.Credentials;

/** Credentials, by the two functions libpmix has for them. */
public final class CredentialsImpl implements Credentials {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Credentials of(Context context) {
        return new CredentialsImpl(context);
    }

    private CredentialsImpl(Context context) {
        this.context = context;
    }

    @Override
    public byte[] get() {
        return get(Attributes.none(), context.defaultTimeout);
    }

    @Override
    public byte[] get(Attributes directives, Duration timeout) {
        return context.run(new Get(context, directives), timeout);
    }

    @Override
    public CompletableFuture<byte[]> getAsync() {
        return getAsync(Attributes.none(), context.defaultTimeout);
    }

    @Override
    public CompletableFuture<byte[]> getAsync(Attributes directives, Duration timeout) {
        return context.submit(new Get(context, directives), timeout);
    }

    @Override
    public Attributes validate(byte[] credential) {
        return validate(credential, Attributes.none(), context.defaultTimeout);
    }

    @Override
    public Attributes validate(byte[] credential, Attributes directives, Duration timeout) {
        return context.run(new Validate(context, credential, directives), timeout);
    }

    @Override
    public CompletableFuture<Attributes> validateAsync(byte[] credential) {
        return validateAsync(credential, Attributes.none(), context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Attributes> validateAsync(byte[] credential, Attributes directives, Duration timeout) {
        return context.submit(new Validate(context, credential, directives), timeout);
    }

    private static final class Get extends Operation<byte[]> {
        private final Attributes directives;

        Get(Context context, Attributes directives) {
            super(context, "request of a credential");
            this.directives = directives;
            MessageSize.check(what, MessageSize.of(directives));
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.getCredential(Infos.allocate(memory, directives, 0), cbdata);
        }

        @Override
        byte[] decode(int status, MemorySegment credential, long count) {
            if (status != Status.SUCCESS) {
                throw HostRequest.failure(context(), what, status);
            }
            if (count == 0) {
                throw Status.failure(what, Status.NOT_FOUND);
            }
            MemorySegment object = credential.reinterpret(pmix_byte_object.sizeof());
            MemorySegment bytes = pmix_byte_object.bytes(object);
            return bytes.address() == 0
                    ? new byte[0]
                    : bytes.reinterpret(pmix_byte_object.size(object)).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static final class Validate extends HostRequest<Attributes> {
        private final byte[] credential;
        private final Attributes directives;

        Validate(Context context, byte[] credential, Attributes directives) {
            super(context, "validation of a credential");
            if (credential.length == 0) {
                throw new IllegalArgumentException("the credential is empty");
            }
            this.credential = credential.clone();
            this.directives = directives;
            MessageSize.check(what, credential.length + MessageSize.of(directives));
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            MemorySegment object = pmix_byte_object.allocate(memory);
            pmix_byte_object.bytes(object, memory.allocateFrom(ValueLayout.JAVA_BYTE, credential));
            pmix_byte_object.size(object, credential.length);
            return Native.validateCredential(object, Infos.allocate(memory, directives, 0), cbdata);
        }

        @Override
        Attributes result(Attributes answer) {
            return answer;
        }
    }
}
