package org.caravan.server.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.activemq.broker.BrokerService;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.server.broker.BrokerHome;
import org.caravan.store.Retention;
import org.caravan.store.SqliteSampleStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is slow, away or full holds up nobody who measures. */
class EventPathTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private SampleStore store;

    @BeforeEach
    void open() {
        store = new SqliteSampleStore(folder.resolve("samples.db"), Retention.DEFAULT, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aSubscriberThatIsAwayHearsLaterWhatWasTold() throws Exception {
        BrokerHome broker = BrokerHome.embedded("away", folder.resolve("broker"), 64L << 20);
        try (EventPath path = new EventPath(broker, store, Duration.ofMinutes(5))) {
            for (String topic : List.of("caravan.samples", "caravan.windows")) {
                subscribe(broker, topic, session -> null);
            }
            Instant begun = Instant.now().minusSeconds(1);
            path.told.append(List.of(sample(11), sample(12)));
            path.windows.tell("run-1", begun);

            assertThat(subscribe(broker, "caravan.samples", consumer -> text(consumer)))
                    .contains("\"value\":11.0", "hainan.CERNET/ipv6 -> simula.Uninett/ipv6");
            assertThat(subscribe(broker, "caravan.windows", consumer -> text(consumer)))
                    .contains("\"probeRunId\":\"run-1\"", "\"mean\":11.5", "\"parts\":1");
            assertThat(path.told.untold()).isZero();
        }
    }

    @Test
    void whatTheStoreRefusesIsDeliveredAgain() {
        AtomicInteger refusals = new AtomicInteger(3);
        SampleStore moody = (SampleStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {SampleStore.class},
                (proxy, method, arguments) -> {
            if (method.getName().equals("appendOnce") && refusals.getAndDecrement() > 0) {
                throw new IllegalStateException("the disk is full");
            }
            return method.invoke(store, arguments);
        });
        BrokerHome broker = BrokerHome.embedded("moody", folder.resolve("broker"), 64L << 20);
        try (EventPath path = new EventPath(broker, moody, Duration.ofMinutes(5))) {
            path.told.append(List.of(sample(7), sample(8)));

            assertThat(path.told.statistics(Instant.EPOCH).get(0).samples()).isEqualTo(2);
            assertThat(refusals.get()).isNegative();
            assertThat(path.told.untold()).isZero();
        }
    }

    @Test
    void aSubscriberThatNeverReadsStopsNeitherProbesNorOtherMessages() throws Exception {
        BrokerHome broker = BrokerHome.embedded("full", folder.resolve("broker"), 1L << 20);
        try (EventPath path = new EventPath(broker, store, PATIENCE);
                Connection lazy = broker.connections().createConnection()) {
            lazy.setClientID("lazy");
            lazy.start();
            Session session = lazy.createSession(false, Session.CLIENT_ACKNOWLEDGE);
            session.createDurableSubscriber(session.createTopic("caravan.samples"), "lazy");
            List<Sample> batch = IntStream.range(0, 20).mapToObj(EventPathTest::sample).toList();

            for (int i = 0; i < 1000; i++) {
                path.told.append(batch);
            }

            assertThat(path.told.statistics(Instant.EPOCH).get(0).samples()).isEqualTo(20_000);
            assertThat(path.told.untold()).as("events the full broker did not take").isPositive();
            assertThat(path.told.samplesOnTheWay()).isZero();
            try (Session other = lazy.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
                other.createProducer(other.createQueue("caravan.plan-requested")).send(other.createTextMessage("sock-shop"));
            }
        }
    }

    @Test
    void anOutsideBrokerMayEndAndComeBack() throws Exception {
        BrokerService outside = outside(0);
        URI address = outside.getTransportConnectors().get(0).getConnectUri();
        try (EventPath path = new EventPath(BrokerHome.at("tcp://127.0.0.1:" + address.getPort(), "", ""), store, PATIENCE)) {
            path.told.append(List.of(sample(1)));
            assertThat(path.told.statistics(Instant.EPOCH).get(0).samples()).isEqualTo(1);
            outside.stop();
            outside.waitUntilStopped();

            path.told.append(List.of(sample(2)));
            assertThat(path.told.untold()).isEqualTo(1);
            assertThat(path.told.statistics(Instant.EPOCH).get(0).samples()).isEqualTo(2);

            BrokerService again = outside(address.getPort());
            try {
                AtomicInteger next = new AtomicInteger(3);
                await("the broker to take events again").pollInterval(PATIENCE.plusMillis(200)).until(() -> {
                    long untold = path.told.untold();
                    path.told.append(List.of(sample(next.getAndIncrement())));
                    return path.told.untold() == untold;
                });
                assertThat(path.told.samplesOnTheWay()).isLessThanOrEqualTo(1);
                path.told.statistics(Instant.EPOCH);
                assertThat(path.told.samplesOnTheWay()).isZero();
            } finally {
                path.close();
                again.stop();
                again.waitUntilStopped();
            }
        }
    }

    private BrokerService outside(int port) throws Exception {
        BrokerService outside = new BrokerService();
        outside.setBrokerName("outside");
        outside.setDataDirectoryFile(folder.resolve("outside").toFile());
        outside.setUseJmx(false);
        outside.setUseShutdownHook(false);
        outside.addConnector("tcp://127.0.0.1:" + port);
        outside.start();
        outside.waitUntilStarted();
        return outside;
    }

    private interface Reading {
        String of(MessageConsumer consumer) throws JMSException;
    }

    /** As another program would, under a name of its own. */
    private static String subscribe(BrokerHome broker, String topic, Reading reading) throws JMSException {
        try (Connection connection = broker.connections().createConnection()) {
            connection.setClientID("dashboard");
            connection.start();
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            return reading.of(session.createDurableSubscriber(session.createTopic(topic), topic));
        }
    }

    private static String text(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(60_000);
        return message == null ? "nothing came" : ((TextMessage) message).getText();
    }

    private static Sample sample(int value) {
        return TellsUntilKilled.sample(value);
    }
}
