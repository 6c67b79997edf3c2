package org.caravan.server;

import java.util.concurrent.ThreadFactory;

/**
 * Thread factory for named daemon threads, which do not keep the process alive.
 *
 * @param name name of each thread
 */
public record DaemonThreads(String name) implements ThreadFactory {

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
