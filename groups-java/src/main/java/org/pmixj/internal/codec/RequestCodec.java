// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.ffi.pmix_app;
import org.pmixj.ffi.pmix_data_buffer;
import org.pmixj.ffi.pmix_pdata;
import org.pmixj.ffi.pmix_query;
import org.pmixj.ffi.pmix_regattr_t;
import org.pmixj.ffi.pmix_regex2;
import org.pmixj.process.App;
import org.pmixj.value.Attribute;
import org.pmixj.value.Published;
import org.pmixj.value.Query;
import org.pmixj.value.Regex;

/** Converts the structures of requests and answers. */
public final class RequestCodec {
    private RequestCodec() {}

    public static void writeApp(MemorySegment target, App app, SegmentAllocator memory) {
        pmix_app.cmd(target, memory.allocateFrom(app.command()));
        pmix_app.argv(target, ProcCodec.texts(memory, app.arguments()));
        pmix_app.env(target, ProcCodec.texts(memory, app.environment()));
        pmix_app.cwd(target, ProcCodec.text(memory, app.directory()));
        pmix_app.maxprocs(target, app.processes());
        InfoArray infos = InfoArray.allocate(memory, app.attributes(), 0);
        pmix_app.info(target, infos.segment());
        pmix_app.ninfo(target, infos.size());
    }

    static App readApp(MemorySegment from) {
        return new App(
                ProcCodec.needText(pmix_app.cmd(from)),
                ProcCodec.readTexts(pmix_app.argv(from)),
                ProcCodec.readTexts(pmix_app.env(from)),
                ProcCodec.readText(pmix_app.cwd(from)),
                pmix_app.maxprocs(from),
                InfoArray.read(pmix_app.info(from), pmix_app.ninfo(from)));
    }

    public static void writeQuery(MemorySegment target, Query query, SegmentAllocator memory) {
        pmix_query.keys(target, ProcCodec.texts(memory, query.keys()));
        InfoArray infos = InfoArray.allocate(memory, query.qualifiers(), 0);
        pmix_query.qualifiers(target, infos.segment());
        pmix_query.nqual(target, infos.size());
    }

    static Query readQuery(MemorySegment from) {
        Attributes qualifiers = InfoArray.read(pmix_query.qualifiers(from), pmix_query.nqual(from));
        return new Query(ProcCodec.readTexts(pmix_query.keys(from)), qualifiers);
    }

    static void writePublished(MemorySegment target, Published published, SegmentAllocator memory) {
        ProcCodec.writeProc(pmix_pdata.proc(target), published.proc());
        target.setString(pmix_pdata.key$offset(), published.key());
        ValueCodec.write(pmix_pdata.value(target), published.value(), memory);
    }

    public static Published readPublished(MemorySegment from) {
        return new Published(
                ProcCodec.readProc(pmix_pdata.proc(from)),
                ProcCodec.readName(pmix_pdata.key(from)),
                ValueCodec.read(pmix_pdata.value(from)));
    }

    static void writeAttribute(MemorySegment target, Attribute attribute, SegmentAllocator memory) {
        pmix_regattr_t.name(target, memory.allocateFrom(attribute.name()));
        target.setString(pmix_regattr_t.string$offset(), attribute.key());
        pmix_regattr_t.type(target, (short) attribute.valueType().code());
        pmix_regattr_t.description(target, ProcCodec.texts(memory, attribute.description()));
    }

    static Attribute readAttribute(MemorySegment from) {
        return new Attribute(
                ProcCodec.needText(pmix_regattr_t.name(from)),
                ProcCodec.readName(pmix_regattr_t.string(from)),
                DataType.of(Short.toUnsignedInt(pmix_regattr_t.type(from))),
                ProcCodec.readTexts(pmix_regattr_t.description(from)));
    }

    static void writeRegex(MemorySegment target, Regex regex, SegmentAllocator memory) {
        pmix_regex2.type(target, memory.allocateFrom(regex.encoding()));
        if (regex.bytes().length() > 0) {
            pmix_regex2.bytes(target, ProcCodec.bytes(memory, regex.bytes()));
            pmix_regex2.len(target, regex.bytes().length());
        }
    }

    static Regex readRegex(MemorySegment from) {
        return new Regex(
                ProcCodec.needText(pmix_regex2.type(from)),
                new PmixValue.Bytes(ProcCodec.readBytes(pmix_regex2.bytes(from), pmix_regex2.len(from))));
    }

    static void writeBuffer(MemorySegment target, PmixValue.Bytes buffer, SegmentAllocator memory) {
        int length = buffer.length();
        if (length > 0) {
            MemorySegment bytes = ProcCodec.bytes(memory, buffer);
            pmix_data_buffer.base_ptr(target, bytes);
            pmix_data_buffer.unpack_ptr(target, bytes);
            pmix_data_buffer.pack_ptr(target, MemorySegment.ofAddress(bytes.address() + length));
            pmix_data_buffer.bytes_allocated(target, length);
            pmix_data_buffer.bytes_used(target, length);
        }
    }

    static PmixValue.Bytes readBuffer(MemorySegment from) {
        return new PmixValue.Bytes(
                DataType.DATA_BUFFER,
                ProcCodec.readBytes(pmix_data_buffer.base_ptr(from), pmix_data_buffer.bytes_used(from)));
    }
}
