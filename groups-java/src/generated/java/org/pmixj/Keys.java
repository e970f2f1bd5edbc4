// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.pmixj.process.App;
import org.pmixj.value.Cpuset;
import org.pmixj.value.Device;
import org.pmixj.value.DeviceDistance;
import org.pmixj.value.Endpoint;
import org.pmixj.value.Envar;
import org.pmixj.value.Geometry;
import org.pmixj.value.NodePid;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.ProcState;
import org.pmixj.value.ResourceUnit;
import org.pmixj.value.Topology;

/**
 * Lists every attribute of the PMIx Standard and of OpenPMIx, with the type of its value. The names are those of the C
 * macros without {@code PMIX_}. The Standard says what an attribute means, there and in its chapters on the operations.
 * {@link Key#standard} creates keys for attributes of a newer libpmix.
 *
 * <p>The type is that of the value: what a directive takes, or what reading the attribute returns. A question
 * ({@code QUERY_…}) has the type of its answer.
 */
public final class Keys {
    // Written by native/generate-keys from the headers of OpenPMIx; do not edit.

    /** {@code PMIX_EXTERNAL_PROGRESS} ({@code pmix.evext}): true or false. */
    public static final Key<Boolean> EXTERNAL_PROGRESS = Key.reserved("pmix.evext", ValueType.BOOL);

    /** {@code PMIX_PROGRESS_THREAD_FLUSH} ({@code pmix.evflush}): true or false. */
    public static final Key<Boolean> PROGRESS_THREAD_FLUSH = Key.reserved("pmix.evflush", ValueType.BOOL);

    /** {@code PMIX_PROGRESS_THREAD_NAME} ({@code pmix.pthrdnm}): a string. */
    public static final Key<String> PROGRESS_THREAD_NAME = Key.reserved("pmix.pthrdnm", ValueType.STRING);

    /** {@code PMIX_EXTERNAL_AUX_EVENT_BASE} ({@code pmix.evaux}): a pointer. */
    public static final Key<PmixValue.Opaque> EXTERNAL_AUX_EVENT_BASE = Key.reserved("pmix.evaux", ValueType.POINTER);

    /** {@code PMIX_SERVER_TOOL_SUPPORT} ({@code pmix.srvr.tool}): true or false. */
    public static final Key<Boolean> SERVER_TOOL_SUPPORT = Key.reserved("pmix.srvr.tool", ValueType.BOOL);

    /** {@code PMIX_SERVER_ALLOW_FOREIGN_TOOLS} ({@code pmix.srvr.ftools}): true or false. */
    public static final Key<Boolean> SERVER_ALLOW_FOREIGN_TOOLS = Key.reserved("pmix.srvr.ftools", ValueType.BOOL);

    /** {@code PMIX_ALLOW_CLIENT_CLONES} ({@code pmix.allow.clones}): true or false. */
    public static final Key<Boolean> ALLOW_CLIENT_CLONES = Key.reserved("pmix.allow.clones", ValueType.BOOL);

    /** {@code PMIX_SERVER_REMOTE_CONNECTIONS} ({@code pmix.srvr.remote}): true or false. */
    public static final Key<Boolean> SERVER_REMOTE_CONNECTIONS = Key.reserved("pmix.srvr.remote", ValueType.BOOL);

    /** {@code PMIX_SERVER_SYSTEM_SUPPORT} ({@code pmix.srvr.sys}): true or false. */
    public static final Key<Boolean> SERVER_SYSTEM_SUPPORT = Key.reserved("pmix.srvr.sys", ValueType.BOOL);

    /** {@code PMIX_SERVER_SESSION_SUPPORT} ({@code pmix.srvr.sess}): true or false. */
    public static final Key<Boolean> SERVER_SESSION_SUPPORT = Key.reserved("pmix.srvr.sess", ValueType.BOOL);

    /** {@code PMIX_SERVER_TMPDIR} ({@code pmix.srvr.tmpdir}): a string. */
    public static final Key<String> SERVER_TMPDIR = Key.reserved("pmix.srvr.tmpdir", ValueType.STRING);

    /** {@code PMIX_SYSTEM_TMPDIR} ({@code pmix.sys.tmpdir}): a string. */
    public static final Key<String> SYSTEM_TMPDIR = Key.reserved("pmix.sys.tmpdir", ValueType.STRING);

    /** {@code PMIX_SERVER_SHARE_TOPOLOGY} ({@code pmix.srvr.share}): true or false. */
    public static final Key<Boolean> SERVER_SHARE_TOPOLOGY = Key.reserved("pmix.srvr.share", ValueType.BOOL);

    /** {@code PMIX_SERVER_ENABLE_MONITORING} ({@code pmix.srv.monitor}): true or false. */
    public static final Key<Boolean> SERVER_ENABLE_MONITORING = Key.reserved("pmix.srv.monitor", ValueType.BOOL);

    /** {@code PMIX_SERVER_NSPACE} ({@code pmix.srv.nspace}): a string. */
    public static final Key<String> SERVER_NSPACE = Key.reserved("pmix.srv.nspace", ValueType.STRING);

    /** {@code PMIX_SERVER_RANK} ({@code pmix.srv.rank}): a rank. */
    public static final Key<Long> SERVER_RANK = Key.reserved("pmix.srv.rank", ValueType.RANK);

    /** {@code PMIX_SERVER_GATEWAY} ({@code pmix.srv.gway}): true or false. */
    public static final Key<Boolean> SERVER_GATEWAY = Key.reserved("pmix.srv.gway", ValueType.BOOL);

    /** {@code PMIX_SERVER_SYS_CONTROLLER} ({@code pmix.srv.ctrlr}): true or false. */
    public static final Key<Boolean> SERVER_SYS_CONTROLLER = Key.reserved("pmix.srv.ctrlr", ValueType.BOOL);

    /** {@code PMIX_SERVER_SCHEDULER} ({@code pmix.srv.sched}): true or false. */
    public static final Key<Boolean> SERVER_SCHEDULER = Key.reserved("pmix.srv.sched", ValueType.BOOL);

    /** {@code PMIX_SERVER_START_TIME} ({@code pmix.srv.strtime}): a string. */
    public static final Key<String> SERVER_START_TIME = Key.reserved("pmix.srv.strtime", ValueType.STRING);

    /** {@code PMIX_HOMOGENEOUS_SYSTEM} ({@code pmix.homo}): true or false. */
    public static final Key<Boolean> HOMOGENEOUS_SYSTEM = Key.reserved("pmix.homo", ValueType.BOOL);

    /** {@code PMIX_SINGLETON} ({@code pmix.singleton}): a string. */
    public static final Key<String> SINGLETON = Key.reserved("pmix.singleton", ValueType.STRING);

    /** {@code PMIX_BIND_PROGRESS_THREAD} ({@code pmix.bind.pt}): a string. */
    public static final Key<String> BIND_PROGRESS_THREAD = Key.reserved("pmix.bind.pt", ValueType.STRING);

    /** {@code PMIX_BIND_REQUIRED} ({@code pmix.bind.reqd}): true or false. */
    public static final Key<Boolean> BIND_REQUIRED = Key.reserved("pmix.bind.reqd", ValueType.BOOL);

    /** {@code PMIX_TOOL_NSPACE} ({@code pmix.tool.nspace}): a string. */
    public static final Key<String> TOOL_NSPACE = Key.reserved("pmix.tool.nspace", ValueType.STRING);

    /** {@code PMIX_TOOL_RANK} ({@code pmix.tool.rank}): a rank. */
    public static final Key<Long> TOOL_RANK = Key.reserved("pmix.tool.rank", ValueType.RANK);

    /** {@code PMIX_SERVER_PIDINFO} ({@code pmix.srvr.pidinfo}): a process id of the operating system. */
    public static final Key<Integer> SERVER_PIDINFO = Key.reserved("pmix.srvr.pidinfo", ValueType.PID);

    /** {@code PMIX_CONNECT_TO_SYSTEM} ({@code pmix.cnct.sys}): true or false. */
    public static final Key<Boolean> CONNECT_TO_SYSTEM = Key.reserved("pmix.cnct.sys", ValueType.BOOL);

    /** {@code PMIX_CONNECT_SYSTEM_FIRST} ({@code pmix.cnct.sys.first}): true or false. */
    public static final Key<Boolean> CONNECT_SYSTEM_FIRST = Key.reserved("pmix.cnct.sys.first", ValueType.BOOL);

    /** {@code PMIX_CONNECT_TO_SCHEDULER} ({@code pmix.cnct.sched}): true or false. */
    public static final Key<Boolean> CONNECT_TO_SCHEDULER = Key.reserved("pmix.cnct.sched", ValueType.BOOL);

    /** {@code PMIX_CONNECT_TO_SYS_CONTROLLER} ({@code pmix.cnct.ctrlr}): true or false. */
    public static final Key<Boolean> CONNECT_TO_SYS_CONTROLLER = Key.reserved("pmix.cnct.ctrlr", ValueType.BOOL);

    /** {@code PMIX_CONNECTION_ORDER} ({@code pmix.cnct.ord}): a string. */
    public static final Key<String> CONNECTION_ORDER = Key.reserved("pmix.cnct.ord", ValueType.STRING);

    /** {@code PMIX_SERVER_URI} ({@code pmix.srvr.uri}): a string. */
    public static final Key<String> SERVER_URI = Key.reserved("pmix.srvr.uri", ValueType.STRING);

    /** {@code PMIX_MYSERVER_URI} ({@code pmix.mysrvr.uri}): a string. */
    public static final Key<String> MYSERVER_URI = Key.reserved("pmix.mysrvr.uri", ValueType.STRING);

    /** {@code PMIX_MYSERVER_ALT_URIS} ({@code pmix.mysrvr.alturis}): a string. */
    public static final Key<String> MYSERVER_ALT_URIS = Key.reserved("pmix.mysrvr.alturis", ValueType.STRING);

    /** {@code PMIX_SERVER_ALT_URIS} ({@code pmix.srvr.alturis}): a string. */
    public static final Key<String> SERVER_ALT_URIS = Key.reserved("pmix.srvr.alturis", ValueType.STRING);

    /** {@code PMIX_SERVER_HOSTNAME} ({@code pmix.srvr.host}): a string. */
    public static final Key<String> SERVER_HOSTNAME = Key.reserved("pmix.srvr.host", ValueType.STRING);

    /** {@code PMIX_CONNECT_MAX_RETRIES} ({@code pmix.tool.mretries}): an unsigned 32-bit number. */
    public static final Key<Long> CONNECT_MAX_RETRIES = Key.reserved("pmix.tool.mretries", ValueType.UINT32);

    /** {@code PMIX_CONNECT_RETRY_DELAY} ({@code pmix.tool.retry}): a duration, in whole seconds. */
    public static final Key<Duration> CONNECT_RETRY_DELAY =
            Key.reserved("pmix.tool.retry", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_TOOL_DO_NOT_CONNECT} ({@code pmix.tool.nocon}): true or false. */
    public static final Key<Boolean> TOOL_DO_NOT_CONNECT = Key.reserved("pmix.tool.nocon", ValueType.BOOL);

    /** {@code PMIX_TOOL_CONNECT_OPTIONAL} ({@code pmix.tool.conopt}): true or false. */
    public static final Key<Boolean> TOOL_CONNECT_OPTIONAL = Key.reserved("pmix.tool.conopt", ValueType.BOOL);

    /** {@code PMIX_LAUNCHER} ({@code pmix.tool.launcher}): true or false. */
    public static final Key<Boolean> LAUNCHER = Key.reserved("pmix.tool.launcher", ValueType.BOOL);

    /** {@code PMIX_LAUNCHER_RENDEZVOUS_FILE} ({@code pmix.tool.lncrnd}): a string. */
    public static final Key<String> LAUNCHER_RENDEZVOUS_FILE = Key.reserved("pmix.tool.lncrnd", ValueType.STRING);

    /** {@code PMIX_TOOL_ATTACHMENT_FILE} ({@code pmix.tool.attach}): a string. */
    public static final Key<String> TOOL_ATTACHMENT_FILE = Key.reserved("pmix.tool.attach", ValueType.STRING);

    /** {@code PMIX_PRIMARY_SERVER} ({@code pmix.pri.srvr}): true or false. */
    public static final Key<Boolean> PRIMARY_SERVER = Key.reserved("pmix.pri.srvr", ValueType.BOOL);

    /** {@code PMIX_NOHUP} ({@code pmix.nohup}): true or false. */
    public static final Key<Boolean> NOHUP = Key.reserved("pmix.nohup", ValueType.BOOL);

    /** {@code PMIX_LAUNCHER_DAEMON} ({@code pmix.lnch.dmn}): a string. */
    public static final Key<String> LAUNCHER_DAEMON = Key.reserved("pmix.lnch.dmn", ValueType.STRING);

    /** {@code PMIX_EXEC_AGENT} ({@code pmix.exec.agnt}): a string. */
    public static final Key<String> EXEC_AGENT = Key.reserved("pmix.exec.agnt", ValueType.STRING);

    /** {@code PMIX_LAUNCH_DIRECTIVES} ({@code pmix.lnch.dirs}): attributes. */
    public static final Key<Attributes> LAUNCH_DIRECTIVES = Key.reserved("pmix.lnch.dirs", ValueType.ATTRIBUTES);

    /** {@code PMIX_REALUID} ({@code pmix.ruid}): an unsigned 32-bit number. */
    public static final Key<Long> REALUID = Key.reserved("pmix.ruid", ValueType.UINT32);

    /** {@code PMIX_USERID} ({@code pmix.euid}): an unsigned 32-bit number. */
    public static final Key<Long> USERID = Key.reserved("pmix.euid", ValueType.UINT32);

    /** {@code PMIX_REALGID} ({@code pmix.rgid}): an unsigned 32-bit number. */
    public static final Key<Long> REALGID = Key.reserved("pmix.rgid", ValueType.UINT32);

    /** {@code PMIX_GRPID} ({@code pmix.egid}): an unsigned 32-bit number. */
    public static final Key<Long> GRPID = Key.reserved("pmix.egid", ValueType.UINT32);

    /** {@code PMIX_REQUESTOR} ({@code pmix.requestor}): a process. */
    public static final Key<ProcId> REQUESTOR = Key.reserved("pmix.requestor", ValueType.PROC);

    /** {@code PMIX_VERSION_INFO} ({@code pmix.version}): a string. */
    public static final Key<String> VERSION_INFO = Key.reserved("pmix.version", ValueType.STRING);

    /** {@code PMIX_REQUESTOR_IS_TOOL} ({@code pmix.req.tool}): true or false. */
    public static final Key<Boolean> REQUESTOR_IS_TOOL = Key.reserved("pmix.req.tool", ValueType.BOOL);

    /** {@code PMIX_REQUESTOR_IS_CLIENT} ({@code pmix.req.client}): true or false. */
    public static final Key<Boolean> REQUESTOR_IS_CLIENT = Key.reserved("pmix.req.client", ValueType.BOOL);

    /** {@code PMIX_PSET_NAME} ({@code pmix.pset.nm}): a string. */
    public static final Key<String> PSET_NAME = Key.reserved("pmix.pset.nm", ValueType.STRING);

    /** {@code PMIX_PSET_NAMES} ({@code pmix.pset.nms}): a string. */
    public static final Key<String> PSET_NAMES = Key.reserved("pmix.pset.nms", ValueType.STRING);

    /** {@code PMIX_PSET_MEMBERS} ({@code pmix.pset.mems}): a list of processes. */
    public static final Key<List<ProcId>> PSET_MEMBERS =
            Key.reserved("pmix.pset.mems", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_REINCARNATION} ({@code pmix.reinc}): an unsigned 32-bit number. */
    public static final Key<Long> REINCARNATION = Key.reserved("pmix.reinc", ValueType.UINT32);

    /** {@code PMIX_PROGRAMMING_MODEL} ({@code pmix.pgm.model}): a string. */
    public static final Key<String> PROGRAMMING_MODEL = Key.reserved("pmix.pgm.model", ValueType.STRING);

    /** {@code PMIX_MODEL_LIBRARY_NAME} ({@code pmix.mdl.name}): a string. */
    public static final Key<String> MODEL_LIBRARY_NAME = Key.reserved("pmix.mdl.name", ValueType.STRING);

    /** {@code PMIX_MODEL_LIBRARY_VERSION} ({@code pmix.mld.vrs}): a string. */
    public static final Key<String> MODEL_LIBRARY_VERSION = Key.reserved("pmix.mld.vrs", ValueType.STRING);

    /** {@code PMIX_THREADING_MODEL} ({@code pmix.threads}): a string. */
    public static final Key<String> THREADING_MODEL = Key.reserved("pmix.threads", ValueType.STRING);

    /** {@code PMIX_MODEL_NUM_THREADS} ({@code pmix.mdl.nthrds}): an unsigned 64-bit number. */
    public static final Key<Long> MODEL_NUM_THREADS = Key.reserved("pmix.mdl.nthrds", ValueType.UINT64);

    /** {@code PMIX_MODEL_NUM_CPUS} ({@code pmix.mdl.ncpu}): an unsigned 64-bit number. */
    public static final Key<Long> MODEL_NUM_CPUS = Key.reserved("pmix.mdl.ncpu", ValueType.UINT64);

    /** {@code PMIX_MODEL_CPU_TYPE} ({@code pmix.mdl.cputype}): a string. */
    public static final Key<String> MODEL_CPU_TYPE = Key.reserved("pmix.mdl.cputype", ValueType.STRING);

    /** {@code PMIX_MODEL_PHASE_NAME} ({@code pmix.mdl.phase}): a string. */
    public static final Key<String> MODEL_PHASE_NAME = Key.reserved("pmix.mdl.phase", ValueType.STRING);

    /** {@code PMIX_MODEL_PHASE_TYPE} ({@code pmix.mdl.ptype}): a string. */
    public static final Key<String> MODEL_PHASE_TYPE = Key.reserved("pmix.mdl.ptype", ValueType.STRING);

    /** {@code PMIX_MODEL_AFFINITY_POLICY} ({@code pmix.mdl.tap}): a string. */
    public static final Key<String> MODEL_AFFINITY_POLICY = Key.reserved("pmix.mdl.tap", ValueType.STRING);

    /** {@code PMIX_TCP_REPORT_URI} ({@code pmix.tcp.repuri}): a string. */
    public static final Key<String> TCP_REPORT_URI = Key.reserved("pmix.tcp.repuri", ValueType.STRING);

    /** {@code PMIX_TCP_URI} ({@code pmix.tcp.uri}): a string. */
    public static final Key<String> TCP_URI = Key.reserved("pmix.tcp.uri", ValueType.STRING);

    /** {@code PMIX_TCP_IF_INCLUDE} ({@code pmix.tcp.ifinclude}): a string. */
    public static final Key<String> TCP_IF_INCLUDE = Key.reserved("pmix.tcp.ifinclude", ValueType.STRING);

