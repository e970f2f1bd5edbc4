// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.List;

/**
 * The attributes that the headers of OpenPMIx still name, but that the PMIx Standard has withdrawn. Those that live on
 * under another name are in {@link Keys}.
 */
public final class DeprecatedKeys {
    // Written by native/generate-keys from the headers of OpenPMIx; do not edit.

    /**
     * {@code PMIX_EVENT_BASE} ({@code pmix.evbase}): a pointer.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<PmixValue.Opaque> EVENT_BASE = Key.reserved("pmix.evbase", ValueType.POINTER);

    /**
     * {@code PMIX_CRYPTO_KEY} ({@code pmix.sec.key}): bytes.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<byte[]> CRYPTO_KEY = Key.reserved("pmix.sec.key", ValueType.BYTES);

    /**
     * {@code PMIX_TOPOLOGY} ({@code pmix.topo}): a pointer.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<PmixValue.Opaque> TOPOLOGY = Key.reserved("pmix.topo", ValueType.POINTER);

    /**
     * {@code PMIX_DEBUG_JOB} ({@code pmix.dbg.job}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> DEBUG_JOB = Key.reserved("pmix.dbg.job", ValueType.STRING);

    /**
     * {@code PMIX_RECONNECT_SERVER} ({@code pmix.cnct.recon}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> RECONNECT_SERVER = Key.reserved("pmix.cnct.recon", ValueType.BOOL);

    /**
     * {@code PMIX_USOCK_DISABLE} ({@code pmix.usock.disable}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> USOCK_DISABLE = Key.reserved("pmix.usock.disable", ValueType.BOOL);

    /**
     * {@code PMIX_SOCKET_MODE} ({@code pmix.sockmode}): an unsigned 32-bit number.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Long> SOCKET_MODE = Key.reserved("pmix.sockmode", ValueType.UINT32);

    /**
     * {@code PMIX_SINGLE_LISTENER} ({@code pmix.sing.listnr}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> SINGLE_LISTENER = Key.reserved("pmix.sing.listnr", ValueType.BOOL);

    /**
     * {@code PMIX_ALLOC_NETWORK} ({@code pmix.alloc.net}): attributes.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC}
     */
    @Deprecated
    public static final Key<Attributes> ALLOC_NETWORK = Key.reserved("pmix.alloc.net", ValueType.ATTRIBUTES);

    /**
     * {@code PMIX_ALLOC_NETWORK_ID} ({@code pmix.alloc.netid}): a string.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_ID}
     */
    @Deprecated
    public static final Key<String> ALLOC_NETWORK_ID = Key.reserved("pmix.alloc.netid", ValueType.STRING);

    /**
     * {@code PMIX_ALLOC_NETWORK_QOS} ({@code pmix.alloc.netqos}): a string.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_QOS}
     */
    @Deprecated
    public static final Key<String> ALLOC_NETWORK_QOS = Key.reserved("pmix.alloc.netqos", ValueType.STRING);

    /**
     * {@code PMIX_ALLOC_NETWORK_TYPE} ({@code pmix.alloc.nettype}): a string.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_TYPE}
     */
    @Deprecated
    public static final Key<String> ALLOC_NETWORK_TYPE = Key.reserved("pmix.alloc.nettype", ValueType.STRING);

    /**
     * {@code PMIX_ALLOC_NETWORK_PLANE} ({@code pmix.alloc.netplane}): a string.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_PLANE}
     */
    @Deprecated
    public static final Key<String> ALLOC_NETWORK_PLANE = Key.reserved("pmix.alloc.netplane", ValueType.STRING);

    /**
     * {@code PMIX_ALLOC_NETWORK_ENDPTS} ({@code pmix.alloc.endpts}): a {@code size_t}.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_ENDPTS}
     */
    @Deprecated
    public static final Key<Long> ALLOC_NETWORK_ENDPTS = Key.reserved("pmix.alloc.endpts", ValueType.SIZE);

    /**
     * {@code PMIX_ALLOC_NETWORK_ENDPTS_NODE} ({@code pmix.alloc.endpts.nd}): a {@code size_t}.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_ENDPTS_NODE}
     */
    @Deprecated
    public static final Key<Long> ALLOC_NETWORK_ENDPTS_NODE = Key.reserved("pmix.alloc.endpts.nd", ValueType.SIZE);

