package org.caravan.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Sends the spool to InfluxDB, from its own thread as soon as InfluxDB accepts it, and before each read. */
final class InfluxSender implements AutoCloseable {

    private static final int SENT_AT_ONCE = 5_000;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final Spool spool;
    private final InfluxServer server;
    private final InfluxSummaries summaries;
    private final String bucket;
    private final ReentrantLock sending = new ReentrantLock();
    private final Thread thread;
    private volatile boolean closed;

    /** @param bucket name of the bucket for samples */
    InfluxSender(Spool spool, InfluxServer server, InfluxSummaries summaries, String bucket) {
        this.spool = spool;
        this.server = server;
        this.summaries = summaries;
        this.bucket = bucket;
        this.thread = new Thread(this::sendForEver, "samples to InfluxDB");
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends all earlier appends and then reads; throws {@link SampleStoreFault} while InfluxDB is unavailable. */
    <T> T whenSent(Supplier<T> reading) {
        sending.lock();
        try {
            sendAll();
            return reading.get();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        sending.lock();
        try {
            server.close();
            spool.close();
        } finally {
            sending.unlock();
        }
    }

    private void sendForEver() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            try {
                sending.lockInterruptibly();
                try {
                    sendAll();
                } finally {
                    sending.unlock();
                }
                pause = FIRST_PAUSE_MILLIS;
                spool.awaitSamples(LONGEST_PAUSE.toMillis());
            } catch (SampleStoreFault away) {
                pause = pauseAfter(pause);
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    /**
     * Waits before the next attempt, with exponential back-off. Appends do not end the pause: they are frequent, and frequent requests
     * slow down a starting server.
     */
    private static long pauseAfter(long pause) {
        try {
            TimeUnit.MILLISECONDS.sleep(pause);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return Math.min(pause * 2, LONGEST_PAUSE.toMillis());
    }

    /** Requires the lock. A batch leaves the spool only after InfluxDB has its samples and their summaries. */
    private void sendAll() {
        while (!closed && spool.waiting() > 0) {
            List<Spool.Batch> batches = spool.oldest(SENT_AT_ONCE);
            List<String> lines = batches.stream().flatMap(batch -> batch.lines().stream()).toList();
            server.write(bucket, lines);
            summaries.refresh(lines.stream().map(InfluxSender::time).toList());
            spool.remove(batches.get(batches.size() - 1));
        }
    }

    private static Instant time(String line) {
        return SampleTable.instant(Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)));
    }
}