    /** {@code PMIX_TCP_IF_EXCLUDE} ({@code pmix.tcp.ifexclude}): a string. */
    public static final Key<String> TCP_IF_EXCLUDE = Key.reserved("pmix.tcp.ifexclude", ValueType.STRING);

    /** {@code PMIX_TCP_IPV4_PORT} ({@code pmix.tcp.ipv4}): an {@code int}. */
    public static final Key<Integer> TCP_IPV4_PORT = Key.reserved("pmix.tcp.ipv4", ValueType.INT);

    /** {@code PMIX_TCP_IPV6_PORT} ({@code pmix.tcp.ipv6}): an {@code int}. */
    public static final Key<Integer> TCP_IPV6_PORT = Key.reserved("pmix.tcp.ipv6", ValueType.INT);

    /** {@code PMIX_TCP_DISABLE_IPV4} ({@code pmix.tcp.disipv4}): true or false. */
    public static final Key<Boolean> TCP_DISABLE_IPV4 = Key.reserved("pmix.tcp.disipv4", ValueType.BOOL);

    /** {@code PMIX_TCP_DISABLE_IPV6} ({@code pmix.tcp.disipv6}): true or false. */
    public static final Key<Boolean> TCP_DISABLE_IPV6 = Key.reserved("pmix.tcp.disipv6", ValueType.BOOL);

    /** {@code PMIX_CPUSET} ({@code pmix.cpuset}): a string. */
    public static final Key<String> CPUSET = Key.reserved("pmix.cpuset", ValueType.STRING);

    /** {@code PMIX_CPUSET_BITMAP} ({@code pmix.bitmap}): a set of cpus. */
    public static final Key<Cpuset> CPUSET_BITMAP = Key.reserved("pmix.bitmap", ValueType.CPUSET);

    /** {@code PMIX_CREDENTIAL} ({@code pmix.cred}): a string. */
    public static final Key<String> CREDENTIAL = Key.reserved("pmix.cred", ValueType.STRING);

    /** {@code PMIX_SPAWNED} ({@code pmix.spawned}): true or false. */
    public static final Key<Boolean> SPAWNED = Key.reserved("pmix.spawned", ValueType.BOOL);

    /** {@code PMIX_NODE_OVERSUBSCRIBED} ({@code pmix.ndosub}): true or false. */
    public static final Key<Boolean> NODE_OVERSUBSCRIBED = Key.reserved("pmix.ndosub", ValueType.BOOL);

    /** {@code PMIX_TMPDIR} ({@code pmix.tmpdir}): a string. */
    public static final Key<String> TMPDIR = Key.reserved("pmix.tmpdir", ValueType.STRING);

    /** {@code PMIX_NSDIR} ({@code pmix.nsdir}): a string. */
    public static final Key<String> NSDIR = Key.reserved("pmix.nsdir", ValueType.STRING);

    /** {@code PMIX_PROCDIR} ({@code pmix.pdir}): a string. */
    public static final Key<String> PROCDIR = Key.reserved("pmix.pdir", ValueType.STRING);

    /** {@code PMIX_TDIR_RMCLEAN} ({@code pmix.tdir.rmclean}): true or false. */
    public static final Key<Boolean> TDIR_RMCLEAN = Key.reserved("pmix.tdir.rmclean", ValueType.BOOL);

    /** {@code PMIX_CLUSTER_ID} ({@code pmix.clid}): a string. */
    public static final Key<String> CLUSTER_ID = Key.reserved("pmix.clid", ValueType.STRING);

    /** {@code PMIX_PROCID} ({@code pmix.procid}): a process. */
    public static final Key<ProcId> PROCID = Key.reserved("pmix.procid", ValueType.PROC);

    /** {@code PMIX_NSPACE} ({@code pmix.nspace}): a string. */
    public static final Key<String> NSPACE = Key.reserved("pmix.nspace", ValueType.STRING);

    /** {@code PMIX_JOBID} ({@code pmix.jobid}): a string. */
    public static final Key<String> JOBID = Key.reserved("pmix.jobid", ValueType.STRING);

    /** {@code PMIX_APPNUM} ({@code pmix.appnum}): an unsigned 32-bit number. */
    public static final Key<Long> APPNUM = Key.reserved("pmix.appnum", ValueType.UINT32);

    /** {@code PMIX_RANK} ({@code pmix.rank}): a rank. */
    public static final Key<Long> RANK = Key.reserved("pmix.rank", ValueType.RANK);

    /** {@code PMIX_GLOBAL_RANK} ({@code pmix.grank}): a rank. */
    public static final Key<Long> GLOBAL_RANK = Key.reserved("pmix.grank", ValueType.RANK);

    /** {@code PMIX_APP_RANK} ({@code pmix.apprank}): a rank. */
    public static final Key<Long> APP_RANK = Key.reserved("pmix.apprank", ValueType.RANK);

    /** {@code PMIX_NPROC_OFFSET} ({@code pmix.offset}): a rank. */
    public static final Key<Long> NPROC_OFFSET = Key.reserved("pmix.offset", ValueType.RANK);

    /** {@code PMIX_LOCAL_RANK} ({@code pmix.lrank}): an unsigned 16-bit number. */
    public static final Key<Integer> LOCAL_RANK = Key.reserved("pmix.lrank", ValueType.UINT16);

    /** {@code PMIX_NODE_RANK} ({@code pmix.nrank}): an unsigned 16-bit number. */
    public static final Key<Integer> NODE_RANK = Key.reserved("pmix.nrank", ValueType.UINT16);

    /** {@code PMIX_PACKAGE_RANK} ({@code pmix.pkgrank}): an unsigned 16-bit number. */
    public static final Key<Integer> PACKAGE_RANK = Key.reserved("pmix.pkgrank", ValueType.UINT16);

    /** {@code PMIX_LOCALLDR} ({@code pmix.lldr}): a rank. */
    public static final Key<Long> LOCALLDR = Key.reserved("pmix.lldr", ValueType.RANK);

    /** {@code PMIX_APPLDR} ({@code pmix.aldr}): a rank. */
    public static final Key<Long> APPLDR = Key.reserved("pmix.aldr", ValueType.RANK);

    /** {@code PMIX_PROC_PID} ({@code pmix.ppid}): a process id of the operating system. */
    public static final Key<Integer> PROC_PID = Key.reserved("pmix.ppid", ValueType.PID);

    /** {@code PMIX_SESSION_ID} ({@code pmix.session.id}): an unsigned 32-bit number. */
    public static final Key<Long> SESSION_ID = Key.reserved("pmix.session.id", ValueType.UINT32);

    /** {@code PMIX_NODE_LIST} ({@code pmix.nlist}): a string. */
    public static final Key<String> NODE_LIST = Key.reserved("pmix.nlist", ValueType.STRING);

    /** {@code PMIX_ALLOCATED_NODELIST} ({@code pmix.alist}): a string. */
    public static final Key<String> ALLOCATED_NODELIST = Key.reserved("pmix.alist", ValueType.STRING);

    /** {@code PMIX_HOSTNAME} ({@code pmix.hname}): a string. */
    public static final Key<String> HOSTNAME = Key.reserved("pmix.hname", ValueType.STRING);

    /** {@code PMIX_HOSTNAME_ALIASES} ({@code pmix.alias}): a string. */
    public static final Key<String> HOSTNAME_ALIASES = Key.reserved("pmix.alias", ValueType.STRING);

    /** {@code PMIX_HOSTNAME_KEEP_FQDN} ({@code pmix.fqdn}): true or false. */
    public static final Key<Boolean> HOSTNAME_KEEP_FQDN = Key.reserved("pmix.fqdn", ValueType.BOOL);

    /** {@code PMIX_NODEID} ({@code pmix.nodeid}): an unsigned 32-bit number. */
    public static final Key<Long> NODEID = Key.reserved("pmix.nodeid", ValueType.UINT32);

    /** {@code PMIX_LOCAL_PEERS} ({@code pmix.lpeers}): a string. */
    public static final Key<String> LOCAL_PEERS = Key.reserved("pmix.lpeers", ValueType.STRING);

    /** {@code PMIX_LOCAL_PROCS} ({@code pmix.lprocs}): a list of processes. */
    public static final Key<List<ProcId>> LOCAL_PROCS = Key.reserved("pmix.lprocs", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_LOCAL_CPUSETS} ({@code pmix.lcpus}): a string. */
    public static final Key<String> LOCAL_CPUSETS = Key.reserved("pmix.lcpus", ValueType.STRING);

    /** {@code PMIX_PARENT_ID} ({@code pmix.parent}): a process. */
    public static final Key<ProcId> PARENT_ID = Key.reserved("pmix.parent", ValueType.PROC);

    /** {@code PMIX_EXIT_CODE} ({@code pmix.exit.code}): an {@code int}. */
    public static final Key<Integer> EXIT_CODE = Key.reserved("pmix.exit.code", ValueType.INT);

    /** {@code PMIX_SPAWN_TREE_ROOT} ({@code pmix.spwn.root}): a string. */
    public static final Key<String> SPAWN_TREE_ROOT = Key.reserved("pmix.spwn.root", ValueType.STRING);

    /** {@code PMIX_SPAWN_TREE_ACTIVE} ({@code pmix.spwn.actv}): an unsigned 32-bit number. */
    public static final Key<Long> SPAWN_TREE_ACTIVE = Key.reserved("pmix.spwn.actv", ValueType.UINT32);

    /** {@code PMIX_UNIV_SIZE} ({@code pmix.univ.size}): an unsigned 32-bit number. */
    public static final Key<Long> UNIV_SIZE = Key.reserved("pmix.univ.size", ValueType.UINT32);

    /** {@code PMIX_JOB_SIZE} ({@code pmix.job.size}): an unsigned 32-bit number. */
    public static final Key<Long> JOB_SIZE = Key.reserved("pmix.job.size", ValueType.UINT32);

    /** {@code PMIX_JOB_NUM_APPS} ({@code pmix.job.napps}): an unsigned 32-bit number. */
    public static final Key<Long> JOB_NUM_APPS = Key.reserved("pmix.job.napps", ValueType.UINT32);

    /** {@code PMIX_APP_SIZE} ({@code pmix.app.size}): an unsigned 32-bit number. */
    public static final Key<Long> APP_SIZE = Key.reserved("pmix.app.size", ValueType.UINT32);

    /** {@code PMIX_LOCAL_SIZE} ({@code pmix.local.size}): an unsigned 32-bit number. */
    public static final Key<Long> LOCAL_SIZE = Key.reserved("pmix.local.size", ValueType.UINT32);

    /** {@code PMIX_NODE_SIZE} ({@code pmix.node.size}): an unsigned 32-bit number. */
    public static final Key<Long> NODE_SIZE = Key.reserved("pmix.node.size", ValueType.UINT32);

    /** {@code PMIX_MAX_PROCS} ({@code pmix.max.size}): an unsigned 32-bit number. */
    public static final Key<Long> MAX_PROCS = Key.reserved("pmix.max.size", ValueType.UINT32);

    /** {@code PMIX_NUM_SLOTS} ({@code pmix.num.slots}): an unsigned 32-bit number. */
    public static final Key<Long> NUM_SLOTS = Key.reserved("pmix.num.slots", ValueType.UINT32);

    /** {@code PMIX_NUM_NODES} ({@code pmix.num.nodes}): an unsigned 32-bit number. */
    public static final Key<Long> NUM_NODES = Key.reserved("pmix.num.nodes", ValueType.UINT32);

    /** {@code PMIX_NUM_ALLOCATED_NODES} ({@code pmix.num.anodes}): an unsigned 32-bit number. */
    public static final Key<Long> NUM_ALLOCATED_NODES = Key.reserved("pmix.num.anodes", ValueType.UINT32);

    /** {@code PMIX_AVAIL_PHYS_MEMORY} ({@code pmix.pmem}): an unsigned 64-bit number. */
    public static final Key<Long> AVAIL_PHYS_MEMORY = Key.reserved("pmix.pmem", ValueType.UINT64);

    /** {@code PMIX_DAEMON_MEMORY} ({@code pmix.dmn.mem}): a {@code float}. */
    public static final Key<Float> DAEMON_MEMORY = Key.reserved("pmix.dmn.mem", ValueType.FLOAT);

    /** {@code PMIX_CLIENT_AVG_MEMORY} ({@code pmix.cl.mem.avg}): a {@code float}. */
    public static final Key<Float> CLIENT_AVG_MEMORY = Key.reserved("pmix.cl.mem.avg", ValueType.FLOAT);

    /** {@code PMIX_TOPOLOGY2} ({@code pmix.topo2}): a topology. */
    public static final Key<Topology> TOPOLOGY2 = Key.reserved("pmix.topo2", ValueType.TOPOLOGY);

    /** {@code PMIX_LOCALITY_STRING} ({@code pmix.locstr}): a string. */
    public static final Key<String> LOCALITY_STRING = Key.reserved("pmix.locstr", ValueType.STRING);

    /** {@code PMIX_TOPOLOGY_INDEX} ({@code pmix.topo.index}): an {@code int}. */
    public static final Key<Integer> TOPOLOGY_INDEX = Key.reserved("pmix.topo.index", ValueType.INT);

    /** {@code PMIX_COLLECT_DATA} ({@code pmix.collect}): true or false. */
    public static final Key<Boolean> COLLECT_DATA = Key.reserved("pmix.collect", ValueType.BOOL);

    /** {@code PMIX_ALL_CLONES_PARTICIPATE} ({@code pmix.clone.part}): true or false. */
    public static final Key<Boolean> ALL_CLONES_PARTICIPATE = Key.reserved("pmix.clone.part", ValueType.BOOL);

    /** {@code PMIX_COLLECT_GENERATED_JOB_INFO} ({@code pmix.collect.gen}): true or false. */
    public static final Key<Boolean> COLLECT_GENERATED_JOB_INFO = Key.reserved("pmix.collect.gen", ValueType.BOOL);

    /** {@code PMIX_TIMEOUT} ({@code pmix.timeout}): a duration, in whole seconds. */
    public static final Key<Duration> TIMEOUT = Key.reserved("pmix.timeout", ValueType.seconds(ValueType.INT));

    /** {@code PMIX_IMMEDIATE} ({@code pmix.immediate}): true or false. */
    public static final Key<Boolean> IMMEDIATE = Key.reserved("pmix.immediate", ValueType.BOOL);

    /** {@code PMIX_WAIT} ({@code pmix.wait}): an {@code int}. */
    public static final Key<Integer> WAIT = Key.reserved("pmix.wait", ValueType.INT);

    /** {@code PMIX_NOTIFY_COMPLETION} ({@code pmix.notecomp}): true or false. */
    public static final Key<Boolean> NOTIFY_COMPLETION = Key.reserved("pmix.notecomp", ValueType.BOOL);

    /** {@code PMIX_RANGE} ({@code pmix.range}): a range. */
    public static final Key<Range> RANGE = Key.reserved("pmix.range", ValueType.RANGE);

    /** {@code PMIX_PERSISTENCE} ({@code pmix.persist}): a persistence. */
    public static final Key<Persistence> PERSISTENCE = Key.reserved("pmix.persist", ValueType.PERSISTENCE);

    /** {@code PMIX_DATA_SCOPE} ({@code pmix.scope}): a scope. */
    public static final Key<Scope> DATA_SCOPE = Key.reserved("pmix.scope", ValueType.SCOPE);

    /** {@code PMIX_OPTIONAL} ({@code pmix.optional}): true or false. */
    public static final Key<Boolean> OPTIONAL = Key.reserved("pmix.optional", ValueType.BOOL);

    /** {@code PMIX_GET_STATIC_VALUES} ({@code pmix.get.static}): true or false. */
    public static final Key<Boolean> GET_STATIC_VALUES = Key.reserved("pmix.get.static", ValueType.BOOL);

    /** {@code PMIX_GET_POINTER_VALUES} ({@code pmix.get.pntrs}): true or false. */
    public static final Key<Boolean> GET_POINTER_VALUES = Key.reserved("pmix.get.pntrs", ValueType.BOOL);

    /** {@code PMIX_EMBED_BARRIER} ({@code pmix.embed.barrier}): true or false. */
    public static final Key<Boolean> EMBED_BARRIER = Key.reserved("pmix.embed.barrier", ValueType.BOOL);

    /** {@code PMIX_JOB_TERM_STATUS} ({@code pmix.job.term.status}): a status. */
    public static final Key<PmixStatus> JOB_TERM_STATUS = Key.reserved("pmix.job.term.status", ValueType.STATUS);

    /** {@code PMIX_PROC_TERM_STATUS} ({@code pmix.proc.term.status}): a status. */
    public static final Key<PmixStatus> PROC_TERM_STATUS = Key.reserved("pmix.proc.term.status", ValueType.STATUS);

    /** {@code PMIX_PROC_STATE_STATUS} ({@code pmix.proc.state}): the state of a process. */
    public static final Key<ProcState> PROC_STATE_STATUS = Key.reserved("pmix.proc.state", ValueType.PROC_STATE);

    /** {@code PMIX_GET_REFRESH_CACHE} ({@code pmix.get.refresh}): true or false. */
    public static final Key<Boolean> GET_REFRESH_CACHE = Key.reserved("pmix.get.refresh", ValueType.BOOL);

    /** {@code PMIX_ACCESS_PERMISSIONS} ({@code pmix.aperms}): attributes. */
    public static final Key<Attributes> ACCESS_PERMISSIONS = Key.reserved("pmix.aperms", ValueType.ATTRIBUTES);

    /** {@code PMIX_ACCESS_USERIDS} ({@code pmix.auids}): a list of unsigned 32-bit numbers. */
    public static final Key<List<Long>> ACCESS_USERIDS = Key.reserved("pmix.auids", ValueType.listOf(ValueType.UINT32));

    /** {@code PMIX_ACCESS_GRPIDS} ({@code pmix.agids}): a list of unsigned 32-bit numbers. */
    public static final Key<List<Long>> ACCESS_GRPIDS = Key.reserved("pmix.agids", ValueType.listOf(ValueType.UINT32));

    /** {@code PMIX_WAIT_FOR_CONNECTION} ({@code pmix.wait.conn}): true or false. */
    public static final Key<Boolean> WAIT_FOR_CONNECTION = Key.reserved("pmix.wait.conn", ValueType.BOOL);

    /** {@code PMIX_QUALIFIED_VALUE} ({@code pmix.qual.val}): attributes. */
    public static final Key<Attributes> QUALIFIED_VALUE = Key.reserved("pmix.qual.val", ValueType.ATTRIBUTES);

    /** {@code PMIX_REGISTER_NODATA} ({@code pmix.reg.nodata}): true or false. */
    public static final Key<Boolean> REGISTER_NODATA = Key.reserved("pmix.reg.nodata", ValueType.BOOL);

    /** {@code PMIX_NODE_MAP} ({@code pmix.nmap}): a string. */
    public static final Key<String> NODE_MAP = Key.reserved("pmix.nmap", ValueType.STRING);

