package org.caravan.server.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;
import org.caravan.server.broker.BrokerHome;
import org.caravan.store.Retention;
import org.caravan.store.SqliteSampleStore;

/** A process of its own: appends samples of rising values by events, prints each value when its append has returned, until it is killed. */
final class TellsUntilKilled {

    static final PathId PATH = new PathId(new AccessPoint("hainan", "CERNET", IpFamily.IPV6),
            new AccessPoint("simula", "Uninett", IpFamily.IPV6));

    private TellsUntilKilled() {}

    /**
     * @param arguments folder, first value, and {@code tell}, {@code stuck} (the store takes nothing) or {@code drain} (all that waits,
     * then the end)
     */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        SampleStore store = new SqliteSampleStore(folder.resolve("samples.db"), Retention.DEFAULT, Clock.systemUTC());
        EventPath path = new EventPath(BrokerHome.embedded("killed", folder.resolve("broker"), 64L << 20),
                arguments[2].equals("stuck") ? new Stuck(store) : store, Duration.ofMinutes(10));
        endWithParent();
        int value = Integer.parseInt(arguments[1]);
        if (arguments[2].equals("drain")) {
            // Delivered in order: when the last one is taken, all are.
            path.told.append(List.of(sample(value)));
            path.told.statistics(Instant.EPOCH);
            System.out.println("drained");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
        while (true) {
            path.told.append(List.of(sample(value)));
            System.out.println("told " + value++);
            System.out.flush();
        }
    }

    /** A test that is killed itself leaves nothing running: its end of our standard input is closed then. */
    private static void endWithParent() {
        Thread watch = new Thread(() -> {
            try {
                System.in.read();
            } catch (IOException ended) {
                // the parent is gone
            }
            Runtime.getRuntime().halt(1);
        }, "parent");
        watch.setDaemon(true);
        watch.start();
    }

    static Sample sample(int value) {
        return new Sample(PATH, Quantity.IDLE_RTT, value, Instant.now(), "ping");
    }

    /** Never takes anything. */
    private record Stuck(SampleStore store) implements SampleStore {

        @Override
        public void append(List<Sample> samples) {
            appendOnce("", samples);
        }

        @Override
        public boolean appendOnce(String eventId, List<Sample> samples) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("stuck");
        }

        @Override
        public List<Statistic> statistics(Instant since) {
            return store.statistics(since);
        }

        @Override
        public List<Sample> samples(PathId path, Quantity quantity, int limit) {
            return store.samples(path, quantity, limit);
        }

        @Override
        public List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
            return store.timeline(path, quantity, since);
        }

        @Override
        public void close() {}
    }
}
