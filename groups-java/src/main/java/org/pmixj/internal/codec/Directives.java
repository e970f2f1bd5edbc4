// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.codec;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.CollectiveBound;
import org.pmixj.internal.base.InfoAccess;

/**
 * The directives that requests to the host are made of, each with the type the Standard gives it. Not from {@code
 * Keys}, whose hundreds of constants a request should not have to wait for.
 */
public final class Directives {
    private Directives() {}

    private static Info of(MemorySegment key, PmixValue value) {
        return InfoAccess.get().info(key.getString(0), value, false);
    }

    private static Info flag(MemorySegment key) {
        return of(key, new PmixValue.Bool(true));
    }

    private static Info text(MemorySegment key, String value) {
        return of(key, new PmixValue.Str(value));
    }

    private static Info uint32(MemorySegment key, long value) {
        return of(key, new PmixValue.UInt(DataType.UINT32, value));
    }

    private static Info integer(MemorySegment key, int value) {
        return of(key, new PmixValue.Int(DataType.INT, value));
    }

    /** Whole seconds, rounded up, as the hosts count them. */
    private static Info seconds(MemorySegment key, Duration value) {
        return uint32(key, CollectiveBound.seconds(value));
    }

    private static boolean is(Info info, MemorySegment key) {
        return info.key().equals(key.getString(0));
    }

    public static boolean isKill(Iterable<Info> directives) {
        for (Info directive : directives) {
            if (is(directive, PMIxConstants.PMIX_JOB_CTRL_KILL())) {
                return true;
            }
        }
        return false;
    }

    // --- log ---------------------------------------------------------------------------------------------------

    public static Info logStandardOutput(String text) {
        return text(PMIxConstants.PMIX_LOG_STDOUT(), text);
    }

    public static Info logStandardError(String text) {
        return text(PMIxConstants.PMIX_LOG_STDERR(), text);
    }

    public static Info logSyslog(String text) {
        return text(PMIxConstants.PMIX_LOG_SYSLOG(), text);
    }

    public static Info logGlobalSyslog(String text) {
        return text(PMIxConstants.PMIX_LOG_GLOBAL_SYSLOG(), text);
    }

    public static Info syslogPriority(int priority) {
        return integer(PMIxConstants.PMIX_LOG_SYSLOG_PRI(), priority);
    }

    public static Info logOnce() {
        return flag(PMIxConstants.PMIX_LOG_ONCE());
    }

    public static Info logTag() {
        return flag(PMIxConstants.PMIX_LOG_TAG_OUTPUT());
    }

    public static Info logTimestamp() {
        return flag(PMIxConstants.PMIX_LOG_TIMESTAMP_OUTPUT());
    }

    // --- job control -------------------------------------------------------------------------------------------

    public static Info kill() {
        return flag(PMIxConstants.PMIX_JOB_CTRL_KILL());
    }

    public static Info terminate() {
        return flag(PMIxConstants.PMIX_JOB_CTRL_TERMINATE());
    }

    public static Info signal(int signal) {
        return integer(PMIxConstants.PMIX_JOB_CTRL_SIGNAL(), signal);
    }

    public static Info pause() {
        return flag(PMIxConstants.PMIX_JOB_CTRL_PAUSE());
    }

    public static Info resume() {
        return flag(PMIxConstants.PMIX_JOB_CTRL_RESUME());
    }

    public static Info checkpoint(String id) {
        return text(PMIxConstants.PMIX_JOB_CTRL_CHECKPOINT(), id);
    }

    public static Info restart(String id) {
        return text(PMIxConstants.PMIX_JOB_CTRL_RESTART(), id);
    }

    public static Info cancelJobControl(String id) {
        return text(PMIxConstants.PMIX_JOB_CTRL_CANCEL(), id);
    }

    public static Info definePset(String name) {
        return text(PMIxConstants.PMIX_JOB_CTRL_DEFINE_PSET(), name);
    }

    public static Info cleanUpFile(String path) {
        return text(PMIxConstants.PMIX_REGISTER_CLEANUP(), path);
    }

    public static Info cleanUpDirectory(String path) {
        return text(PMIxConstants.PMIX_REGISTER_CLEANUP_DIR(), path);
    }

    public static Info cleanUpRecursively() {
        return flag(PMIxConstants.PMIX_CLEANUP_RECURSIVE());
    }

    public static Info jobControlId(String id) {
        return text(PMIxConstants.PMIX_JOB_CTRL_ID(), id);
    }

    // --- monitor -----------------------------------------------------------------------------------------------

    public static Info heartbeat() {
        return flag(PMIxConstants.PMIX_MONITOR_HEARTBEAT());
    }

    public static Info heartbeatTime(Duration interval) {
        return seconds(PMIxConstants.PMIX_MONITOR_HEARTBEAT_TIME(), interval);
    }

    public static Info heartbeatDrops(int drops) {
        return uint32(PMIxConstants.PMIX_MONITOR_HEARTBEAT_DROPS(), drops);
    }

    public static Info file(String path) {
        return text(PMIxConstants.PMIX_MONITOR_FILE(), path);
    }

    public static Info fileSize() {
        return flag(PMIxConstants.PMIX_MONITOR_FILE_SIZE());
    }

    public static Info fileCheckTime(Duration interval) {
        return seconds(PMIxConstants.PMIX_MONITOR_FILE_CHECK_TIME(), interval);
    }

    public static Info fileDrops(int drops) {
        return uint32(PMIxConstants.PMIX_MONITOR_FILE_DROPS(), drops);
    }

    public static Info processUsage(List<Key<?>> resources) {
        return of(PMIxConstants.PMIX_MONITOR_PROC_RESOURCE_USAGE(), names(resources));
    }

    public static Info nodeUsage(List<Key<?>> resources) {
        return of(PMIxConstants.PMIX_MONITOR_NODE_RESOURCE_USAGE(), names(resources));
    }

    /** The hosts look at the keys alone. */
    private static PmixValue names(List<Key<?>> keys) {
        List<PmixValue> infos = new ArrayList<>(keys.size());
        for (Key<?> key : keys) {
            infos.add(InfoAccess.get().info(key.name(), new PmixValue.Bool(true), false));
        }
        return new PmixValue.Array(DataType.INFO, infos);
    }

    public static Info cancelMonitor(String id) {
        return text(PMIxConstants.PMIX_MONITOR_CANCEL(), id);
    }

    public static Info monitorId(String id) {
        return text(PMIxConstants.PMIX_MONITOR_ID(), id);
    }

    public static int heartbeatAlert() {
        return PMIxConstants.PMIX_MONITOR_HEARTBEAT_ALERT();
    }

    public static int fileAlert() {
        return PMIxConstants.PMIX_MONITOR_FILE_ALERT();
    }

    public static int usageUpdate() {
        return PMIxConstants.PMIX_MONITOR_RESUSAGE_UPDATE();
    }

    // --- allocation and session --------------------------------------------------------------------------------

    public static Info allocationRequestId(String id) {
        return text(PMIxConstants.PMIX_ALLOC_REQ_ID(), id);
    }

    public static Info sessionPause() {
        return flag(PMIxConstants.PMIX_SESSION_PAUSE());
    }

    public static Info sessionResume() {
        return flag(PMIxConstants.PMIX_SESSION_RESUME());
    }

    public static Info sessionTerminate() {
        return flag(PMIxConstants.PMIX_SESSION_TERMINATE());
    }

    public static Info sessionSignal(int signal) {
        return integer(PMIxConstants.PMIX_SESSION_SIGNAL(), signal);
    }
}