    /** {@code PMIX_NODE_MAP_RAW} ({@code pmix.nmap.raw}): a string. */
    public static final Key<String> NODE_MAP_RAW = Key.reserved("pmix.nmap.raw", ValueType.STRING);

    /** {@code PMIX_PROC_MAP} ({@code pmix.pmap}): a string. */
    public static final Key<String> PROC_MAP = Key.reserved("pmix.pmap", ValueType.STRING);

    /** {@code PMIX_PROC_MAP_RAW} ({@code pmix.pmap.raw}): a string. */
    public static final Key<String> PROC_MAP_RAW = Key.reserved("pmix.pmap.raw", ValueType.STRING);

    /** {@code PMIX_ANL_MAP} ({@code pmix.anlmap}): a string. */
    public static final Key<String> ANL_MAP = Key.reserved("pmix.anlmap", ValueType.STRING);

    /** {@code PMIX_APP_MAP_TYPE} ({@code pmix.apmap.type}): a string. */
    public static final Key<String> APP_MAP_TYPE = Key.reserved("pmix.apmap.type", ValueType.STRING);

    /** {@code PMIX_APP_MAP_REGEX} ({@code pmix.apmap.regex}): a string. */
    public static final Key<String> APP_MAP_REGEX = Key.reserved("pmix.apmap.regex", ValueType.STRING);

    /** {@code PMIX_REQUIRED_KEY} ({@code pmix.req.key}): a string. */
    public static final Key<String> REQUIRED_KEY = Key.reserved("pmix.req.key", ValueType.STRING);

    /** {@code PMIX_LOCAL_COLLECTIVE_STATUS} ({@code pmix.loc.col.st}): a status. */
    public static final Key<PmixStatus> LOCAL_COLLECTIVE_STATUS = Key.reserved("pmix.loc.col.st", ValueType.STATUS);

    /** {@code PMIX_SORTED_PROC_ARRAY} ({@code pmix.sorted.parr}): true or false. */
    public static final Key<Boolean> SORTED_PROC_ARRAY = Key.reserved("pmix.sorted.parr", ValueType.BOOL);

    /** {@code PMIX_LOCAL_PARTICIPANTS} ({@code pmix.lcl.part}): a list of processes. */
    public static final Key<List<ProcId>> LOCAL_PARTICIPANTS =
            Key.reserved("pmix.lcl.part", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_EVENT_HDLR_NAME} ({@code pmix.evname}): a string. */
    public static final Key<String> EVENT_HDLR_NAME = Key.reserved("pmix.evname", ValueType.STRING);

    /** {@code PMIX_EVENT_HDLR_FIRST} ({@code pmix.evfirst}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_FIRST = Key.reserved("pmix.evfirst", ValueType.BOOL);

    /** {@code PMIX_EVENT_HDLR_LAST} ({@code pmix.evlast}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_LAST = Key.reserved("pmix.evlast", ValueType.BOOL);

    /** {@code PMIX_EVENT_HDLR_FIRST_IN_CATEGORY} ({@code pmix.evfirstcat}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_FIRST_IN_CATEGORY = Key.reserved("pmix.evfirstcat", ValueType.BOOL);

    /** {@code PMIX_EVENT_HDLR_LAST_IN_CATEGORY} ({@code pmix.evlastcat}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_LAST_IN_CATEGORY = Key.reserved("pmix.evlastcat", ValueType.BOOL);

    /** {@code PMIX_EVENT_HDLR_BEFORE} ({@code pmix.evbefore}): a string. */
    public static final Key<String> EVENT_HDLR_BEFORE = Key.reserved("pmix.evbefore", ValueType.STRING);

    /** {@code PMIX_EVENT_HDLR_AFTER} ({@code pmix.evafter}): a string. */
    public static final Key<String> EVENT_HDLR_AFTER = Key.reserved("pmix.evafter", ValueType.STRING);

    /** {@code PMIX_EVENT_HDLR_PREPEND} ({@code pmix.evprepend}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_PREPEND = Key.reserved("pmix.evprepend", ValueType.BOOL);

    /** {@code PMIX_EVENT_HDLR_APPEND} ({@code pmix.evappend}): true or false. */
    public static final Key<Boolean> EVENT_HDLR_APPEND = Key.reserved("pmix.evappend", ValueType.BOOL);

    /** {@code PMIX_EVENT_CUSTOM_RANGE} ({@code pmix.evrange}): a list of processes. */
    public static final Key<List<ProcId>> EVENT_CUSTOM_RANGE =
            Key.reserved("pmix.evrange", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_EVENT_AFFECTED_PROC} ({@code pmix.evproc}): a process. */
    public static final Key<ProcId> EVENT_AFFECTED_PROC = Key.reserved("pmix.evproc", ValueType.PROC);

    /** {@code PMIX_EVENT_AFFECTED_PROCS} ({@code pmix.evaffected}): a list of processes. */
    public static final Key<List<ProcId>> EVENT_AFFECTED_PROCS =
            Key.reserved("pmix.evaffected", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_EVENT_NON_DEFAULT} ({@code pmix.evnondef}): true or false. */
    public static final Key<Boolean> EVENT_NON_DEFAULT = Key.reserved("pmix.evnondef", ValueType.BOOL);

    /** {@code PMIX_EVENT_RETURN_OBJECT} ({@code pmix.evobject}): a pointer. */
    public static final Key<PmixValue.Opaque> EVENT_RETURN_OBJECT = Key.reserved("pmix.evobject", ValueType.POINTER);

    /** {@code PMIX_EVENT_DO_NOT_CACHE} ({@code pmix.evnocache}): true or false. */
    public static final Key<Boolean> EVENT_DO_NOT_CACHE = Key.reserved("pmix.evnocache", ValueType.BOOL);

    /** {@code PMIX_EVENT_SILENT_TERMINATION} ({@code pmix.evsilentterm}): true or false. */
    public static final Key<Boolean> EVENT_SILENT_TERMINATION = Key.reserved("pmix.evsilentterm", ValueType.BOOL);

    /** {@code PMIX_EVENT_PROXY} ({@code pmix.evproxy}): a process. */
    public static final Key<ProcId> EVENT_PROXY = Key.reserved("pmix.evproxy", ValueType.PROC);

    /** {@code PMIX_EVENT_TEXT_MESSAGE} ({@code pmix.evtext}): a string. */
    public static final Key<String> EVENT_TEXT_MESSAGE = Key.reserved("pmix.evtext", ValueType.STRING);

    /** {@code PMIX_EVENT_TIMESTAMP} ({@code pmix.evtstamp}): a time, in whole seconds. */
    public static final Key<Instant> EVENT_TIMESTAMP = Key.reserved("pmix.evtstamp", ValueType.TIME);

    /** {@code PMIX_EVENT_ONESHOT} ({@code pmix.evone}): true or false. */
    public static final Key<Boolean> EVENT_ONESHOT = Key.reserved("pmix.evone", ValueType.BOOL);

    /** {@code PMIX_EVENT_STAYS_LOCAL} ({@code pmix.evlocal}): true or false. */
    public static final Key<Boolean> EVENT_STAYS_LOCAL = Key.reserved("pmix.evlocal", ValueType.BOOL);

    /** {@code PMIX_EVENT_TERMINATE_SESSION} ({@code pmix.evterm.sess}): true or false. */
    public static final Key<Boolean> EVENT_TERMINATE_SESSION = Key.reserved("pmix.evterm.sess", ValueType.BOOL);

    /** {@code PMIX_EVENT_TERMINATE_JOB} ({@code pmix.evterm.job}): true or false. */
    public static final Key<Boolean> EVENT_TERMINATE_JOB = Key.reserved("pmix.evterm.job", ValueType.BOOL);

    /** {@code PMIX_EVENT_TERMINATE_NODE} ({@code pmix.evterm.node}): true or false. */
    public static final Key<Boolean> EVENT_TERMINATE_NODE = Key.reserved("pmix.evterm.node", ValueType.BOOL);

    /** {@code PMIX_EVENT_TERMINATE_PROC} ({@code pmix.evterm.proc}): true or false. */
    public static final Key<Boolean> EVENT_TERMINATE_PROC = Key.reserved("pmix.evterm.proc", ValueType.BOOL);

    /** {@code PMIX_EVENT_ACTION_TIMEOUT} ({@code pmix.evtimeout}): a duration, in whole seconds. */
    public static final Key<Duration> EVENT_ACTION_TIMEOUT =
            Key.reserved("pmix.evtimeout", ValueType.seconds(ValueType.INT));

    /** {@code PMIX_PERSONALITY} ({@code pmix.pers}): a string. */
    public static final Key<String> PERSONALITY = Key.reserved("pmix.pers", ValueType.STRING);

    /** {@code PMIX_HOST} ({@code pmix.host}): a string. */
    public static final Key<String> HOST = Key.reserved("pmix.host", ValueType.STRING);

    /** {@code PMIX_HOSTFILE} ({@code pmix.hostfile}): a string. */
    public static final Key<String> HOSTFILE = Key.reserved("pmix.hostfile", ValueType.STRING);

    /** {@code PMIX_ADD_HOST} ({@code pmix.addhost}): a string. */
    public static final Key<String> ADD_HOST = Key.reserved("pmix.addhost", ValueType.STRING);

    /** {@code PMIX_ADD_HOSTFILE} ({@code pmix.addhostfile}): a string. */
    public static final Key<String> ADD_HOSTFILE = Key.reserved("pmix.addhostfile", ValueType.STRING);

    /** {@code PMIX_PREFIX} ({@code pmix.prefix}): a string. */
    public static final Key<String> PREFIX = Key.reserved("pmix.prefix", ValueType.STRING);

    /** {@code PMIX_WDIR} ({@code pmix.wdir}): a string. */
    public static final Key<String> WDIR = Key.reserved("pmix.wdir", ValueType.STRING);

    /** {@code PMIX_WDIR_USER_SPECIFIED} ({@code pmix.wdir.user}): true or false. */
    public static final Key<Boolean> WDIR_USER_SPECIFIED = Key.reserved("pmix.wdir.user", ValueType.BOOL);

    /** {@code PMIX_DISPLAY_MAP} ({@code pmix.dispmap}): true or false. */
    public static final Key<Boolean> DISPLAY_MAP = Key.reserved("pmix.dispmap", ValueType.BOOL);

    /** {@code PMIX_DISPLAY_MAP_DETAILED} ({@code pmix.dispmapdet}): true or false. */
    public static final Key<Boolean> DISPLAY_MAP_DETAILED = Key.reserved("pmix.dispmapdet", ValueType.BOOL);

    /** {@code PMIX_DISPLAY_ALLOCATION} ({@code pmix.dispalloc}): true or false. */
    public static final Key<Boolean> DISPLAY_ALLOCATION = Key.reserved("pmix.dispalloc", ValueType.BOOL);

    /** {@code PMIX_DISPLAY_TOPOLOGY} ({@code pmix.disptopo}): a string. */
    public static final Key<String> DISPLAY_TOPOLOGY = Key.reserved("pmix.disptopo", ValueType.STRING);

    /** {@code PMIX_DISPLAY_PROCESSORS} ({@code pmix.dispcpus}): a string. */
    public static final Key<String> DISPLAY_PROCESSORS = Key.reserved("pmix.dispcpus", ValueType.STRING);

    /** {@code PMIX_DISPLAY_PARSEABLE_OUTPUT} ({@code pmix.dispparse}): true or false. */
    public static final Key<Boolean> DISPLAY_PARSEABLE_OUTPUT = Key.reserved("pmix.dispparse", ValueType.BOOL);

    /** {@code PMIX_PPR} ({@code pmix.ppr}): a string. */
    public static final Key<String> PPR = Key.reserved("pmix.ppr", ValueType.STRING);

    /** {@code PMIX_MAPBY} ({@code pmix.mapby}): a string. */
    public static final Key<String> MAPBY = Key.reserved("pmix.mapby", ValueType.STRING);

    /** {@code PMIX_RANKBY} ({@code pmix.rankby}): a string. */
    public static final Key<String> RANKBY = Key.reserved("pmix.rankby", ValueType.STRING);

    /** {@code PMIX_BINDTO} ({@code pmix.bindto}): a string. */
    public static final Key<String> BINDTO = Key.reserved("pmix.bindto", ValueType.STRING);

    /** {@code PMIX_PRELOAD_BIN} ({@code pmix.preloadbin}): true or false. */
    public static final Key<Boolean> PRELOAD_BIN = Key.reserved("pmix.preloadbin", ValueType.BOOL);

    /** {@code PMIX_PRELOAD_FILES} ({@code pmix.preloadfiles}): a string. */
    public static final Key<String> PRELOAD_FILES = Key.reserved("pmix.preloadfiles", ValueType.STRING);

    /** {@code PMIX_STDIN_TGT} ({@code pmix.stdin}): a string. */
    public static final Key<String> STDIN_TGT = Key.reserved("pmix.stdin", ValueType.STRING);

    /** {@code PMIX_DEBUGGER_DAEMONS} ({@code pmix.debugger}): true or false. */
    public static final Key<Boolean> DEBUGGER_DAEMONS = Key.reserved("pmix.debugger", ValueType.BOOL);

    /** {@code PMIX_COSPAWN_APP} ({@code pmix.cospawn}): true or false. */
    public static final Key<Boolean> COSPAWN_APP = Key.reserved("pmix.cospawn", ValueType.BOOL);

    /** {@code PMIX_COLOCATE_PROCS} ({@code pmix.colproc}): a list of processes. */
    public static final Key<List<ProcId>> COLOCATE_PROCS =
            Key.reserved("pmix.colproc", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_COLOCATE_NPERPROC} ({@code pmix.colnum.proc}): an unsigned 16-bit number. */
    public static final Key<Integer> COLOCATE_NPERPROC = Key.reserved("pmix.colnum.proc", ValueType.UINT16);

    /** {@code PMIX_COLOCATE_NPERNODE} ({@code pmix.colnum.node}): an unsigned 16-bit number. */
    public static final Key<Integer> COLOCATE_NPERNODE = Key.reserved("pmix.colnum.node", ValueType.UINT16);

    /** {@code PMIX_SET_SESSION_CWD} ({@code pmix.ssncwd}): true or false. */
    public static final Key<Boolean> SET_SESSION_CWD = Key.reserved("pmix.ssncwd", ValueType.BOOL);

    /** {@code PMIX_INDEX_ARGV} ({@code pmix.indxargv}): true or false. */
    public static final Key<Boolean> INDEX_ARGV = Key.reserved("pmix.indxargv", ValueType.BOOL);

    /** {@code PMIX_CPUS_PER_PROC} ({@code pmix.cpuperproc}): an unsigned 32-bit number. */
    public static final Key<Long> CPUS_PER_PROC = Key.reserved("pmix.cpuperproc", ValueType.UINT32);

    /** {@code PMIX_NO_PROCS_ON_HEAD} ({@code pmix.nolocal}): true or false. */
    public static final Key<Boolean> NO_PROCS_ON_HEAD = Key.reserved("pmix.nolocal", ValueType.BOOL);

    /** {@code PMIX_NO_OVERSUBSCRIBE} ({@code pmix.noover}): true or false. */
    public static final Key<Boolean> NO_OVERSUBSCRIBE = Key.reserved("pmix.noover", ValueType.BOOL);

    /** {@code PMIX_REPORT_BINDINGS} ({@code pmix.repbind}): true or false. */
    public static final Key<Boolean> REPORT_BINDINGS = Key.reserved("pmix.repbind", ValueType.BOOL);

    /** {@code PMIX_REPORT_PHYSICAL_CPUS} ({@code pmix.repphys.cpus}): true or false. */
    public static final Key<Boolean> REPORT_PHYSICAL_CPUS = Key.reserved("pmix.repphys.cpus", ValueType.BOOL);

    /** {@code PMIX_CPU_LIST} ({@code pmix.cpulist}): a string. */
    public static final Key<String> CPU_LIST = Key.reserved("pmix.cpulist", ValueType.STRING);

    /** {@code PMIX_JOB_RECOVERABLE} ({@code pmix.recover}): true or false. */
    public static final Key<Boolean> JOB_RECOVERABLE = Key.reserved("pmix.recover", ValueType.BOOL);

    /** {@code PMIX_JOB_CONTINUOUS} ({@code pmix.continuous}): true or false. */
    public static final Key<Boolean> JOB_CONTINUOUS = Key.reserved("pmix.continuous", ValueType.BOOL);

    /** {@code PMIX_MAX_RESTARTS} ({@code pmix.maxrestarts}): an unsigned 32-bit number. */
    public static final Key<Long> MAX_RESTARTS = Key.reserved("pmix.maxrestarts", ValueType.UINT32);

    /** {@code PMIX_FWD_STDIN} ({@code pmix.fwd.stdin}): true or false. */
    public static final Key<Boolean> FWD_STDIN = Key.reserved("pmix.fwd.stdin", ValueType.BOOL);

    /** {@code PMIX_FWD_STDOUT} ({@code pmix.fwd.stdout}): true or false. */
    public static final Key<Boolean> FWD_STDOUT = Key.reserved("pmix.fwd.stdout", ValueType.BOOL);

    /** {@code PMIX_FWD_STDERR} ({@code pmix.fwd.stderr}): true or false. */
    public static final Key<Boolean> FWD_STDERR = Key.reserved("pmix.fwd.stderr", ValueType.BOOL);

    /** {@code PMIX_FWD_STDDIAG} ({@code pmix.fwd.stddiag}): true or false. */
    public static final Key<Boolean> FWD_STDDIAG = Key.reserved("pmix.fwd.stddiag", ValueType.BOOL);

    /** {@code PMIX_SPAWN_TOOL} ({@code pmix.spwn.tool}): true or false. */
    public static final Key<Boolean> SPAWN_TOOL = Key.reserved("pmix.spwn.tool", ValueType.BOOL);

    /** {@code PMIX_CMD_LINE} ({@code pmix.cmd.line}): a string. */
    public static final Key<String> CMD_LINE = Key.reserved("pmix.cmd.line", ValueType.STRING);

    /** {@code PMIX_FORKEXEC_AGENT} ({@code pmix.fe.agnt}): a string. */
    public static final Key<String> FORKEXEC_AGENT = Key.reserved("pmix.fe.agnt", ValueType.STRING);

    /** {@code PMIX_JOB_TIMEOUT} ({@code pmix.job.time}): a duration, in whole seconds. */
    public static final Key<Duration> JOB_TIMEOUT = Key.reserved("pmix.job.time", ValueType.seconds(ValueType.INT));

    /** {@code PMIX_SPAWN_TIMEOUT} ({@code pmix.sp.time}): a duration, in whole seconds. */
    public static final Key<Duration> SPAWN_TIMEOUT = Key.reserved("pmix.sp.time", ValueType.seconds(ValueType.INT));

