// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.concurrent.ThreadFactory;

/** Creates threads that do not keep the JVM alive, and inherit nothing from the thread that happens to create them. */
public record DaemonThreads(String name) implements ThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        return thread;
    }
}
