// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.ffi.pmix_byte_object;
import org.pmixj.host.Credentials;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.HostCall;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Libpmix;

/** Implements credentials: calls {@code PMIx_Get_credential_nb} and {@code PMIx_Validate_credential_nb}. */
public final class CredentialsImpl implements Credentials {
    private final Handle handle;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Credentials of(Handle handle) {
        return new CredentialsImpl(handle);
    }

    private CredentialsImpl(Handle handle) {
        this.handle = handle;
    }

    @Override
    public byte[] get(Attributes directives) {
        return new Get(handle, directives).run();
    }

    @Override
    public CompletableFuture<byte[]> getAsync(Attributes directives) {
        return new Get(handle, directives).submit();
    }

    @Override
    public Attributes validate(byte[] credential, Attributes directives) {
        return new Validate(handle, credential, directives).run();
    }

    @Override
    public CompletableFuture<Attributes> validateAsync(byte[] credential, Attributes directives) {
        return new Validate(handle, credential, directives).submit();
    }

    private static final class Get extends NativeCall<byte[]> {
        private final Attributes directives;

        Get(Handle handle, Attributes directives) {
            super(handle, "request of a credential");
            this.directives = Objects.requireNonNull(directives, "directives");
            MessageSize.check(what, MessageSize.of(directives));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.getCredential(InfoArray.allocate(memory, directives, 0), cbdata);
        }

        @Override
        protected byte[] decode(int status, MemorySegment credential, long count) {
            if (status != StatusCodes.SUCCESS) {
                throw HostCall.failure(handle(), what, status);
            }
            if (count == 0) {
                throw StatusCodes.failure(what, StatusCodes.NOT_FOUND);
            }
            MemorySegment object = ProcCodec.at(credential, pmix_byte_object.sizeof());
            MemorySegment bytes = pmix_byte_object.bytes(object);
            return bytes.address() == 0
                    ? new byte[0]
                    : ProcCodec.at(bytes, pmix_byte_object.size(object)).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static final class Validate extends HostCall<Attributes> {
        private final byte[] credential;
        private final Attributes directives;

        Validate(Handle handle, byte[] credential, Attributes directives) {
            super(handle, "validation of a credential");
            if (credential.length == 0) {
                throw new IllegalArgumentException(
                        "validation of a credential: it is empty; give the bytes of a credential");
            }
            this.credential = credential.clone();
            this.directives = Objects.requireNonNull(directives, "directives");
            MessageSize.check(what, credential.length + MessageSize.of(directives));
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            MemorySegment object = pmix_byte_object.allocate(memory);
            pmix_byte_object.bytes(object, memory.allocateFrom(ValueLayout.JAVA_BYTE, credential));
            pmix_byte_object.size(object, credential.length);
            return Libpmix.validateCredential(object, InfoArray.allocate(memory, directives, 0), cbdata);
        }

        @Override
        protected Attributes result(Attributes answer) {
            return answer;
        }
    }
}