    /** {@code PMIX_TIMEOUT_STACKTRACES} ({@code pmix.tim.stack}): true or false. */
    public static final Key<Boolean> TIMEOUT_STACKTRACES = Key.reserved("pmix.tim.stack", ValueType.BOOL);

    /** {@code PMIX_TIMEOUT_REPORT_STATE} ({@code pmix.tim.state}): true or false. */
    public static final Key<Boolean> TIMEOUT_REPORT_STATE = Key.reserved("pmix.tim.state", ValueType.BOOL);

    /** {@code PMIX_APP_ARGV} ({@code pmix.app.argv}): a string. */
    public static final Key<String> APP_ARGV = Key.reserved("pmix.app.argv", ValueType.STRING);

    /** {@code PMIX_NOTIFY_JOB_EVENTS} ({@code pmix.note.jev}): true or false. */
    public static final Key<Boolean> NOTIFY_JOB_EVENTS = Key.reserved("pmix.note.jev", ValueType.BOOL);

    /** {@code PMIX_NOTIFY_PROC_TERMINATION} ({@code pmix.noteproc}): true or false. */
    public static final Key<Boolean> NOTIFY_PROC_TERMINATION = Key.reserved("pmix.noteproc", ValueType.BOOL);

    /** {@code PMIX_NOTIFY_PROC_ABNORMAL_TERMINATION} ({@code pmix.noteabproc}): true or false. */
    public static final Key<Boolean> NOTIFY_PROC_ABNORMAL_TERMINATION = Key.reserved("pmix.noteabproc", ValueType.BOOL);

    /** {@code PMIX_ENVARS_HARVESTED} ({@code pmix.evar.hvstd}): true or false. */
    public static final Key<Boolean> ENVARS_HARVESTED = Key.reserved("pmix.evar.hvstd", ValueType.BOOL);

    /** {@code PMIX_RUNTIME_OPTIONS} ({@code pmix.runopt}): a string. */
    public static final Key<String> RUNTIME_OPTIONS = Key.reserved("pmix.runopt", ValueType.STRING);

    /** {@code PMIX_ABORT_NON_ZERO_TERM} ({@code pmix.abnz}): true or false. */
    public static final Key<Boolean> ABORT_NON_ZERO_TERM = Key.reserved("pmix.abnz", ValueType.BOOL);

    /** {@code PMIX_DO_NOT_LAUNCH} ({@code pmix.dnl}): true or false. */
    public static final Key<Boolean> DO_NOT_LAUNCH = Key.reserved("pmix.dnl", ValueType.BOOL);

    /** {@code PMIX_SHOW_LAUNCH_PROGRESS} ({@code pmix.showprog}): true or false. */
    public static final Key<Boolean> SHOW_LAUNCH_PROGRESS = Key.reserved("pmix.showprog", ValueType.BOOL);

    /** {@code PMIX_AGGREGATE_HELP} ({@code pmix.agg.help}): true or false. */
    public static final Key<Boolean> AGGREGATE_HELP = Key.reserved("pmix.agg.help", ValueType.BOOL);

    /** {@code PMIX_REPORT_CHILD_SEP} ({@code pmix.rptchildsep}): true or false. */
    public static final Key<Boolean> REPORT_CHILD_SEP = Key.reserved("pmix.rptchildsep", ValueType.BOOL);

    /** {@code PMIX_SPAWN_CHILD_SEP} ({@code pmix.spchildsep}): true or false. */
    public static final Key<Boolean> SPAWN_CHILD_SEP = Key.reserved("pmix.spchildsep", ValueType.BOOL);

    /** {@code PMIX_FWD_ENVIRONMENT} ({@code pmix.fwdenv}): true or false. */
    public static final Key<Boolean> FWD_ENVIRONMENT = Key.reserved("pmix.fwdenv", ValueType.BOOL);

    /** {@code PMIX_SPAWN_PTY} ({@code pmix.spawn.pty}): true or false. */
    public static final Key<Boolean> SPAWN_PTY = Key.reserved("pmix.spawn.pty", ValueType.BOOL);

    /** {@code PMIX_PTY_TERMIO} ({@code pmix.pty.termio}): bytes. */
    public static final Key<byte[]> PTY_TERMIO = Key.reserved("pmix.pty.termio", ValueType.BYTES);

    /** {@code PMIX_PTY_WSIZE} ({@code pmix.pty.wsize}): bytes. */
    public static final Key<byte[]> PTY_WSIZE = Key.reserved("pmix.pty.wsize", ValueType.BYTES);

    /** {@code PMIX_SPAWN_TARGET} ({@code pmix.spwn.tgt}): a value of one of several types. */
    public static final Key<PmixValue> SPAWN_TARGET = Key.reserved("pmix.spwn.tgt", ValueType.ANY);

    /** {@code PMIX_SPAWN_ALLOC} ({@code pmix.spwn.alloc}): attributes. */
    public static final Key<Attributes> SPAWN_ALLOC = Key.reserved("pmix.spwn.alloc", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_SUPPORTED_KEYS} ({@code pmix.qry.keys}): a string. */
    public static final Key<String> QUERY_SUPPORTED_KEYS = Key.reserved("pmix.qry.keys", ValueType.STRING);

    /** {@code PMIX_QUERY_NAMESPACES} ({@code pmix.qry.ns}): a string. */
    public static final Key<String> QUERY_NAMESPACES = Key.reserved("pmix.qry.ns", ValueType.STRING);

    /** {@code PMIX_QUERY_NAMESPACE_INFO} ({@code pmix.qry.nsinfo}): attributes. */
    public static final Key<Attributes> QUERY_NAMESPACE_INFO = Key.reserved("pmix.qry.nsinfo", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_JOB_STATUS} ({@code pmix.qry.jst}): a status. */
    public static final Key<PmixStatus> QUERY_JOB_STATUS = Key.reserved("pmix.qry.jst", ValueType.STATUS);

    /** {@code PMIX_QUERY_QUEUE_LIST} ({@code pmix.qry.qlst}): a string. */
    public static final Key<String> QUERY_QUEUE_LIST = Key.reserved("pmix.qry.qlst", ValueType.STRING);

    /** {@code PMIX_QUERY_QUEUE_STATUS} ({@code pmix.qry.qst}): an array. */
    public static final Key<PmixValue.Array> QUERY_QUEUE_STATUS = Key.reserved("pmix.qry.qst", ValueType.ARRAY);

    /** {@code PMIX_QUERY_PROC_TABLE} ({@code pmix.qry.ptable}): a list of descriptions of processes. */
    public static final Key<List<ProcInfo>> QUERY_PROC_TABLE =
            Key.reserved("pmix.qry.ptable", ValueType.listOf(ValueType.PROC_INFO));

    /** {@code PMIX_QUERY_LOCAL_PROC_TABLE} ({@code pmix.qry.lptable}): a list of descriptions of processes. */
    public static final Key<List<ProcInfo>> QUERY_LOCAL_PROC_TABLE =
            Key.reserved("pmix.qry.lptable", ValueType.listOf(ValueType.PROC_INFO));

    /** {@code PMIX_QUERY_AUTHORIZATIONS} ({@code pmix.qry.auths}): an array. */
    public static final Key<PmixValue.Array> QUERY_AUTHORIZATIONS = Key.reserved("pmix.qry.auths", ValueType.ARRAY);

    /** {@code PMIX_QUERY_SPAWN_SUPPORT} ({@code pmix.qry.spawn}): a string. */
    public static final Key<String> QUERY_SPAWN_SUPPORT = Key.reserved("pmix.qry.spawn", ValueType.STRING);

    /** {@code PMIX_QUERY_DEBUG_SUPPORT} ({@code pmix.qry.debug}): a string. */
    public static final Key<String> QUERY_DEBUG_SUPPORT = Key.reserved("pmix.qry.debug", ValueType.STRING);

    /** {@code PMIX_QUERY_MEMORY_USAGE} ({@code pmix.qry.mem}): an array. */
    public static final Key<PmixValue.Array> QUERY_MEMORY_USAGE = Key.reserved("pmix.qry.mem", ValueType.ARRAY);

    /** {@code PMIX_QUERY_ALLOC_STATUS} ({@code pmix.query.alloc}): a string. */
    public static final Key<String> QUERY_ALLOC_STATUS = Key.reserved("pmix.query.alloc", ValueType.STRING);

    /** {@code PMIX_QUERY_ALLOCATION} ({@code pmix.query.allc}): attributes. */
    public static final Key<Attributes> QUERY_ALLOCATION = Key.reserved("pmix.query.allc", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_ALLOC_IDS} ({@code pmix.query.alloc.ids}): attributes. */
    public static final Key<Attributes> QUERY_ALLOC_IDS = Key.reserved("pmix.query.alloc.ids", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_ALLOC_PROPERTIES} ({@code pmix.query.alloc.prop}): attributes. */
    public static final Key<Attributes> QUERY_ALLOC_PROPERTIES =
            Key.reserved("pmix.query.alloc.prop", ValueType.ATTRIBUTES);

    /** {@code PMIX_TIME_REMAINING} ({@code pmix.time.remaining}): a duration, in whole seconds. */
    public static final Key<Duration> TIME_REMAINING =
            Key.reserved("pmix.time.remaining", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_QUERY_NUM_PSETS} ({@code pmix.qry.psetnum}): a {@code size_t}. */
    public static final Key<Long> QUERY_NUM_PSETS = Key.reserved("pmix.qry.psetnum", ValueType.SIZE);

    /** {@code PMIX_QUERY_PSET_NAMES} ({@code pmix.qry.psets}): a string. */
    public static final Key<String> QUERY_PSET_NAMES = Key.reserved("pmix.qry.psets", ValueType.STRING);

    /** {@code PMIX_QUERY_PSET_MEMBERSHIP} ({@code pmix.qry.pmems}): a list of processes. */
    public static final Key<List<ProcId>> QUERY_PSET_MEMBERSHIP =
            Key.reserved("pmix.qry.pmems", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_QUERY_NUM_GROUPS} ({@code pmix.qry.pgrpnum}): a {@code size_t}. */
    public static final Key<Long> QUERY_NUM_GROUPS = Key.reserved("pmix.qry.pgrpnum", ValueType.SIZE);

    /** {@code PMIX_QUERY_GROUP_NAMES} ({@code pmix.qry.pgrp}): a string. */
    public static final Key<String> QUERY_GROUP_NAMES = Key.reserved("pmix.qry.pgrp", ValueType.STRING);

    /** {@code PMIX_QUERY_GROUP_MEMBERSHIP} ({@code pmix.qry.pgrpmems}): a list of processes. */
    public static final Key<List<ProcId>> QUERY_GROUP_MEMBERSHIP =
            Key.reserved("pmix.qry.pgrpmems", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_QUERY_ATTRIBUTE_SUPPORT} ({@code pmix.qry.attrs}): attributes. */
    public static final Key<Attributes> QUERY_ATTRIBUTE_SUPPORT = Key.reserved("pmix.qry.attrs", ValueType.ATTRIBUTES);

    /** {@code PMIX_CLIENT_FUNCTIONS} ({@code pmix.client.fns}): a string. */
    public static final Key<String> CLIENT_FUNCTIONS = Key.reserved("pmix.client.fns", ValueType.STRING);

    /** {@code PMIX_SERVER_FUNCTIONS} ({@code pmix.srvr.fns}): a string. */
    public static final Key<String> SERVER_FUNCTIONS = Key.reserved("pmix.srvr.fns", ValueType.STRING);

    /** {@code PMIX_TOOL_FUNCTIONS} ({@code pmix.tool.fns}): a string. */
    public static final Key<String> TOOL_FUNCTIONS = Key.reserved("pmix.tool.fns", ValueType.STRING);

    /** {@code PMIX_HOST_FUNCTIONS} ({@code pmix.host.fns}): a string. */
    public static final Key<String> HOST_FUNCTIONS = Key.reserved("pmix.host.fns", ValueType.STRING);

