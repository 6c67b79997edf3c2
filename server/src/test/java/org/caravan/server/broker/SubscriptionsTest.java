package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two servers get of samples that are told once. */
class SubscriptionsTest {

    private static final long LIMIT_MS = 10_000;

    @TempDir
    Path folder;

    @Test
    void serversWithSamplesOfTheirOwnEachGetAll() throws JMSException {
        try (BrokerHome broker = BrokerHome.embedded("own-samples", folder, 64 << 20)) {
            List<Subscriptions> servers = List.of(new Subscriptions("a", false), new Subscriptions("b", false));
            servers.forEach(server -> server.component(broker));
            tell(broker);
            for (Subscriptions server : servers) {
                try (Connection connection = connection(broker, server); MessageConsumer taker = taker(connection)) {
                    assertThat(((TextMessage) taker.receive(LIMIT_MS)).getText()).isEqualTo("sample");
                }
            }
        }
    }

    /** The follower begins while the leader takes, and takes what was left when it leads. */
    @Test
    void serversThatShareSamplesShareTheirSubscription() throws JMSException {
        try (BrokerHome broker = BrokerHome.embedded("shared-samples", folder, 64 << 20)) {
            Subscriptions leader = new Subscriptions("a", true);
            Subscriptions follower = new Subscriptions("b", true);
            assertThat(follower.client(Subscriptions.STORE)).isEqualTo(leader.client(Subscriptions.STORE));
            assertThat(follower.client(Subscriptions.READINGS)).isNotEqualTo(leader.client(Subscriptions.READINGS));
            leader.component(broker);
            try (Connection connection = connection(broker, leader); MessageConsumer taker = taker(connection)) {
                assertThat(follower.component(broker)).isNotNull();
                tell(broker);
                assertThat(taker.receive(LIMIT_MS)).isNotNull();
                connection.stop();
                tell(broker);
            }
            try (Connection connection = connection(broker, follower); MessageConsumer taker = taker(connection)) {
                assertThat(((TextMessage) taker.receive(LIMIT_MS)).getText()).isEqualTo("sample");
            }
        }
    }

    /** More messages than a consumer is sent in advance, and more than the memory that the broker has for them. */
    @Test
    void aConsumerThatTakesNothingDelaysNeitherPublishersNorOtherConsumers() throws JMSException {
        try (BrokerHome broker = BrokerHome.embedded("stopped-consumer", folder, 64 << 20)) {
            Subscriptions stopped = new Subscriptions("a", false);
            Subscriptions well = new Subscriptions("b", false);
            stopped.component(broker);
            well.component(broker);
            int messages = 600;
            String text = "x".repeat(20_000);
            try (Connection dead = connection(broker, stopped); MessageConsumer idle = taker(dead);
                    Connection connection = connection(broker, well); MessageConsumer taker = taker(connection);
                    Connection sending = broker.connections().createConnection();
                    Session session = sending.createSession(false, Session.AUTO_ACKNOWLEDGE);
                    MessageProducer producer = session.createProducer(session.createTopic(EventRoutes.SAMPLES))) {
                for (int number = 0; number < messages; number++) {
                    producer.send(session.createTextMessage(number + " " + text));
                    assertThat(((TextMessage) taker.receive(LIMIT_MS)).getText()).startsWith(number + " ");
                }
                assertThat(((TextMessage) idle.receive(LIMIT_MS)).getText()).as("it continues where it stopped").startsWith("0 ");
            }
        }
    }

    private static void tell(BrokerHome broker) throws JMSException {
        try (Connection connection = broker.connections().createConnection(); Session session =
                connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            session.createProducer(session.createTopic(EventRoutes.SAMPLES)).send(session.createTextMessage("sample"));
        }
    }

    private static Connection connection(BrokerHome broker, Subscriptions server) throws JMSException {
        Connection connection = broker.connections().createConnection();
        connection.setClientID(server.client(Subscriptions.STORE));
        connection.start();
        return connection;
    }

    private static MessageConsumer taker(Connection connection) throws JMSException {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        return session.createDurableSubscriber(session.createTopic(EventRoutes.SAMPLES), Subscriptions.STORE);
    }
}