    /**
     * {@code PMIX_ALLOC_NETWORK_SEC_KEY} ({@code pmix.alloc.nsec}): bytes.
     *
     * @deprecated the attribute is {@link Keys#ALLOC_FABRIC_SEC_KEY}
     */
    @Deprecated
    public static final Key<byte[]> ALLOC_NETWORK_SEC_KEY = Key.reserved("pmix.alloc.nsec", ValueType.BYTES);

    /**
     * {@code PMIX_PROC_DATA} ({@code pmix.pdata}): attributes.
     *
     * @deprecated the attribute is {@link Keys#PROC_INFO_ARRAY}
     */
    @Deprecated
    public static final Key<Attributes> PROC_DATA = Key.reserved("pmix.pdata", ValueType.ATTRIBUTES);

    /**
     * {@code PMIX_LOCALITY} ({@code pmix.loc}): an unsigned 16-bit number.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Integer> LOCALITY = Key.reserved("pmix.loc", ValueType.UINT16);

    /**
     * {@code PMIX_LOCAL_TOPO} ({@code pmix.ltopo}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> LOCAL_TOPO = Key.reserved("pmix.ltopo", ValueType.STRING);

    /**
     * {@code PMIX_TOPOLOGY_XML} ({@code pmix.topo.xml}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> TOPOLOGY_XML = Key.reserved("pmix.topo.xml", ValueType.STRING);

    /**
     * {@code PMIX_TOPOLOGY_FILE} ({@code pmix.topo.file}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> TOPOLOGY_FILE = Key.reserved("pmix.topo.file", ValueType.STRING);

    /**
     * {@code PMIX_TOPOLOGY_SIGNATURE} ({@code pmix.toposig}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> TOPOLOGY_SIGNATURE = Key.reserved("pmix.toposig", ValueType.STRING);

    /**
     * {@code PMIX_HWLOC_SHMEM_ADDR} ({@code pmix.hwlocaddr}): a {@code size_t}.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Long> HWLOC_SHMEM_ADDR = Key.reserved("pmix.hwlocaddr", ValueType.SIZE);

    /**
     * {@code PMIX_HWLOC_SHMEM_SIZE} ({@code pmix.hwlocsize}): a {@code size_t}.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Long> HWLOC_SHMEM_SIZE = Key.reserved("pmix.hwlocsize", ValueType.SIZE);

    /**
     * {@code PMIX_HWLOC_SHMEM_FILE} ({@code pmix.hwlocfile}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> HWLOC_SHMEM_FILE = Key.reserved("pmix.hwlocfile", ValueType.STRING);

    /**
     * {@code PMIX_HWLOC_XML_V1} ({@code pmix.hwlocxml1}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> HWLOC_XML_V1 = Key.reserved("pmix.hwlocxml1", ValueType.STRING);

    /**
     * {@code PMIX_HWLOC_XML_V2} ({@code pmix.hwlocxml2}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> HWLOC_XML_V2 = Key.reserved("pmix.hwlocxml2", ValueType.STRING);

    /**
     * {@code PMIX_HWLOC_SHARE_TOPO} ({@code pmix.hwlocsh}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> HWLOC_SHARE_TOPO = Key.reserved("pmix.hwlocsh", ValueType.BOOL);

    /**
     * {@code PMIX_HWLOC_HOLE_KIND} ({@code pmix.hwlocholek}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> HWLOC_HOLE_KIND = Key.reserved("pmix.hwlocholek", ValueType.STRING);

    /**
     * {@code PMIX_DSTPATH} ({@code pmix.dstpath}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> DSTPATH = Key.reserved("pmix.dstpath", ValueType.STRING);

    /**
     * {@code PMIX_COLLECTIVE_ALGO} ({@code pmix.calgo}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> COLLECTIVE_ALGO = Key.reserved("pmix.calgo", ValueType.STRING);

    /**
     * {@code PMIX_COLLECTIVE_ALGO_REQD} ({@code pmix.calreqd}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> COLLECTIVE_ALGO_REQD = Key.reserved("pmix.calreqd", ValueType.BOOL);

    /**
     * {@code PMIX_PROC_BLOB} ({@code pmix.pblob}): bytes.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<byte[]> PROC_BLOB = Key.reserved("pmix.pblob", ValueType.BYTES);

    /**
     * {@code PMIX_MAP_BLOB} ({@code pmix.mblob}): bytes.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<byte[]> MAP_BLOB = Key.reserved("pmix.mblob", ValueType.BYTES);

    /**
     * {@code PMIX_MAPPER} ({@code pmix.mapper}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> MAPPER = Key.reserved("pmix.mapper", ValueType.STRING);

    /**
     * {@code PMIX_NON_PMI} ({@code pmix.nonpmi}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> NON_PMI = Key.reserved("pmix.nonpmi", ValueType.BOOL);

    /**
     * {@code PMIX_PROC_URI} ({@code pmix.puri}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> PROC_URI = Key.reserved("pmix.puri", ValueType.STRING);

    /**
     * {@code PMIX_ARCH} ({@code pmix.arch}): an unsigned 32-bit number.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Long> ARCH = Key.reserved("pmix.arch", ValueType.UINT32);

    /**
     * {@code PMIX_DEBUG_JOB_DIRECTIVES} ({@code pmix.dbg.jdirs}): an array.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<PmixValue.Array> DEBUG_JOB_DIRECTIVES = Key.reserved("pmix.dbg.jdirs", ValueType.ARRAY);

    /**
     * {@code PMIX_DEBUG_APP_DIRECTIVES} ({@code pmix.dbg.adirs}): an array.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<PmixValue.Array> DEBUG_APP_DIRECTIVES = Key.reserved("pmix.dbg.adirs", ValueType.ARRAY);

    /**
     * {@code PMIX_EVENT_NO_TERMINATION} ({@code pmix.evnoterm}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> EVENT_NO_TERMINATION = Key.reserved("pmix.evnoterm", ValueType.BOOL);

    /**
     * {@code PMIX_EVENT_WANT_TERMINATION} ({@code pmix.evterm}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> EVENT_WANT_TERMINATION = Key.reserved("pmix.evterm", ValueType.BOOL);

    /**
     * {@code PMIX_TAG_OUTPUT} ({@code pmix.tagout}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> TAG_OUTPUT = Key.reserved("pmix.tagout", ValueType.BOOL);

    /**
     * {@code PMIX_TIMESTAMP_OUTPUT} ({@code pmix.tsout}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> TIMESTAMP_OUTPUT = Key.reserved("pmix.tsout", ValueType.BOOL);

    /**
     * {@code PMIX_MERGE_STDERR_STDOUT} ({@code pmix.mergeerrout}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> MERGE_STDERR_STDOUT = Key.reserved("pmix.mergeerrout", ValueType.BOOL);

    /**
     * {@code PMIX_OUTPUT_TO_FILE} ({@code pmix.outfile}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> OUTPUT_TO_FILE = Key.reserved("pmix.outfile", ValueType.STRING);

    /**
     * {@code PMIX_OUTPUT_TO_DIRECTORY} ({@code pmix.outdir}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> OUTPUT_TO_DIRECTORY = Key.reserved("pmix.outdir", ValueType.STRING);

    /**
     * {@code PMIX_OUTPUT_NOCOPY} ({@code pmix.nocopy}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> OUTPUT_NOCOPY = Key.reserved("pmix.nocopy", ValueType.BOOL);

    /**
     * {@code PMIX_GDS_MODULE} ({@code pmix.gds.mod}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> GDS_MODULE = Key.reserved("pmix.gds.mod", ValueType.STRING);

    /**
     * {@code PMIX_BFROPS_MODULE} ({@code pmix.bfrops.mod}): a string.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<String> BFROPS_MODULE = Key.reserved("pmix.bfrops.mod", ValueType.STRING);

    /**
     * {@code PMIX_PNET_SETUP_APP} ({@code pmix.pnet.setapp}): bytes.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<byte[]> PNET_SETUP_APP = Key.reserved("pmix.pnet.setapp", ValueType.BYTES);

    /**
     * {@code PMIX_IOF_STOP} ({@code pmix.iof.stop}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> IOF_STOP = Key.reserved("pmix.iof.stop", ValueType.BOOL);

    /**
     * {@code PMIX_NOTIFY_LAUNCH} ({@code pmix.note.lnch}): true or false.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<Boolean> NOTIFY_LAUNCH = Key.reserved("pmix.note.lnch", ValueType.BOOL);

    /**
     * {@code PMIX_GROUP_FINAL_MEMBERSHIP_ORDER} ({@code pmix.grp.finord}): a list of processes.
     *
     * @deprecated withdrawn from the Standard
     */
    @Deprecated
    public static final Key<List<ProcId>> GROUP_FINAL_MEMBERSHIP_ORDER =
            Key.reserved("pmix.grp.finord", ValueType.listOf(ValueType.PROC));

    private DeprecatedKeys() {}
}
