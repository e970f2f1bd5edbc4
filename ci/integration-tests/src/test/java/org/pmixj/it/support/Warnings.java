// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what the library logs while this is open. */
public final class Warnings extends Handler implements AutoCloseable {
    // Held: a logger nobody holds is forgotten, and its handlers with it.
    private final Logger logger = Logger.getLogger("org.pmixj");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    public Warnings() {
        logger.addHandler(this);
    }

    /** Waits for a message that contains some text. */
    public void await(String text) throws InterruptedException {
        Await.until("a warning: " + text + ", but " + messages, () -> has(text));
    }

    boolean has(String text) {
        for (String message : messages) {
            if (message.contains(text)) {
                return true;
            }
        }
        return false;
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord logged) {
        messages.add(logged.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