    /** {@code PMIX_QUERY_AVAIL_SERVERS} ({@code pmix.qry.asrvrs}): attributes. */
    public static final Key<Attributes> QUERY_AVAIL_SERVERS = Key.reserved("pmix.qry.asrvrs", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_QUALIFIERS} ({@code pmix.qry.quals}): attributes. */
    public static final Key<Attributes> QUERY_QUALIFIERS = Key.reserved("pmix.qry.quals", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_RESULTS} ({@code pmix.qry.res}): attributes. */
    public static final Key<Attributes> QUERY_RESULTS = Key.reserved("pmix.qry.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_MIN_ALLOC_UNIT} ({@code pmix.qry.minau}): attributes. */
    public static final Key<Attributes> QUERY_MIN_ALLOC_UNIT = Key.reserved("pmix.qry.minau", ValueType.ATTRIBUTES);

    /** {@code PMIX_QUERY_RES_BLOCKS} ({@code pmix.qry.resblks}): a list of strings. */
    public static final Key<List<String>> QUERY_RES_BLOCKS =
            Key.reserved("pmix.qry.resblks", ValueType.listOf(ValueType.STRING));

    /** {@code PMIX_QUERY_RES_BLOCK_DEF} ({@code pmix.qry.resdef}): a list of resource units. */
    public static final Key<List<ResourceUnit>> QUERY_RES_BLOCK_DEF =
            Key.reserved("pmix.qry.resdef", ValueType.listOf(ValueType.RESOURCE_UNIT));

    /** {@code PMIX_QUERY_DEVICES} ({@code pmix.qry.dev}): a list of devices. */
    public static final Key<List<Device>> QUERY_DEVICES =
            Key.reserved("pmix.qry.dev", ValueType.listOf(ValueType.DEVICE));

    /** {@code PMIX_QUERY_AVAILABLE_SLOTS} ({@code pmix.qry.aslots}): an unsigned 32-bit number. */
    public static final Key<Long> QUERY_AVAILABLE_SLOTS = Key.reserved("pmix.qry.aslots", ValueType.UINT32);

    /** {@code PMIX_QUERY_RESOLVE_PEERS} ({@code pmix.qry.peers}): a list of processes. */
    public static final Key<List<ProcId>> QUERY_RESOLVE_PEERS =
            Key.reserved("pmix.qry.peers", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_QUERY_RESOLVE_NODE} ({@code pmix.qry.node}): a string. */
    public static final Key<String> QUERY_RESOLVE_NODE = Key.reserved("pmix.qry.node", ValueType.STRING);

    /** {@code PMIX_QUERY_PROC_RESOURCE_USAGE} ({@code pmix.qry.pres}): an array. */
    public static final Key<PmixValue.Array> QUERY_PROC_RESOURCE_USAGE = Key.reserved("pmix.qry.pres", ValueType.ARRAY);

    /** {@code PMIX_QUERY_NODE_RESOURCE_USAGE} ({@code pmix.qry.nres}): an array. */
    public static final Key<PmixValue.Array> QUERY_NODE_RESOURCE_USAGE = Key.reserved("pmix.qry.nres", ValueType.ARRAY);

    /** {@code PMIX_QUERY_REFRESH_CACHE} ({@code pmix.qry.rfsh}): true or false. */
    public static final Key<Boolean> QUERY_REFRESH_CACHE = Key.reserved("pmix.qry.rfsh", ValueType.BOOL);

    /** {@code PMIX_QUERY_LOCAL_ONLY} ({@code pmix.qry.local}): true or false. */
    public static final Key<Boolean> QUERY_LOCAL_ONLY = Key.reserved("pmix.qry.local", ValueType.BOOL);

    /** {@code PMIX_QUERY_REPORT_AVG} ({@code pmix.qry.avg}): true or false. */
    public static final Key<Boolean> QUERY_REPORT_AVG = Key.reserved("pmix.qry.avg", ValueType.BOOL);

    /** {@code PMIX_QUERY_REPORT_MINMAX} ({@code pmix.qry.minmax}): true or false. */
    public static final Key<Boolean> QUERY_REPORT_MINMAX = Key.reserved("pmix.qry.minmax", ValueType.BOOL);

    /** {@code PMIX_CLIENT_ATTRIBUTES} ({@code pmix.client.attrs}): a string. */
    public static final Key<String> CLIENT_ATTRIBUTES = Key.reserved("pmix.client.attrs", ValueType.STRING);

    /** {@code PMIX_SERVER_ATTRIBUTES} ({@code pmix.srvr.attrs}): a string. */
    public static final Key<String> SERVER_ATTRIBUTES = Key.reserved("pmix.srvr.attrs", ValueType.STRING);

    /** {@code PMIX_HOST_ATTRIBUTES} ({@code pmix.host.attrs}): a string. */
    public static final Key<String> HOST_ATTRIBUTES = Key.reserved("pmix.host.attrs", ValueType.STRING);

    /** {@code PMIX_TOOL_ATTRIBUTES} ({@code pmix.tool.attrs}): a string. */
    public static final Key<String> TOOL_ATTRIBUTES = Key.reserved("pmix.tool.attrs", ValueType.STRING);

    /** {@code PMIX_QUERY_SUPPORTED_QUALIFIERS} ({@code pmix.qry.supqual}): true or false. */
    public static final Key<Boolean> QUERY_SUPPORTED_QUALIFIERS = Key.reserved("pmix.qry.supqual", ValueType.BOOL);

    /** {@code PMIX_RESOURCE_BLOCK_NAME} ({@code pmix.resblkname}): a string. */
    public static final Key<String> RESOURCE_BLOCK_NAME = Key.reserved("pmix.resblkname", ValueType.STRING);

    /** {@code PMIX_SESSION_INFO} ({@code pmix.ssn.info}): true or false. */
    public static final Key<Boolean> SESSION_INFO = Key.reserved("pmix.ssn.info", ValueType.BOOL);

    /** {@code PMIX_JOB_INFO} ({@code pmix.job.info}): true or false. */
    public static final Key<Boolean> JOB_INFO = Key.reserved("pmix.job.info", ValueType.BOOL);

    /** {@code PMIX_APP_INFO} ({@code pmix.app.info}): true or false. */
    public static final Key<Boolean> APP_INFO = Key.reserved("pmix.app.info", ValueType.BOOL);

    /** {@code PMIX_NODE_INFO} ({@code pmix.node.info}): true or false. */
    public static final Key<Boolean> NODE_INFO = Key.reserved("pmix.node.info", ValueType.BOOL);

    /** {@code PMIX_SESSION_INFO_ARRAY} ({@code pmix.ssn.arr}): attributes. */
    public static final Key<Attributes> SESSION_INFO_ARRAY = Key.reserved("pmix.ssn.arr", ValueType.ATTRIBUTES);

    /** {@code PMIX_JOB_INFO_ARRAY} ({@code pmix.job.arr}): attributes. */
    public static final Key<Attributes> JOB_INFO_ARRAY = Key.reserved("pmix.job.arr", ValueType.ATTRIBUTES);

    /** {@code PMIX_APP_INFO_ARRAY} ({@code pmix.app.arr}): attributes. */
    public static final Key<Attributes> APP_INFO_ARRAY = Key.reserved("pmix.app.arr", ValueType.ATTRIBUTES);

    /** {@code PMIX_PROC_INFO_ARRAY} ({@code pmix.pdata}): attributes. */
    public static final Key<Attributes> PROC_INFO_ARRAY = Key.reserved("pmix.pdata", ValueType.ATTRIBUTES);

    /** {@code PMIX_NODE_INFO_ARRAY} ({@code pmix.node.arr}): attributes. */
    public static final Key<Attributes> NODE_INFO_ARRAY = Key.reserved("pmix.node.arr", ValueType.ATTRIBUTES);

    /** {@code PMIX_SERVER_INFO_ARRAY} ({@code pmix.srv.arr}): attributes. */
    public static final Key<Attributes> SERVER_INFO_ARRAY = Key.reserved("pmix.srv.arr", ValueType.ATTRIBUTES);

    /** {@code PMIX_LOG_SOURCE} ({@code pmix.log.source}): a process. */
    public static final Key<ProcId> LOG_SOURCE = Key.reserved("pmix.log.source", ValueType.PROC);

    /** {@code PMIX_LOG_STDERR} ({@code pmix.log.stderr}): a string. */
    public static final Key<String> LOG_STDERR = Key.reserved("pmix.log.stderr", ValueType.STRING);

    /** {@code PMIX_LOG_STDOUT} ({@code pmix.log.stdout}): a string. */
    public static final Key<String> LOG_STDOUT = Key.reserved("pmix.log.stdout", ValueType.STRING);

    /** {@code PMIX_LOG_SYSLOG} ({@code pmix.log.syslog}): a string. */
    public static final Key<String> LOG_SYSLOG = Key.reserved("pmix.log.syslog", ValueType.STRING);

    /** {@code PMIX_LOG_LOCAL_SYSLOG} ({@code pmix.log.lsys}): a string. */
    public static final Key<String> LOG_LOCAL_SYSLOG = Key.reserved("pmix.log.lsys", ValueType.STRING);

    /** {@code PMIX_LOG_GLOBAL_SYSLOG} ({@code pmix.log.gsys}): a string. */
    public static final Key<String> LOG_GLOBAL_SYSLOG = Key.reserved("pmix.log.gsys", ValueType.STRING);

    /** {@code PMIX_LOG_SYSLOG_PRI} ({@code pmix.log.syspri}): an {@code int}. */
    public static final Key<Integer> LOG_SYSLOG_PRI = Key.reserved("pmix.log.syspri", ValueType.INT);

    /** {@code PMIX_LOG_TIMESTAMP} ({@code pmix.log.tstmp}): a time, in whole seconds. */
    public static final Key<Instant> LOG_TIMESTAMP = Key.reserved("pmix.log.tstmp", ValueType.TIME);

    /** {@code PMIX_LOG_GENERATE_TIMESTAMP} ({@code pmix.log.gtstmp}): true or false. */
    public static final Key<Boolean> LOG_GENERATE_TIMESTAMP = Key.reserved("pmix.log.gtstmp", ValueType.BOOL);

    /** {@code PMIX_LOG_TAG_OUTPUT} ({@code pmix.log.tag}): true or false. */
    public static final Key<Boolean> LOG_TAG_OUTPUT = Key.reserved("pmix.log.tag", ValueType.BOOL);

    /** {@code PMIX_LOG_TIMESTAMP_OUTPUT} ({@code pmix.log.tsout}): true or false. */
    public static final Key<Boolean> LOG_TIMESTAMP_OUTPUT = Key.reserved("pmix.log.tsout", ValueType.BOOL);

    /** {@code PMIX_LOG_XML_OUTPUT} ({@code pmix.log.xml}): true or false. */
    public static final Key<Boolean> LOG_XML_OUTPUT = Key.reserved("pmix.log.xml", ValueType.BOOL);

    /** {@code PMIX_LOG_ONCE} ({@code pmix.log.once}): true or false. */
    public static final Key<Boolean> LOG_ONCE = Key.reserved("pmix.log.once", ValueType.BOOL);

    /** {@code PMIX_LOG_MSG} ({@code pmix.log.msg}): bytes. */
    public static final Key<byte[]> LOG_MSG = Key.reserved("pmix.log.msg", ValueType.BYTES);

    /** {@code PMIX_LOG_KEY} ({@code pmix.log.key}): a string. */
    public static final Key<String> LOG_KEY = Key.reserved("pmix.log.key", ValueType.STRING);

    /** {@code PMIX_LOG_VAL} ({@code pmix.log.val}): a string. */
    public static final Key<String> LOG_VAL = Key.reserved("pmix.log.val", ValueType.STRING);

    /** {@code PMIX_LOG_AGG} ({@code pmix.log.agg}): true or false. */
    public static final Key<Boolean> LOG_AGG = Key.reserved("pmix.log.agg", ValueType.BOOL);

    /** {@code PMIX_LOG_EMAIL} ({@code pmix.log.email}): attributes. */
    public static final Key<Attributes> LOG_EMAIL = Key.reserved("pmix.log.email", ValueType.ATTRIBUTES);

    /** {@code PMIX_LOG_EMAIL_ADDR} ({@code pmix.log.emaddr}): a string. */
    public static final Key<String> LOG_EMAIL_ADDR = Key.reserved("pmix.log.emaddr", ValueType.STRING);

    /** {@code PMIX_LOG_EMAIL_SENDER_ADDR} ({@code pmix.log.emfaddr}): a string. */
    public static final Key<String> LOG_EMAIL_SENDER_ADDR = Key.reserved("pmix.log.emfaddr", ValueType.STRING);

    /** {@code PMIX_LOG_EMAIL_SUBJECT} ({@code pmix.log.emsub}): a string. */
    public static final Key<String> LOG_EMAIL_SUBJECT = Key.reserved("pmix.log.emsub", ValueType.STRING);

    /** {@code PMIX_LOG_EMAIL_MSG} ({@code pmix.log.emmsg}): a string. */
    public static final Key<String> LOG_EMAIL_MSG = Key.reserved("pmix.log.emmsg", ValueType.STRING);

    /** {@code PMIX_LOG_EMAIL_SERVER} ({@code pmix.log.esrvr}): a string. */
    public static final Key<String> LOG_EMAIL_SERVER = Key.reserved("pmix.log.esrvr", ValueType.STRING);

    /** {@code PMIX_LOG_EMAIL_SRVR_PORT} ({@code pmix.log.esrvrprt}): a 32-bit number. */
    public static final Key<Integer> LOG_EMAIL_SRVR_PORT = Key.reserved("pmix.log.esrvrprt", ValueType.INT32);

    /** {@code PMIX_LOG_GLOBAL_DATASTORE} ({@code pmix.log.gstore}): true or false. */
    public static final Key<Boolean> LOG_GLOBAL_DATASTORE = Key.reserved("pmix.log.gstore", ValueType.BOOL);

    /** {@code PMIX_LOG_JOB_RECORD} ({@code pmix.log.jrec}): true or false. */
    public static final Key<Boolean> LOG_JOB_RECORD = Key.reserved("pmix.log.jrec", ValueType.BOOL);

    /** {@code PMIX_LOG_PROC_TERMINATION} ({@code pmix.logproc}): true or false. */
    public static final Key<Boolean> LOG_PROC_TERMINATION = Key.reserved("pmix.logproc", ValueType.BOOL);

    /** {@code PMIX_LOG_PROC_ABNORMAL_TERMINATION} ({@code pmix.logabproc}): true or false. */
    public static final Key<Boolean> LOG_PROC_ABNORMAL_TERMINATION = Key.reserved("pmix.logabproc", ValueType.BOOL);

    /** {@code PMIX_LOG_JOB_EVENTS} ({@code pmix.log.jev}): true or false. */
    public static final Key<Boolean> LOG_JOB_EVENTS = Key.reserved("pmix.log.jev", ValueType.BOOL);

    /** {@code PMIX_LOG_COMPLETION} ({@code pmix.logcomp}): true or false. */
    public static final Key<Boolean> LOG_COMPLETION = Key.reserved("pmix.logcomp", ValueType.BOOL);

    /** {@code PMIX_DEBUG_STOP_ON_EXEC} ({@code pmix.dbg.exec}): a value of one of several types. */
    public static final Key<PmixValue> DEBUG_STOP_ON_EXEC = Key.reserved("pmix.dbg.exec", ValueType.ANY);

    /** {@code PMIX_DEBUG_STOP_IN_INIT} ({@code pmix.dbg.init}): a value of one of several types. */
    public static final Key<PmixValue> DEBUG_STOP_IN_INIT = Key.reserved("pmix.dbg.init", ValueType.ANY);

    /** {@code PMIX_DEBUG_STOP_IN_APP} ({@code pmix.dbg.notify}): a value of one of several types. */
    public static final Key<PmixValue> DEBUG_STOP_IN_APP = Key.reserved("pmix.dbg.notify", ValueType.ANY);

    /** {@code PMIX_BREAKPOINT} ({@code pmix.brkpnt}): a string. */
    public static final Key<String> BREAKPOINT = Key.reserved("pmix.brkpnt", ValueType.STRING);

    /** {@code PMIX_DEBUG_TARGET} ({@code pmix.dbg.tgt}): a process. */
    public static final Key<ProcId> DEBUG_TARGET = Key.reserved("pmix.dbg.tgt", ValueType.PROC);

    /** {@code PMIX_DEBUG_DAEMONS_PER_PROC} ({@code pmix.dbg.dpproc}): an unsigned 16-bit number. */
    public static final Key<Integer> DEBUG_DAEMONS_PER_PROC = Key.reserved("pmix.dbg.dpproc", ValueType.UINT16);

    /** {@code PMIX_DEBUG_DAEMONS_PER_NODE} ({@code pmix.dbg.dpnd}): an unsigned 16-bit number. */
    public static final Key<Integer> DEBUG_DAEMONS_PER_NODE = Key.reserved("pmix.dbg.dpnd", ValueType.UINT16);

    /** {@code PMIX_RM_NAME} ({@code pmix.rm.name}): a string. */
    public static final Key<String> RM_NAME = Key.reserved("pmix.rm.name", ValueType.STRING);

    /** {@code PMIX_RM_VERSION} ({@code pmix.rm.version}): a string. */
    public static final Key<String> RM_VERSION = Key.reserved("pmix.rm.version", ValueType.STRING);

    /** {@code PMIX_SET_ENVAR} ({@code pmix.envar.set}): an environment variable. */
    public static final Key<Envar> SET_ENVAR = Key.reserved("pmix.envar.set", ValueType.ENVAR);

    /** {@code PMIX_ADD_ENVAR} ({@code pmix.envar.add}): an environment variable. */
    public static final Key<Envar> ADD_ENVAR = Key.reserved("pmix.envar.add", ValueType.ENVAR);

    /** {@code PMIX_UNSET_ENVAR} ({@code pmix.envar.unset}): a string. */
    public static final Key<String> UNSET_ENVAR = Key.reserved("pmix.envar.unset", ValueType.STRING);

    /** {@code PMIX_PREPEND_ENVAR} ({@code pmix.envar.prepnd}): an environment variable. */
    public static final Key<Envar> PREPEND_ENVAR = Key.reserved("pmix.envar.prepnd", ValueType.ENVAR);

    /** {@code PMIX_APPEND_ENVAR} ({@code pmix.envar.appnd}): an environment variable. */
    public static final Key<Envar> APPEND_ENVAR = Key.reserved("pmix.envar.appnd", ValueType.ENVAR);

    /** {@code PMIX_FIRST_ENVAR} ({@code pmix.envar.first}): an environment variable. */
    public static final Key<Envar> FIRST_ENVAR = Key.reserved("pmix.envar.first", ValueType.ENVAR);

    /** {@code PMIX_ALLOC_REQ_DIRECTIVE} ({@code pmix.alloc.dir}): an allocation directive. */
    public static final Key<Integer> ALLOC_REQ_DIRECTIVE = Key.reserved("pmix.alloc.dir", ValueType.ALLOC_DIRECTIVE);

    /** {@code PMIX_ALLOC_REQ_ID} ({@code pmix.alloc.reqid}): a string. */
    public static final Key<String> ALLOC_REQ_ID = Key.reserved("pmix.alloc.reqid", ValueType.STRING);

    /** {@code PMIX_ALLOC_ID} ({@code pmix.alloc.id}): a string. */
    public static final Key<String> ALLOC_ID = Key.reserved("pmix.alloc.id", ValueType.STRING);

    /** {@code PMIX_ALLOC_PROPERTY} ({@code pmix.alloc.property}): a string. */
    public static final Key<String> ALLOC_PROPERTY = Key.reserved("pmix.alloc.property", ValueType.STRING);

    /** {@code PMIX_ALLOC_RELEASABLE} ({@code pmix.alloc.releasable}): true or false. */
    public static final Key<Boolean> ALLOC_RELEASABLE = Key.reserved("pmix.alloc.releasable", ValueType.BOOL);

    /** {@code PMIX_ALLOC_SEQUENCE} ({@code pmix.alloc.seq}): an unsigned 32-bit number. */
    public static final Key<Long> ALLOC_SEQUENCE = Key.reserved("pmix.alloc.seq", ValueType.UINT32);

    /** {@code PMIX_ALLOC_NUM_NODES} ({@code pmix.alloc.nnodes}): an unsigned 64-bit number. */
    public static final Key<Long> ALLOC_NUM_NODES = Key.reserved("pmix.alloc.nnodes", ValueType.UINT64);

    /** {@code PMIX_ALLOC_NODE_LIST} ({@code pmix.alloc.nlist}): a string. */
    public static final Key<String> ALLOC_NODE_LIST = Key.reserved("pmix.alloc.nlist", ValueType.STRING);

    /** {@code PMIX_ALLOC_EXCLUDE} ({@code pmix.alloc.exclude}): a string. */
    public static final Key<String> ALLOC_EXCLUDE = Key.reserved("pmix.alloc.exclude", ValueType.STRING);

    /** {@code PMIX_ALLOC_NUM_CPUS} ({@code pmix.alloc.ncpus}): an unsigned 64-bit number. */
    public static final Key<Long> ALLOC_NUM_CPUS = Key.reserved("pmix.alloc.ncpus", ValueType.UINT64);

    /** {@code PMIX_ALLOC_NUM_CPU_LIST} ({@code pmix.alloc.ncpulist}): a string. */
    public static final Key<String> ALLOC_NUM_CPU_LIST = Key.reserved("pmix.alloc.ncpulist", ValueType.STRING);

    /** {@code PMIX_ALLOC_CPU_LIST} ({@code pmix.alloc.cpulist}): a string. */
    public static final Key<String> ALLOC_CPU_LIST = Key.reserved("pmix.alloc.cpulist", ValueType.STRING);

    /** {@code PMIX_ALLOC_MEM_SIZE} ({@code pmix.alloc.msize}): a {@code float}. */
    public static final Key<Float> ALLOC_MEM_SIZE = Key.reserved("pmix.alloc.msize", ValueType.FLOAT);

    /** {@code PMIX_ALLOC_FABRIC} ({@code pmix.alloc.net}): attributes. */
    public static final Key<Attributes> ALLOC_FABRIC = Key.reserved("pmix.alloc.net", ValueType.ATTRIBUTES);

    /** {@code PMIX_ALLOC_FABRIC_ID} ({@code pmix.alloc.netid}): a string. */
    public static final Key<String> ALLOC_FABRIC_ID = Key.reserved("pmix.alloc.netid", ValueType.STRING);

    /** {@code PMIX_ALLOC_BANDWIDTH} ({@code pmix.alloc.bw}): a {@code float}. */
    public static final Key<Float> ALLOC_BANDWIDTH = Key.reserved("pmix.alloc.bw", ValueType.FLOAT);

    /** {@code PMIX_ALLOC_FABRIC_QOS} ({@code pmix.alloc.netqos}): a string. */
    public static final Key<String> ALLOC_FABRIC_QOS = Key.reserved("pmix.alloc.netqos", ValueType.STRING);

    /** {@code PMIX_ALLOC_TIME} ({@code pmix.alloc.time}): a string. */
    public static final Key<String> ALLOC_TIME = Key.reserved("pmix.alloc.time", ValueType.STRING);

    /** {@code PMIX_ALLOC_WARN_TIMEOUT} ({@code pmix.alloc.wtmo}): a duration, in whole seconds. */
    public static final Key<Duration> ALLOC_WARN_TIMEOUT =
            Key.reserved("pmix.alloc.wtmo", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_ALLOC_FABRIC_TYPE} ({@code pmix.alloc.nettype}): a string. */
    public static final Key<String> ALLOC_FABRIC_TYPE = Key.reserved("pmix.alloc.nettype", ValueType.STRING);

    /** {@code PMIX_ALLOC_FABRIC_PLANE} ({@code pmix.alloc.netplane}): a string. */
    public static final Key<String> ALLOC_FABRIC_PLANE = Key.reserved("pmix.alloc.netplane", ValueType.STRING);

    /** {@code PMIX_ALLOC_FABRIC_ENDPTS} ({@code pmix.alloc.endpts}): a {@code size_t}. */
    public static final Key<Long> ALLOC_FABRIC_ENDPTS = Key.reserved("pmix.alloc.endpts", ValueType.SIZE);

    /** {@code PMIX_ALLOC_FABRIC_ENDPTS_NODE} ({@code pmix.alloc.endpts.nd}): a {@code size_t}. */
    public static final Key<Long> ALLOC_FABRIC_ENDPTS_NODE = Key.reserved("pmix.alloc.endpts.nd", ValueType.SIZE);

    /** {@code PMIX_ALLOC_FABRIC_SEC_KEY} ({@code pmix.alloc.nsec}): bytes. */
    public static final Key<byte[]> ALLOC_FABRIC_SEC_KEY = Key.reserved("pmix.alloc.nsec", ValueType.BYTES);

    /** {@code PMIX_ALLOC_QUEUE} ({@code pmix.alloc.queue}): a string. */
    public static final Key<String> ALLOC_QUEUE = Key.reserved("pmix.alloc.queue", ValueType.STRING);

    /** {@code PMIX_ALLOC_PREEMPTIBLE} ({@code pmix.alloc.preempt}): true or false. */
    public static final Key<Boolean> ALLOC_PREEMPTIBLE = Key.reserved("pmix.alloc.preempt", ValueType.BOOL);

    /** {@code PMIX_ALLOC_LEND} ({@code pmix.alloc.lend}): a string. */
    public static final Key<String> ALLOC_LEND = Key.reserved("pmix.alloc.lend", ValueType.STRING);

    /** {@code PMIX_ALLOC_IMAGE} ({@code pmix.alloc.image}): a string. */
    public static final Key<String> ALLOC_IMAGE = Key.reserved("pmix.alloc.image", ValueType.STRING);

    /** {@code PMIX_ALLOC_WAIT_ALL_NODES} ({@code pmix.alloc.waitall}): true or false. */
    public static final Key<Boolean> ALLOC_WAIT_ALL_NODES = Key.reserved("pmix.alloc.waitall", ValueType.BOOL);

    /** {@code PMIX_ALLOC_SHARE} ({@code pmix.alloc.share}): true or false. */
    public static final Key<Boolean> ALLOC_SHARE = Key.reserved("pmix.alloc.share", ValueType.BOOL);

    /** {@code PMIX_ALLOC_NOSHELL} ({@code pmix.alloc.noshell}): true or false. */
    public static final Key<Boolean> ALLOC_NOSHELL = Key.reserved("pmix.alloc.noshell", ValueType.BOOL);

    /** {@code PMIX_ALLOC_DEPENDENCY} ({@code pmix.alloc.depend}): a string. */
    public static final Key<String> ALLOC_DEPENDENCY = Key.reserved("pmix.alloc.depend", ValueType.STRING);

    /** {@code PMIX_ALLOC_BEGIN} ({@code pmix.alloc.begin}): a string. */
    public static final Key<String> ALLOC_BEGIN = Key.reserved("pmix.alloc.begin", ValueType.STRING);

    /** {@code PMIX_ALLOC_NOT_WAITING} ({@code pmix.alloc.notwait}): true or false. */
    public static final Key<Boolean> ALLOC_NOT_WAITING = Key.reserved("pmix.alloc.notwait", ValueType.BOOL);

    /** {@code PMIX_ALLOC_RES_BLOCK} ({@code pmix.alloc.blk}): a string. */
    public static final Key<String> ALLOC_RES_BLOCK = Key.reserved("pmix.alloc.blk", ValueType.STRING);

    /** {@code PMIX_ALLOC_NUM_BLOCKS} ({@code pmix.alloc.nblks}): an unsigned 64-bit number. */
    public static final Key<Long> ALLOC_NUM_BLOCKS = Key.reserved("pmix.alloc.nblks", ValueType.UINT64);

    /** {@code PMIX_ALLOC_MAU} ({@code pmix.alloc.mau}): a list of resource units. */
    public static final Key<List<ResourceUnit>> ALLOC_MAU =
            Key.reserved("pmix.alloc.mau", ValueType.listOf(ValueType.RESOURCE_UNIT));

    /** {@code PMIX_ALLOC_CHILD_SEP} ({@code pmix.alloc.sep}): true or false. */
    public static final Key<Boolean> ALLOC_CHILD_SEP = Key.reserved("pmix.alloc.sep", ValueType.BOOL);

    /** {@code PMIX_MEM_ALLOC_KIND} ({@code pmix.alloc.mkind}): a string. */
    public static final Key<String> MEM_ALLOC_KIND = Key.reserved("pmix.alloc.mkind", ValueType.STRING);

    /** {@code PMIX_GPU_SUPPORT} ({@code pmix.gpu.support}): true or false. */
    public static final Key<Boolean> GPU_SUPPORT = Key.reserved("pmix.gpu.support", ValueType.BOOL);

    /** {@code PMIX_ALLOC_STATUS} ({@code pmix.alloc.status}): a status. */
    public static final Key<PmixStatus> ALLOC_STATUS = Key.reserved("pmix.alloc.status", ValueType.STATUS);

    /** {@code PMIX_ALLOC_TARGET} ({@code pmix.alloc.tgt}): a string. */
    public static final Key<String> ALLOC_TARGET = Key.reserved("pmix.alloc.tgt", ValueType.STRING);

    /** {@code PMIX_ALLOC_INHERITANCE} ({@code pmix.alloc.inhrt}): an allocation inheritance. */
    public static final Key<Integer> ALLOC_INHERITANCE = Key.reserved("pmix.alloc.inhrt", ValueType.ALLOC_INHERITANCE);

    /** {@code PMIX_JOB_CTRL_ID} ({@code pmix.jctrl.id}): a string. */
    public static final Key<String> JOB_CTRL_ID = Key.reserved("pmix.jctrl.id", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_PAUSE} ({@code pmix.jctrl.pause}): true or false. */
    public static final Key<Boolean> JOB_CTRL_PAUSE = Key.reserved("pmix.jctrl.pause", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_RESUME} ({@code pmix.jctrl.resume}): true or false. */
    public static final Key<Boolean> JOB_CTRL_RESUME = Key.reserved("pmix.jctrl.resume", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_CANCEL} ({@code pmix.jctrl.cancel}): a string. */
    public static final Key<String> JOB_CTRL_CANCEL = Key.reserved("pmix.jctrl.cancel", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_KILL} ({@code pmix.jctrl.kill}): true or false. */
    public static final Key<Boolean> JOB_CTRL_KILL = Key.reserved("pmix.jctrl.kill", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_RESTART} ({@code pmix.jctrl.restart}): a string. */
    public static final Key<String> JOB_CTRL_RESTART = Key.reserved("pmix.jctrl.restart", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_CHECKPOINT} ({@code pmix.jctrl.ckpt}): a string. */
    public static final Key<String> JOB_CTRL_CHECKPOINT = Key.reserved("pmix.jctrl.ckpt", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_CHECKPOINT_EVENT} ({@code pmix.jctrl.ckptev}): true or false. */
    public static final Key<Boolean> JOB_CTRL_CHECKPOINT_EVENT = Key.reserved("pmix.jctrl.ckptev", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_CHECKPOINT_SIGNAL} ({@code pmix.jctrl.ckptsig}): an {@code int}. */
    public static final Key<Integer> JOB_CTRL_CHECKPOINT_SIGNAL = Key.reserved("pmix.jctrl.ckptsig", ValueType.INT);

    /** {@code PMIX_JOB_CTRL_CHECKPOINT_TIMEOUT} ({@code pmix.jctrl.ckpttime}): a duration, in whole seconds. */
    public static final Key<Duration> JOB_CTRL_CHECKPOINT_TIMEOUT =
            Key.reserved("pmix.jctrl.ckpttime", ValueType.seconds(ValueType.INT));

    /** {@code PMIX_JOB_CTRL_CHECKPOINT_METHOD} ({@code pmix.jctrl.ckmethod}): attributes. */
    public static final Key<Attributes> JOB_CTRL_CHECKPOINT_METHOD =
            Key.reserved("pmix.jctrl.ckmethod", ValueType.ATTRIBUTES);

    /** {@code PMIX_JOB_CTRL_SIGNAL} ({@code pmix.jctrl.sig}): an {@code int}. */
    public static final Key<Integer> JOB_CTRL_SIGNAL = Key.reserved("pmix.jctrl.sig", ValueType.INT);

    /** {@code PMIX_JOB_CTRL_PROVISION} ({@code pmix.jctrl.pvn}): a string. */
    public static final Key<String> JOB_CTRL_PROVISION = Key.reserved("pmix.jctrl.pvn", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_PROVISION_IMAGE} ({@code pmix.jctrl.pvnimg}): a string. */
    public static final Key<String> JOB_CTRL_PROVISION_IMAGE = Key.reserved("pmix.jctrl.pvnimg", ValueType.STRING);

    /** {@code PMIX_JOB_CTRL_PREEMPTIBLE} ({@code pmix.jctrl.preempt}): true or false. */
    public static final Key<Boolean> JOB_CTRL_PREEMPTIBLE = Key.reserved("pmix.jctrl.preempt", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_TERMINATE} ({@code pmix.jctrl.term}): true or false. */
    public static final Key<Boolean> JOB_CTRL_TERMINATE = Key.reserved("pmix.jctrl.term", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_DEFINE_PSET} ({@code pmix.jctrl.defpset}): a string. */
    public static final Key<String> JOB_CTRL_DEFINE_PSET = Key.reserved("pmix.jctrl.defpset", ValueType.STRING);

    /** {@code PMIX_REGISTER_CLEANUP} ({@code pmix.reg.cleanup}): a string. */
    public static final Key<String> REGISTER_CLEANUP = Key.reserved("pmix.reg.cleanup", ValueType.STRING);

    /** {@code PMIX_REGISTER_CLEANUP_DIR} ({@code pmix.reg.cleanupdir}): a string. */
    public static final Key<String> REGISTER_CLEANUP_DIR = Key.reserved("pmix.reg.cleanupdir", ValueType.STRING);

    /** {@code PMIX_CLEANUP_RECURSIVE} ({@code pmix.clnup.recurse}): true or false. */
    public static final Key<Boolean> CLEANUP_RECURSIVE = Key.reserved("pmix.clnup.recurse", ValueType.BOOL);

    /** {@code PMIX_CLEANUP_EMPTY} ({@code pmix.clnup.empty}): true or false. */
    public static final Key<Boolean> CLEANUP_EMPTY = Key.reserved("pmix.clnup.empty", ValueType.BOOL);

    /** {@code PMIX_CLEANUP_IGNORE} ({@code pmix.clnup.ignore}): a string. */
    public static final Key<String> CLEANUP_IGNORE = Key.reserved("pmix.clnup.ignore", ValueType.STRING);

    /** {@code PMIX_CLEANUP_LEAVE_TOPDIR} ({@code pmix.clnup.lvtop}): true or false. */
    public static final Key<Boolean> CLEANUP_LEAVE_TOPDIR = Key.reserved("pmix.clnup.lvtop", ValueType.BOOL);

    /** {@code PMIX_JOB_CTRL_SEP} ({@code pmix.jctrl.sep}): true or false. */
    public static final Key<Boolean> JOB_CTRL_SEP = Key.reserved("pmix.jctrl.sep", ValueType.BOOL);

    /** {@code PMIX_SESSION_CTRL_ID} ({@code pmix.ssnctrl.id}): a string. */
    public static final Key<String> SESSION_CTRL_ID = Key.reserved("pmix.ssnctrl.id", ValueType.STRING);

    /** {@code PMIX_SESSION_INSTANTIATE} ({@code pmix.ssn.inst}): true or false. */
    public static final Key<Boolean> SESSION_INSTANTIATE = Key.reserved("pmix.ssn.inst", ValueType.BOOL);

    /** {@code PMIX_SESSION_RESOURCES} ({@code pmix.ssn.res}): attributes. */
    public static final Key<Attributes> SESSION_RESOURCES = Key.reserved("pmix.ssn.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_SESSION_JOB} ({@code pmix.ssn.job}): attributes. */
    public static final Key<Attributes> SESSION_JOB = Key.reserved("pmix.ssn.job", ValueType.ATTRIBUTES);

    /** {@code PMIX_SESSION_APP} ({@code pmix.ssn.app}): a list of applications. */
    public static final Key<List<App>> SESSION_APP = Key.reserved("pmix.ssn.app", ValueType.listOf(ValueType.APP));

    /** {@code PMIX_SESSION_PROVISION_NODES} ({@code pmix.ssn.pvnnds}): a string. */
    public static final Key<String> SESSION_PROVISION_NODES = Key.reserved("pmix.ssn.pvnnds", ValueType.STRING);

    /** {@code PMIX_SESSION_PROVISION_IMAGE} ({@code pmix.ssn.pvnimg}): a string. */
    public static final Key<String> SESSION_PROVISION_IMAGE = Key.reserved("pmix.ssn.pvnimg", ValueType.STRING);

    /** {@code PMIX_SESSION_PAUSE} ({@code pmix.ssn.pause}): true or false. */
    public static final Key<Boolean> SESSION_PAUSE = Key.reserved("pmix.ssn.pause", ValueType.BOOL);

    /** {@code PMIX_SESSION_RESUME} ({@code pmix.ssn.resume}): true or false. */
    public static final Key<Boolean> SESSION_RESUME = Key.reserved("pmix.ssn.resume", ValueType.BOOL);

    /** {@code PMIX_SESSION_TERMINATE} ({@code pmix.ssn.terminate}): true or false. */
    public static final Key<Boolean> SESSION_TERMINATE = Key.reserved("pmix.ssn.terminate", ValueType.BOOL);

    /** {@code PMIX_SESSION_PREEMPT} ({@code pmix.ssn.preempt}): true or false. */
    public static final Key<Boolean> SESSION_PREEMPT = Key.reserved("pmix.ssn.preempt", ValueType.BOOL);

    /** {@code PMIX_SESSION_RESTORE} ({@code pmix.ssn.restore}): true or false. */
    public static final Key<Boolean> SESSION_RESTORE = Key.reserved("pmix.ssn.restore", ValueType.BOOL);

    /** {@code PMIX_SESSION_SIGNAL} ({@code pmix.ssn.sig}): an {@code int}. */
    public static final Key<Integer> SESSION_SIGNAL = Key.reserved("pmix.ssn.sig", ValueType.INT);

    /** {@code PMIX_SESSION_SEP} ({@code pmix.ssn.sep}): true or false. */
    public static final Key<Boolean> SESSION_SEP = Key.reserved("pmix.ssn.sep", ValueType.BOOL);

    /** {@code PMIX_SESSION_EXTEND} ({@code pmix.ssn.xtend}): true or false. */
    public static final Key<Boolean> SESSION_EXTEND = Key.reserved("pmix.ssn.xtend", ValueType.BOOL);

    /** {@code PMIX_SESSION_COMPLETE} ({@code pmix.ssn.complete}): true or false. */
    public static final Key<Boolean> SESSION_COMPLETE = Key.reserved("pmix.ssn.complete", ValueType.BOOL);

    /** {@code PMIX_MONITOR_ID} ({@code pmix.monitor.id}): a string. */
    public static final Key<String> MONITOR_ID = Key.reserved("pmix.monitor.id", ValueType.STRING);

    /** {@code PMIX_MONITOR_PROXY} ({@code pmix.monitor.proxy}): a process. */
    public static final Key<ProcId> MONITOR_PROXY = Key.reserved("pmix.monitor.proxy", ValueType.PROC);

    /** {@code PMIX_MONITOR_CANCEL} ({@code pmix.monitor.cancel}): a string. */
    public static final Key<String> MONITOR_CANCEL = Key.reserved("pmix.monitor.cancel", ValueType.STRING);

    /** {@code PMIX_MONITOR_APP_CONTROL} ({@code pmix.monitor.appctrl}): true or false. */
    public static final Key<Boolean> MONITOR_APP_CONTROL = Key.reserved("pmix.monitor.appctrl", ValueType.BOOL);

    /** {@code PMIX_MONITOR_HEARTBEAT} ({@code pmix.monitor.mbeat}): true or false. */
    public static final Key<Boolean> MONITOR_HEARTBEAT = Key.reserved("pmix.monitor.mbeat", ValueType.BOOL);

    /** {@code PMIX_SEND_HEARTBEAT} ({@code pmix.monitor.beat}): true or false. */
    public static final Key<Boolean> SEND_HEARTBEAT = Key.reserved("pmix.monitor.beat", ValueType.BOOL);

    /** {@code PMIX_MONITOR_HEARTBEAT_TIME} ({@code pmix.monitor.btime}): a duration, in whole seconds. */
    public static final Key<Duration> MONITOR_HEARTBEAT_TIME =
            Key.reserved("pmix.monitor.btime", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_MONITOR_HEARTBEAT_DROPS} ({@code pmix.monitor.bdrop}): an unsigned 32-bit number. */
    public static final Key<Long> MONITOR_HEARTBEAT_DROPS = Key.reserved("pmix.monitor.bdrop", ValueType.UINT32);

    /** {@code PMIX_MONITOR_FILE} ({@code pmix.monitor.fmon}): a string. */
    public static final Key<String> MONITOR_FILE = Key.reserved("pmix.monitor.fmon", ValueType.STRING);

    /** {@code PMIX_MONITOR_FILE_SIZE} ({@code pmix.monitor.fsize}): true or false. */
    public static final Key<Boolean> MONITOR_FILE_SIZE = Key.reserved("pmix.monitor.fsize", ValueType.BOOL);

    /** {@code PMIX_MONITOR_FILE_ACCESS} ({@code pmix.monitor.faccess}): true or false. */
    public static final Key<Boolean> MONITOR_FILE_ACCESS = Key.reserved("pmix.monitor.faccess", ValueType.BOOL);

    /** {@code PMIX_MONITOR_FILE_MODIFY} ({@code pmix.monitor.fmod}): true or false. */
    public static final Key<Boolean> MONITOR_FILE_MODIFY = Key.reserved("pmix.monitor.fmod", ValueType.BOOL);

    /** {@code PMIX_MONITOR_FILE_CHECK_TIME} ({@code pmix.monitor.ftime}): a duration, in whole seconds. */
    public static final Key<Duration> MONITOR_FILE_CHECK_TIME =
            Key.reserved("pmix.monitor.ftime", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_MONITOR_FILE_DROPS} ({@code pmix.monitor.fdrop}): an unsigned 32-bit number. */
    public static final Key<Long> MONITOR_FILE_DROPS = Key.reserved("pmix.monitor.fdrop", ValueType.UINT32);

    /** {@code PMIX_MONITOR_RESOURCE_RATE} ({@code pmix.monitor.resrate}): a duration, in whole seconds. */
    public static final Key<Duration> MONITOR_RESOURCE_RATE =
            Key.reserved("pmix.monitor.resrate", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_MONITOR_TARGET_PROCS} ({@code pmix.monitor.tgtproc}): a list of processes. */
    public static final Key<List<ProcId>> MONITOR_TARGET_PROCS =
            Key.reserved("pmix.monitor.tgtproc", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_MONITOR_TARGET_PIDS} ({@code pmix.monitor.tgtpid}): a list of process ids on nodes. */
    public static final Key<List<NodePid>> MONITOR_TARGET_PIDS =
            Key.reserved("pmix.monitor.tgtpid", ValueType.listOf(ValueType.NODE_PID));

    /** {@code PMIX_MONITOR_TARGET_NODES} ({@code pmix.monitor.tgtnode}): a list of strings. */
    public static final Key<List<String>> MONITOR_TARGET_NODES =
            Key.reserved("pmix.monitor.tgtnode", ValueType.listOf(ValueType.STRING));

    /** {@code PMIX_MONITOR_TARGET_NODEIDS} ({@code pmix.monitor.tgtndids}): a list of unsigned 32-bit numbers. */
    public static final Key<List<Long>> MONITOR_TARGET_NODEIDS =
            Key.reserved("pmix.monitor.tgtndids", ValueType.listOf(ValueType.UINT32));

    /** {@code PMIX_MONITOR_TARGET_DISKS} ({@code pmix.monitor.tgtdks}): a list of strings. */
    public static final Key<List<String>> MONITOR_TARGET_DISKS =
            Key.reserved("pmix.monitor.tgtdks", ValueType.listOf(ValueType.STRING));

    /** {@code PMIX_MONITOR_TARGET_NETS} ({@code pmix.monitor.tgtnets}): a list of strings. */
    public static final Key<List<String>> MONITOR_TARGET_NETS =
            Key.reserved("pmix.monitor.tgtnets", ValueType.listOf(ValueType.STRING));

    /** {@code PMIX_MONITOR_PROC_RESOURCE_USAGE} ({@code pmix.monitor.presuse}): attributes. */
    public static final Key<Attributes> MONITOR_PROC_RESOURCE_USAGE =
            Key.reserved("pmix.monitor.presuse", ValueType.ATTRIBUTES);

    /** {@code PMIX_MONITOR_NODE_RESOURCE_USAGE} ({@code pmix.monitor.ndresuse}): attributes. */
    public static final Key<Attributes> MONITOR_NODE_RESOURCE_USAGE =
            Key.reserved("pmix.monitor.ndresuse", ValueType.ATTRIBUTES);

    /** {@code PMIX_MONITOR_DISK_RESOURCE_USAGE} ({@code pmix.monitor.dkresuse}): attributes. */
    public static final Key<Attributes> MONITOR_DISK_RESOURCE_USAGE =
            Key.reserved("pmix.monitor.dkresuse", ValueType.ATTRIBUTES);

    /** {@code PMIX_MONITOR_NET_RESOURCE_USAGE} ({@code pmix.monitor.netresuse}): attributes. */
    public static final Key<Attributes> MONITOR_NET_RESOURCE_USAGE =
            Key.reserved("pmix.monitor.netresuse", ValueType.ATTRIBUTES);

    /** {@code PMIX_MONITOR_LOCAL_ONLY} ({@code pmix.monitor.local}): true or false. */
    public static final Key<Boolean> MONITOR_LOCAL_ONLY = Key.reserved("pmix.monitor.local", ValueType.BOOL);

    /** {@code PMIX_PROC_RESOURCE_USAGE} ({@code pmix.proc.res}): attributes. */
    public static final Key<Attributes> PROC_RESOURCE_USAGE = Key.reserved("pmix.proc.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_PROC_OS_STATE} ({@code pmix.proc.osstate}): a string. */
    public static final Key<String> PROC_OS_STATE = Key.reserved("pmix.proc.osstate", ValueType.STRING);

    /** {@code PMIX_PROC_TIME} ({@code pmix.proc.time}): a length of time, in microseconds. */
    public static final Key<Duration> PROC_TIME = Key.reserved("pmix.proc.time", ValueType.TIMEVAL);

    /** {@code PMIX_PROC_PERCENT_CPU} ({@code pmix.proc.pcpu}): a {@code float}. */
    public static final Key<Float> PROC_PERCENT_CPU = Key.reserved("pmix.proc.pcpu", ValueType.FLOAT);

    /** {@code PMIX_PROC_PRIORITY} ({@code pmix.proc.pri}): a 32-bit number. */
    public static final Key<Integer> PROC_PRIORITY = Key.reserved("pmix.proc.pri", ValueType.INT32);

    /** {@code PMIX_PROC_NUM_THREADS} ({@code pmix.proc.nthr}): an unsigned 16-bit number. */
    public static final Key<Integer> PROC_NUM_THREADS = Key.reserved("pmix.proc.nthr", ValueType.UINT16);

    /** {@code PMIX_PROC_PSS} ({@code pmix.proc.pss}): a {@code float}. */
    public static final Key<Float> PROC_PSS = Key.reserved("pmix.proc.pss", ValueType.FLOAT);

    /** {@code PMIX_PROC_VSIZE} ({@code pmix.proc.vsize}): a {@code float}. */
    public static final Key<Float> PROC_VSIZE = Key.reserved("pmix.proc.vsize", ValueType.FLOAT);

    /** {@code PMIX_PROC_RSS} ({@code pmix.proc.rss}): a {@code float}. */
    public static final Key<Float> PROC_RSS = Key.reserved("pmix.proc.rss", ValueType.FLOAT);

    /** {@code PMIX_PROC_PEAK_VSIZE} ({@code pmix.proc.pkvsize}): a {@code float}. */
    public static final Key<Float> PROC_PEAK_VSIZE = Key.reserved("pmix.proc.pkvsize", ValueType.FLOAT);

    /** {@code PMIX_PROC_CPU} ({@code pmix.proc.cpu}): an unsigned 16-bit number. */
    public static final Key<Integer> PROC_CPU = Key.reserved("pmix.proc.cpu", ValueType.UINT16);

    /** {@code PMIX_PROC_SAMPLE_TIME} ({@code pmix.proc.samptime}): a time, in whole seconds. */
    public static final Key<Instant> PROC_SAMPLE_TIME = Key.reserved("pmix.proc.samptime", ValueType.TIME);

    /** {@code PMIX_DISK_RESOURCE_USAGE} ({@code pmix.disk.res}): attributes. */
    public static final Key<Attributes> DISK_RESOURCE_USAGE = Key.reserved("pmix.disk.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_DISK_ID} ({@code pmix.disk.id}): a string. */
    public static final Key<String> DISK_ID = Key.reserved("pmix.disk.id", ValueType.STRING);

    /** {@code PMIX_DISK_READ_COMPLETED} ({@code pmix.disk.rdscomp}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_READ_COMPLETED = Key.reserved("pmix.disk.rdscomp", ValueType.UINT64);

    /** {@code PMIX_DISK_READ_MERGED} ({@code pmix.disk.rdsmrgd}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_READ_MERGED = Key.reserved("pmix.disk.rdsmrgd", ValueType.UINT64);

    /** {@code PMIX_DISK_READ_SECTORS} ({@code pmix.disk.rdsct}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_READ_SECTORS = Key.reserved("pmix.disk.rdsct", ValueType.UINT64);

    /** {@code PMIX_DISK_READ_MILLISEC} ({@code pmix.disk.rdms}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_READ_MILLISEC = Key.reserved("pmix.disk.rdms", ValueType.UINT64);

    /** {@code PMIX_DISK_WRITE_COMPLETED} ({@code pmix.disk.wtscomp}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_WRITE_COMPLETED = Key.reserved("pmix.disk.wtscomp", ValueType.UINT64);

    /** {@code PMIX_DISK_WRITE_MERGED} ({@code pmix.disk.wtsmrgd}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_WRITE_MERGED = Key.reserved("pmix.disk.wtsmrgd", ValueType.UINT64);

    /** {@code PMIX_DISK_WRITE_SECTORS} ({@code pmix.disk.wtsct}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_WRITE_SECTORS = Key.reserved("pmix.disk.wtsct", ValueType.UINT64);

    /** {@code PMIX_DISK_WRITE_MILLISEC} ({@code pmix.disk.wtms}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_WRITE_MILLISEC = Key.reserved("pmix.disk.wtms", ValueType.UINT64);

    /** {@code PMIX_DISK_IO_IN_PROGRESS} ({@code pmix.disk.ios}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_IO_IN_PROGRESS = Key.reserved("pmix.disk.ios", ValueType.UINT64);

    /** {@code PMIX_DISK_IO_MILLISEC} ({@code pmix.disk.ioms}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_IO_MILLISEC = Key.reserved("pmix.disk.ioms", ValueType.UINT64);

    /** {@code PMIX_DISK_IO_WEIGHTED} ({@code pmix.disk.iowght}): an unsigned 64-bit number. */
    public static final Key<Long> DISK_IO_WEIGHTED = Key.reserved("pmix.disk.iowght", ValueType.UINT64);

    /** {@code PMIX_DISK_SAMPLE_TIME} ({@code pmix.disk.samptime}): a time, in whole seconds. */
    public static final Key<Instant> DISK_SAMPLE_TIME = Key.reserved("pmix.disk.samptime", ValueType.TIME);

    /** {@code PMIX_NETWORK_RESOURCE_USAGE} ({@code pmix.net.res}): attributes. */
    public static final Key<Attributes> NETWORK_RESOURCE_USAGE = Key.reserved("pmix.net.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_NETWORK_ID} ({@code pmix.net.id}): a string. */
    public static final Key<String> NETWORK_ID = Key.reserved("pmix.net.id", ValueType.STRING);

    /** {@code PMIX_NET_RECVD_BYTES} ({@code pmix.net.rcb}): an unsigned 64-bit number. */
    public static final Key<Long> NET_RECVD_BYTES = Key.reserved("pmix.net.rcb", ValueType.UINT64);

    /** {@code PMIX_NET_RECVD_PCKTS} ({@code pmix.net.rcp}): an unsigned 64-bit number. */
    public static final Key<Long> NET_RECVD_PCKTS = Key.reserved("pmix.net.rcp", ValueType.UINT64);

    /** {@code PMIX_NET_RECVD_ERRS} ({@code pmix.net.rcerr}): an unsigned 64-bit number. */
    public static final Key<Long> NET_RECVD_ERRS = Key.reserved("pmix.net.rcerr", ValueType.UINT64);

    /** {@code PMIX_NET_SENT_BYTES} ({@code pmix.net.sntb}): an unsigned 64-bit number. */
    public static final Key<Long> NET_SENT_BYTES = Key.reserved("pmix.net.sntb", ValueType.UINT64);

    /** {@code PMIX_NET_SENT_PCKTS} ({@code pmix.net.sntp}): an unsigned 64-bit number. */
    public static final Key<Long> NET_SENT_PCKTS = Key.reserved("pmix.net.sntp", ValueType.UINT64);

    /** {@code PMIX_NET_SENT_ERRS} ({@code pmix.net.snterr}): an unsigned 64-bit number. */
    public static final Key<Long> NET_SENT_ERRS = Key.reserved("pmix.net.snterr", ValueType.UINT64);

    /** {@code PMIX_NET_SAMPLE_TIME} ({@code pmix.net.samptime}): a time, in whole seconds. */
    public static final Key<Instant> NET_SAMPLE_TIME = Key.reserved("pmix.net.samptime", ValueType.TIME);

    /** {@code PMIX_NODE_RESOURCE_USAGE} ({@code pmix.node.res}): attributes. */
    public static final Key<Attributes> NODE_RESOURCE_USAGE = Key.reserved("pmix.node.res", ValueType.ATTRIBUTES);

    /** {@code PMIX_NODE_LOAD_AVG} ({@code pmix.node.la}): a {@code float}. */
    public static final Key<Float> NODE_LOAD_AVG = Key.reserved("pmix.node.la", ValueType.FLOAT);

    /** {@code PMIX_NODE_LOAD_AVG5} ({@code pmix.node.la5}): a {@code float}. */
    public static final Key<Float> NODE_LOAD_AVG5 = Key.reserved("pmix.node.la5", ValueType.FLOAT);

    /** {@code PMIX_NODE_LOAD_AVG15} ({@code pmix.node.la15}): a {@code float}. */
    public static final Key<Float> NODE_LOAD_AVG15 = Key.reserved("pmix.node.la15", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_TOTAL} ({@code pmix.node.mtot}): a {@code float}. */
    public static final Key<Float> NODE_MEM_TOTAL = Key.reserved("pmix.node.mtot", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_FREE} ({@code pmix.node.mfree}): a {@code float}. */
    public static final Key<Float> NODE_MEM_FREE = Key.reserved("pmix.node.mfree", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_BUFFERS} ({@code pmix.node.mbuf}): a {@code float}. */
    public static final Key<Float> NODE_MEM_BUFFERS = Key.reserved("pmix.node.mbuf", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_CACHED} ({@code pmix.node.mcache}): a {@code float}. */
    public static final Key<Float> NODE_MEM_CACHED = Key.reserved("pmix.node.mcache", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_SWAP_CACHED} ({@code pmix.node.mswpc}): a {@code float}. */
    public static final Key<Float> NODE_MEM_SWAP_CACHED = Key.reserved("pmix.node.mswpc", ValueType.FLOAT);

    /** {@code PMIX_NODE_SWAP_TOTAL} ({@code pmix.node.mswpt}): a {@code float}. */
    public static final Key<Float> NODE_SWAP_TOTAL = Key.reserved("pmix.node.mswpt", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_SWAP_FREE} ({@code pmix.node.mswpfree}): a {@code float}. */
    public static final Key<Float> NODE_MEM_SWAP_FREE = Key.reserved("pmix.node.mswpfree", ValueType.FLOAT);

    /** {@code PMIX_NODE_MEM_MAPPED} ({@code pmix.node.mmap}): a {@code float}. */
    public static final Key<Float> NODE_MEM_MAPPED = Key.reserved("pmix.node.mmap", ValueType.FLOAT);

    /** {@code PMIX_NODE_SAMPLE_TIME} ({@code pmix.node.samptime}): a time, in whole seconds. */
    public static final Key<Instant> NODE_SAMPLE_TIME = Key.reserved("pmix.node.samptime", ValueType.TIME);

    /** {@code PMIX_CRED_TYPE} ({@code pmix.sec.ctype}): a string. */
    public static final Key<String> CRED_TYPE = Key.reserved("pmix.sec.ctype", ValueType.STRING);

    /** {@code PMIX_IOF_CACHE_SIZE} ({@code pmix.iof.csize}): an unsigned 32-bit number. */
    public static final Key<Long> IOF_CACHE_SIZE = Key.reserved("pmix.iof.csize", ValueType.UINT32);

    /** {@code PMIX_IOF_DROP_OLDEST} ({@code pmix.iof.old}): true or false. */
    public static final Key<Boolean> IOF_DROP_OLDEST = Key.reserved("pmix.iof.old", ValueType.BOOL);

    /** {@code PMIX_IOF_DROP_NEWEST} ({@code pmix.iof.new}): true or false. */
    public static final Key<Boolean> IOF_DROP_NEWEST = Key.reserved("pmix.iof.new", ValueType.BOOL);

    /** {@code PMIX_IOF_BUFFERING_SIZE} ({@code pmix.iof.bsize}): an unsigned 32-bit number. */
    public static final Key<Long> IOF_BUFFERING_SIZE = Key.reserved("pmix.iof.bsize", ValueType.UINT32);

    /** {@code PMIX_IOF_BUFFERING_TIME} ({@code pmix.iof.btime}): a duration, in whole seconds. */
    public static final Key<Duration> IOF_BUFFERING_TIME =
            Key.reserved("pmix.iof.btime", ValueType.seconds(ValueType.UINT32));

    /** {@code PMIX_IOF_COMPLETE} ({@code pmix.iof.cmp}): true or false. */
    public static final Key<Boolean> IOF_COMPLETE = Key.reserved("pmix.iof.cmp", ValueType.BOOL);

    /** {@code PMIX_IOF_PUSH_STDIN} ({@code pmix.iof.stdin}): true or false. */
    public static final Key<Boolean> IOF_PUSH_STDIN = Key.reserved("pmix.iof.stdin", ValueType.BOOL);

    /** {@code PMIX_IOF_TAG_OUTPUT} ({@code pmix.iof.tag}): true or false. */
    public static final Key<Boolean> IOF_TAG_OUTPUT = Key.reserved("pmix.iof.tag", ValueType.BOOL);

    /** {@code PMIX_IOF_TAG_DETAILED_OUTPUT} ({@code pmix.iof.tagdet}): true or false. */
    public static final Key<Boolean> IOF_TAG_DETAILED_OUTPUT = Key.reserved("pmix.iof.tagdet", ValueType.BOOL);

    /** {@code PMIX_IOF_TAG_FULLNAME_OUTPUT} ({@code pmix.iof.tagfull}): true or false. */
    public static final Key<Boolean> IOF_TAG_FULLNAME_OUTPUT = Key.reserved("pmix.iof.tagfull", ValueType.BOOL);

    /** {@code PMIX_IOF_RANK_OUTPUT} ({@code pmix.iof.rank}): true or false. */
    public static final Key<Boolean> IOF_RANK_OUTPUT = Key.reserved("pmix.iof.rank", ValueType.BOOL);

    /** {@code PMIX_IOF_TIMESTAMP_OUTPUT} ({@code pmix.iof.ts}): true or false. */
    public static final Key<Boolean> IOF_TIMESTAMP_OUTPUT = Key.reserved("pmix.iof.ts", ValueType.BOOL);

    /** {@code PMIX_IOF_MERGE_STDERR_STDOUT} ({@code pmix.iof.mrg}): true or false. */
    public static final Key<Boolean> IOF_MERGE_STDERR_STDOUT = Key.reserved("pmix.iof.mrg", ValueType.BOOL);

    /** {@code PMIX_IOF_XML_OUTPUT} ({@code pmix.iof.xml}): true or false. */
    public static final Key<Boolean> IOF_XML_OUTPUT = Key.reserved("pmix.iof.xml", ValueType.BOOL);

    /** {@code PMIX_IOF_OUTPUT_TO_FILE} ({@code pmix.iof.file}): a string. */
    public static final Key<String> IOF_OUTPUT_TO_FILE = Key.reserved("pmix.iof.file", ValueType.STRING);

    /** {@code PMIX_IOF_FILE_PATTERN} ({@code pmix.iof.fpt}): true or false. */
    public static final Key<Boolean> IOF_FILE_PATTERN = Key.reserved("pmix.iof.fpt", ValueType.BOOL);

    /** {@code PMIX_IOF_OUTPUT_TO_DIRECTORY} ({@code pmix.iof.dir}): a string. */
    public static final Key<String> IOF_OUTPUT_TO_DIRECTORY = Key.reserved("pmix.iof.dir", ValueType.STRING);

    /** {@code PMIX_IOF_FILE_ONLY} ({@code pmix.iof.fonly}): true or false. */
    public static final Key<Boolean> IOF_FILE_ONLY = Key.reserved("pmix.iof.fonly", ValueType.BOOL);

    /** {@code PMIX_IOF_COPY} ({@code pmix.iof.cpy}): true or false. */
    public static final Key<Boolean> IOF_COPY = Key.reserved("pmix.iof.cpy", ValueType.BOOL);

    /** {@code PMIX_IOF_REDIRECT} ({@code pmix.iof.redir}): true or false. */
    public static final Key<Boolean> IOF_REDIRECT = Key.reserved("pmix.iof.redir", ValueType.BOOL);

    /** {@code PMIX_IOF_LOCAL_OUTPUT} ({@code pmix.iof.local}): true or false. */
    public static final Key<Boolean> IOF_LOCAL_OUTPUT = Key.reserved("pmix.iof.local", ValueType.BOOL);

    /** {@code PMIX_IOF_OUTPUT_RAW} ({@code pmix.iof.raw}): true or false. */
    public static final Key<Boolean> IOF_OUTPUT_RAW = Key.reserved("pmix.iof.raw", ValueType.BOOL);

    /** {@code PMIX_IOF_INHERIT} ({@code pmix.iof.inhrt}): true or false. */
    public static final Key<Boolean> IOF_INHERIT = Key.reserved("pmix.iof.inhrt", ValueType.BOOL);

    /** {@code PMIX_SETUP_APP_ENVARS} ({@code pmix.setup.env}): true or false. */
    public static final Key<Boolean> SETUP_APP_ENVARS = Key.reserved("pmix.setup.env", ValueType.BOOL);

    /** {@code PMIX_SETUP_APP_NONENVARS} ({@code pmix.setup.nenv}): true or false. */
    public static final Key<Boolean> SETUP_APP_NONENVARS = Key.reserved("pmix.setup.nenv", ValueType.BOOL);

    /** {@code PMIX_SETUP_APP_ALL} ({@code pmix.setup.all}): true or false. */
    public static final Key<Boolean> SETUP_APP_ALL = Key.reserved("pmix.setup.all", ValueType.BOOL);

    /** {@code PMIX_GROUP_ID} ({@code pmix.grp.id}): a string. */
    public static final Key<String> GROUP_ID = Key.reserved("pmix.grp.id", ValueType.STRING);

    /** {@code PMIX_GROUP_LEADER} ({@code pmix.grp.ldr}): true or false. */
    public static final Key<Boolean> GROUP_LEADER = Key.reserved("pmix.grp.ldr", ValueType.BOOL);

    /** {@code PMIX_GROUP_OPTIONAL} ({@code pmix.grp.opt}): true or false. */
    public static final Key<Boolean> GROUP_OPTIONAL = Key.reserved("pmix.grp.opt", ValueType.BOOL);

    /** {@code PMIX_GROUP_NOTIFY_TERMINATION} ({@code pmix.grp.notterm}): true or false. */
    public static final Key<Boolean> GROUP_NOTIFY_TERMINATION = Key.reserved("pmix.grp.notterm", ValueType.BOOL);

    /** {@code PMIX_GROUP_FT_COLLECTIVE} ({@code pmix.grp.ftcoll}): true or false. */
    public static final Key<Boolean> GROUP_FT_COLLECTIVE = Key.reserved("pmix.grp.ftcoll", ValueType.BOOL);

    /** {@code PMIX_GROUP_MEMBERSHIP} ({@code pmix.grp.mbrs}): a list of processes. */
    public static final Key<List<ProcId>> GROUP_MEMBERSHIP =
            Key.reserved("pmix.grp.mbrs", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_GROUP_ASSIGN_CONTEXT_ID} ({@code pmix.grp.actxid}): true or false. */
    public static final Key<Boolean> GROUP_ASSIGN_CONTEXT_ID = Key.reserved("pmix.grp.actxid", ValueType.BOOL);

    /** {@code PMIX_GROUP_CONTEXT_ID} ({@code pmix.grp.ctxid}): a {@code size_t}. */
    public static final Key<Long> GROUP_CONTEXT_ID = Key.reserved("pmix.grp.ctxid", ValueType.SIZE);

    /** {@code PMIX_GROUP_LOCAL_ONLY} ({@code pmix.grp.lcl}): true or false. */
    public static final Key<Boolean> GROUP_LOCAL_ONLY = Key.reserved("pmix.grp.lcl", ValueType.BOOL);

    /** {@code PMIX_GROUP_ENDPT_DATA} ({@code pmix.grp.endpt}): attributes. */
    public static final Key<Attributes> GROUP_ENDPT_DATA = Key.reserved("pmix.grp.endpt", ValueType.ATTRIBUTES);

    /** {@code PMIX_GROUP_NAMES} ({@code pmix.pgrp.nm}): a list of strings. */
    public static final Key<List<String>> GROUP_NAMES =
            Key.reserved("pmix.pgrp.nm", ValueType.listOf(ValueType.STRING));

    /** {@code PMIX_GROUP_INFO} ({@code pmix.grp.info}): attributes. */
    public static final Key<Attributes> GROUP_INFO = Key.reserved("pmix.grp.info", ValueType.ATTRIBUTES);

    /** {@code PMIX_GROUP_INFO_ARRAY} ({@code pmix.grp.infoarray}): attributes. */
    public static final Key<Attributes> GROUP_INFO_ARRAY = Key.reserved("pmix.grp.infoarray", ValueType.ATTRIBUTES);

    /** {@code PMIX_GROUP_LOCAL_CID} ({@code pmix.grp.lclid}): a {@code size_t}. */
    public static final Key<Long> GROUP_LOCAL_CID = Key.reserved("pmix.grp.lclid", ValueType.SIZE);

    /** {@code PMIX_GROUP_ADD_MEMBERS} ({@code pmix.grp.add}): a list of processes. */
    public static final Key<List<ProcId>> GROUP_ADD_MEMBERS =
            Key.reserved("pmix.grp.add", ValueType.listOf(ValueType.PROC));

    /** {@code PMIX_GROUP_BOOTSTRAP} ({@code pmix.grp.btstrp}): a {@code size_t}. */
    public static final Key<Long> GROUP_BOOTSTRAP = Key.reserved("pmix.grp.btstrp", ValueType.SIZE);

    /** {@code PMIX_GROUP_JOB_INFO} ({@code pmix.grp.jinfo}): bytes. */
    public static final Key<byte[]> GROUP_JOB_INFO = Key.reserved("pmix.grp.jinfo", ValueType.BYTES);

    /** {@code PMIX_QUERY_STORAGE_LIST} ({@code pmix.strg.list}): a string. */
    public static final Key<String> QUERY_STORAGE_LIST = Key.reserved("pmix.strg.list", ValueType.STRING);

    /** {@code PMIX_STORAGE_CAPACITY_LIMIT} ({@code pmix.strg.cap}): an unsigned 64-bit number. */
    public static final Key<Long> STORAGE_CAPACITY_LIMIT = Key.reserved("pmix.strg.cap", ValueType.UINT64);

    /** {@code PMIX_STORAGE_OBJECT_LIMIT} ({@code pmix.strg.obj}): an unsigned 64-bit number. */
    public static final Key<Long> STORAGE_OBJECT_LIMIT = Key.reserved("pmix.strg.obj", ValueType.UINT64);

    /** {@code PMIX_STORAGE_ID} ({@code pmix.strg.id}): a string. */
    public static final Key<String> STORAGE_ID = Key.reserved("pmix.strg.id", ValueType.STRING);

    /** {@code PMIX_STORAGE_PATH} ({@code pmix.strg.path}): a string. */
    public static final Key<String> STORAGE_PATH = Key.reserved("pmix.strg.path", ValueType.STRING);

    /** {@code PMIX_STORAGE_TYPE} ({@code pmix.strg.type}): a string. */
    public static final Key<String> STORAGE_TYPE = Key.reserved("pmix.strg.type", ValueType.STRING);

    /** {@code PMIX_STORAGE_ACCESSIBILITY} ({@code pmix.strg.access}): bits of storage accessibilities. */
    public static final Key<Long> STORAGE_ACCESSIBILITY =
            Key.reserved("pmix.strg.access", ValueType.STORAGE_ACCESSIBILITY);

    /** {@code PMIX_STORAGE_ACCESS_TYPE} ({@code pmix.strg.atype}): bits of storage access types. */
    public static final Key<Integer> STORAGE_ACCESS_TYPE =
            Key.reserved("pmix.strg.atype", ValueType.STORAGE_ACCESS_TYPE);

    /** {@code PMIX_STORAGE_BW_CUR} ({@code pmix.strg.bwcur}): a {@code double}. */
    public static final Key<Double> STORAGE_BW_CUR = Key.reserved("pmix.strg.bwcur", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_BW_MAX} ({@code pmix.strg.bwmax}): a {@code double}. */
    public static final Key<Double> STORAGE_BW_MAX = Key.reserved("pmix.strg.bwmax", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_CAPACITY_USED} ({@code pmix.strg.capuse}): a {@code double}. */
    public static final Key<Double> STORAGE_CAPACITY_USED = Key.reserved("pmix.strg.capuse", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_IOPS_CUR} ({@code pmix.strg.iopscur}): a {@code double}. */
    public static final Key<Double> STORAGE_IOPS_CUR = Key.reserved("pmix.strg.iopscur", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_IOPS_MAX} ({@code pmix.strg.iopsmax}): a {@code double}. */
    public static final Key<Double> STORAGE_IOPS_MAX = Key.reserved("pmix.strg.iopsmax", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_MEDIUM} ({@code pmix.strg.medium}): bits of storage media. */
    public static final Key<Long> STORAGE_MEDIUM = Key.reserved("pmix.strg.medium", ValueType.STORAGE_MEDIUM);

    /** {@code PMIX_STORAGE_MINIMAL_XFER_SIZE} ({@code pmix.strg.minxfer}): a {@code double}. */
    public static final Key<Double> STORAGE_MINIMAL_XFER_SIZE = Key.reserved("pmix.strg.minxfer", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_OBJECTS_USED} ({@code pmix.strg.objuse}): an unsigned 64-bit number. */
    public static final Key<Long> STORAGE_OBJECTS_USED = Key.reserved("pmix.strg.objuse", ValueType.UINT64);

    /** {@code PMIX_STORAGE_PERSISTENCE} ({@code pmix.strg.persist}): bits of storage persistences. */
    public static final Key<Long> STORAGE_PERSISTENCE =
            Key.reserved("pmix.strg.persist", ValueType.STORAGE_PERSISTENCE);

    /** {@code PMIX_STORAGE_SUGGESTED_XFER_SIZE} ({@code pmix.strg.sxfer}): a {@code double}. */
    public static final Key<Double> STORAGE_SUGGESTED_XFER_SIZE = Key.reserved("pmix.strg.sxfer", ValueType.DOUBLE);

    /** {@code PMIX_STORAGE_VERSION} ({@code pmix.strg.ver}): a string. */
    public static final Key<String> STORAGE_VERSION = Key.reserved("pmix.strg.ver", ValueType.STRING);

    /** {@code PMIX_FABRIC_COST_MATRIX} ({@code pmix.fab.cm}): a pointer. */
    public static final Key<PmixValue.Opaque> FABRIC_COST_MATRIX = Key.reserved("pmix.fab.cm", ValueType.POINTER);

    /** {@code PMIX_FABRIC_GROUPS} ({@code pmix.fab.grps}): a string. */
    public static final Key<String> FABRIC_GROUPS = Key.reserved("pmix.fab.grps", ValueType.STRING);

    /** {@code PMIX_FABRIC_VENDOR} ({@code pmix.fab.vndr}): a string. */
    public static final Key<String> FABRIC_VENDOR = Key.reserved("pmix.fab.vndr", ValueType.STRING);

    /** {@code PMIX_FABRIC_IDENTIFIER} ({@code pmix.fab.id}): a string. */
    public static final Key<String> FABRIC_IDENTIFIER = Key.reserved("pmix.fab.id", ValueType.STRING);

    /** {@code PMIX_FABRIC_INDEX} ({@code pmix.fab.idx}): a {@code size_t}. */
    public static final Key<Long> FABRIC_INDEX = Key.reserved("pmix.fab.idx", ValueType.SIZE);

    /** {@code PMIX_FABRIC_COORDINATES} ({@code pmix.fab.coord}): a list of coordinates of devices. */
    public static final Key<List<Geometry>> FABRIC_COORDINATES =
            Key.reserved("pmix.fab.coord", ValueType.listOf(ValueType.GEOMETRY));

    /** {@code PMIX_FABRIC_DEVICE_VENDORID} ({@code pmix.fabdev.vendid}): a string. */
    public static final Key<String> FABRIC_DEVICE_VENDORID = Key.reserved("pmix.fabdev.vendid", ValueType.STRING);

    /** {@code PMIX_FABRIC_NUM_DEVICES} ({@code pmix.fab.nverts}): a {@code size_t}. */
    public static final Key<Long> FABRIC_NUM_DEVICES = Key.reserved("pmix.fab.nverts", ValueType.SIZE);

    /** {@code PMIX_FABRIC_DIMS} ({@code pmix.fab.dims}): an unsigned 32-bit number. */
    public static final Key<Long> FABRIC_DIMS = Key.reserved("pmix.fab.dims", ValueType.UINT32);

    /** {@code PMIX_FABRIC_PLANE} ({@code pmix.fab.plane}): a string. */
    public static final Key<String> FABRIC_PLANE = Key.reserved("pmix.fab.plane", ValueType.STRING);

    /** {@code PMIX_FABRIC_SWITCH} ({@code pmix.fab.switch}): a string. */
    public static final Key<String> FABRIC_SWITCH = Key.reserved("pmix.fab.switch", ValueType.STRING);

    /** {@code PMIX_FABRIC_ENDPT} ({@code pmix.fab.endpt}): a list of endpoints. */
    public static final Key<List<Endpoint>> FABRIC_ENDPT =
            Key.reserved("pmix.fab.endpt", ValueType.listOf(ValueType.ENDPOINT));

    /** {@code PMIX_FABRIC_SHAPE} ({@code pmix.fab.shape}): an array. */
    public static final Key<PmixValue.Array> FABRIC_SHAPE = Key.reserved("pmix.fab.shape", ValueType.ARRAY);

    /** {@code PMIX_FABRIC_SHAPE_STRING} ({@code pmix.fab.shapestr}): a string. */
    public static final Key<String> FABRIC_SHAPE_STRING = Key.reserved("pmix.fab.shapestr", ValueType.STRING);

    /** {@code PMIX_SWITCH_PEERS} ({@code pmix.speers}): attributes. */
    public static final Key<Attributes> SWITCH_PEERS = Key.reserved("pmix.speers", ValueType.ATTRIBUTES);

    /** {@code PMIX_FABRIC_DEVICE} ({@code pmix.fabdev}): attributes. */
    public static final Key<Attributes> FABRIC_DEVICE = Key.reserved("pmix.fabdev", ValueType.ATTRIBUTES);

    /** {@code PMIX_FABRIC_DEVICES} ({@code pmix.fab.devs}): attributes. */
    public static final Key<Attributes> FABRIC_DEVICES = Key.reserved("pmix.fab.devs", ValueType.ATTRIBUTES);

    /** {@code PMIX_FABRIC_DEVICE_NAME} ({@code pmix.fabdev.nm}): a string. */
    public static final Key<String> FABRIC_DEVICE_NAME = Key.reserved("pmix.fabdev.nm", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_INDEX} ({@code pmix.fabdev.idx}): an unsigned 32-bit number. */
    public static final Key<Long> FABRIC_DEVICE_INDEX = Key.reserved("pmix.fabdev.idx", ValueType.UINT32);

    /** {@code PMIX_FABRIC_DEVICE_VENDOR} ({@code pmix.fabdev.vndr}): a string. */
    public static final Key<String> FABRIC_DEVICE_VENDOR = Key.reserved("pmix.fabdev.vndr", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_BUS_TYPE} ({@code pmix.fabdev.btyp}): a string. */
    public static final Key<String> FABRIC_DEVICE_BUS_TYPE = Key.reserved("pmix.fabdev.btyp", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_DRIVER} ({@code pmix.fabdev.driver}): a string. */
    public static final Key<String> FABRIC_DEVICE_DRIVER = Key.reserved("pmix.fabdev.driver", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_FIRMWARE} ({@code pmix.fabdev.fmwr}): a string. */
    public static final Key<String> FABRIC_DEVICE_FIRMWARE = Key.reserved("pmix.fabdev.fmwr", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_ADDRESS} ({@code pmix.fabdev.addr}): a string. */
    public static final Key<String> FABRIC_DEVICE_ADDRESS = Key.reserved("pmix.fabdev.addr", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_COORDINATES} ({@code pmix.fabdev.coord}): coordinates of a device. */
    public static final Key<Geometry> FABRIC_DEVICE_COORDINATES = Key.reserved("pmix.fabdev.coord", ValueType.GEOMETRY);

    /** {@code PMIX_FABRIC_DEVICE_MTU} ({@code pmix.fabdev.mtu}): a {@code size_t}. */
    public static final Key<Long> FABRIC_DEVICE_MTU = Key.reserved("pmix.fabdev.mtu", ValueType.SIZE);

    /** {@code PMIX_FABRIC_DEVICE_SPEED} ({@code pmix.fabdev.speed}): a {@code size_t}. */
    public static final Key<Long> FABRIC_DEVICE_SPEED = Key.reserved("pmix.fabdev.speed", ValueType.SIZE);

    /** {@code PMIX_FABRIC_DEVICE_STATE} ({@code pmix.fabdev.state}): the state of a link. */
    public static final Key<Integer> FABRIC_DEVICE_STATE = Key.reserved("pmix.fabdev.state", ValueType.LINK_STATE);

    /** {@code PMIX_FABRIC_DEVICE_TYPE} ({@code pmix.fabdev.type}): a string. */
    public static final Key<String> FABRIC_DEVICE_TYPE = Key.reserved("pmix.fabdev.type", ValueType.STRING);

    /** {@code PMIX_FABRIC_DEVICE_PCI_DEVID} ({@code pmix.fabdev.pcidevid}): a string. */
    public static final Key<String> FABRIC_DEVICE_PCI_DEVID = Key.reserved("pmix.fabdev.pcidevid", ValueType.STRING);

    /** {@code PMIX_DEVICE_DISTANCES} ({@code pmix.dev.dist}): a list of distances of devices. */
    public static final Key<List<DeviceDistance>> DEVICE_DISTANCES =
            Key.reserved("pmix.dev.dist", ValueType.listOf(ValueType.DEVICE_DISTANCE));

    /** {@code PMIX_DEVICE_TYPE} ({@code pmix.dev.type}): bits of device types. */
    public static final Key<Long> DEVICE_TYPE = Key.reserved("pmix.dev.type", ValueType.DEVICE_TYPE);

    /** {@code PMIX_DEVICE_ID} ({@code pmix.dev.id}): a string. */
    public static final Key<String> DEVICE_ID = Key.reserved("pmix.dev.id", ValueType.STRING);

    /** {@code PMIX_DEVICE_DIST_ORIGIN} ({@code pmix.dev.dist.origin}): a string. */
    public static final Key<String> DEVICE_DIST_ORIGIN = Key.reserved("pmix.dev.dist.origin", ValueType.STRING);

    /** {@code PMIX_MAX_VALUE} ({@code pmix.descr.maxval}): a value of one of several types. */
    public static final Key<PmixValue> MAX_VALUE = Key.reserved("pmix.descr.maxval", ValueType.ANY);

    /** {@code PMIX_MIN_VALUE} ({@code pmix.descr.minval}): a value of one of several types. */
    public static final Key<PmixValue> MIN_VALUE = Key.reserved("pmix.descr.minval", ValueType.ANY);

    /** {@code PMIX_ENUM_VALUE} ({@code pmix.descr.enum}): a string. */
    public static final Key<String> ENUM_VALUE = Key.reserved("pmix.descr.enum", ValueType.STRING);

    /** {@code PMIX_QUERY_STABLE_ABI_VERSION} ({@code pmix.qry.stabiver}): a string. */
    public static final Key<String> QUERY_STABLE_ABI_VERSION = Key.reserved("pmix.qry.stabiver", ValueType.STRING);

    /** {@code PMIX_QUERY_PROVISIONAL_ABI_VERSION} ({@code pmix.qry.prabiver}): a string. */
    public static final Key<String> QUERY_PROVISIONAL_ABI_VERSION = Key.reserved("pmix.qry.prabiver", ValueType.STRING);

    /** {@code PMIX_VERSION_NUMERIC} ({@code pmix.vers.num}): an unsigned 32-bit number. */
    public static final Key<Long> VERSION_NUMERIC = Key.reserved("pmix.vers.num", ValueType.UINT32);

    private Keys() {}
}
