package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.caravan.server.LoopbackBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker gives a server in advance, by its statistics: nothing of queues whose work takes long. */
class InAdvanceTest {

    private static final long PATIENCE = 60_000;

    private LoopbackBroker broker;
    private ActiveMQConnectionFactory connections;

    @BeforeEach
    void begin() throws Exception {
        broker = new LoopbackBroker("in-advance");
        connections = BrokerHome.at(broker.url(), "", "").connections();
    }

    @AfterEach
    void end() throws Exception {
        broker.close();
    }

    /** Why long work is not taken as all else is. */
    @Test
    void withAPrefetchOfOneATransactedConsumerIsGivenASecondMessageWhileItWorksOnTheFirst() throws Exception {
        String queue = "others";
        try (Connection connection = started(); Session busy = transacted(connection); Session free = transacted(connection)) {
            MessageConsumer first = consumer(busy, queue);
            send(connection, queue, 2);
            assertThat(first.receive(PATIENCE)).isNotNull();
            await("both to be given to the first").until(() -> broker.given(queue) == 2);
            assertThat(consumer(free, queue).receive(100)).as("of use to one that is free").isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ZeroPrefetchQueues.MODELS, ZeroPrefetchQueues.PLANNINGS, ZeroPrefetchQueues.PARTITIONS})
    void longWorkIsGivenToWhoAsks(String queue) throws Exception {
        try (Connection connection = started(); Session busy = transacted(connection); Session free = transacted(connection)) {
            MessageConsumer first = consumer(busy, queue);
            send(connection, queue, 3);
            assertThat(((TextMessage) first.receive(PATIENCE)).getText()).isEqualTo("0");
            assertThat(((TextMessage) consumer(free, queue).receive(PATIENCE)).getText()).isEqualTo("1");
            await("the broker counts what it has given").until(() -> broker.given(queue) >= 2);
            assertThat(broker.given(queue)).as("one each; the third waits at the broker").isEqualTo(2);
        }
    }

    private Connection started() throws Exception {
        Connection connection = connections.createConnection();
        connection.start();
        return connection;
    }

    private static Session transacted(Connection connection) throws Exception {
        return connection.createSession(true, Session.SESSION_TRANSACTED);
    }

    /** As the server's components of JMS do. */
    private static MessageConsumer consumer(Session session, String queue) throws Exception {
        return session.createConsumer(new ZeroPrefetchQueues().destinations().resolveDestinationName(session, queue, false));
    }

    private static void send(Connection connection, String queue, int messages) throws Exception {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            for (int number = 0; number < messages; number++) {
                session.createProducer(session.createQueue(queue)).send(session.createTextMessage(Integer.toString(number)));
            }
        }
    }
}
