package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
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
