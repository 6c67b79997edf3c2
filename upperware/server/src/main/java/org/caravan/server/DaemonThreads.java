package org.caravan.server;

import java.util.concurrent.ThreadFactory;

/**
 * Threads that say what they are for and do not keep the process alive.
 *
 * @param name of each of them
 */
public record DaemonThreads(String name) implements ThreadFactory {

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
