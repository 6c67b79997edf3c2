package org.caravan.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.caravan.server.LoopbackBroker;
import org.caravan.server.broker.BrokerHome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a broker gives a server in advance, by its statistics: nothing of the queue of partitions. */
class InAdvanceTest {

    private static final long PATIENCE = 60_000;

    private LoopbackBroker broker;
    private Connection connection;

    @BeforeEach
    void begin() throws Exception {
        broker = new LoopbackBroker("in-advance");
        connection = BrokerHome.at(broker.url(), "", "").connections().createConnection();
        connection.start();
    }

    @AfterEach
    void end() throws Exception {
        connection.close();
        broker.close();
    }

    /** Why partitions are not taken as all else is. */
    @Test
    void withAPrefetchOfOneATransactedConsumerIsGivenASecondMessageWhileItWorksOnTheFirst() throws Exception {
        try (Session busy = connection.createSession(true, Session.SESSION_TRANSACTED); Session free = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageConsumer first = busy.createConsumer(busy.createQueue("others"));
            send("others", 2);
            assertThat(first.receive(PATIENCE)).isNotNull();
            await("both to be given to the first").until(() -> broker.given("others") == 2);
            assertThat(free.createConsumer(free.createQueue("others")).receive(100)).as("of use to one that is free").isNull();
        }
    }

    @Test
    void partitionsAreGivenToWhoAsks() throws Exception {
        try (Session busy = connection.createSession(true, Session.SESSION_TRANSACTED); Session free = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageConsumer first = partitions(busy);
            send(PartitionRequests.QUEUE_NAME, 2);
            assertThat(((TextMessage) first.receive(PATIENCE)).getText()).isEqualTo("0");
            assertThat(((TextMessage) partitions(free).receive(PATIENCE)).getText()).isEqualTo("1");
            assertThat(broker.given(PartitionRequests.QUEUE_NAME)).as("one each").isEqualTo(2);
        }
    }

    /** As the server's components of JMS do. */
    private static MessageConsumer partitions(Session session) throws Exception {
        return session.createConsumer(new PartitionConfiguration().destinations().resolveDestinationName(session, PartitionRequests.QUEUE_NAME, false));
    }

    private void send(String queue, int messages) throws Exception {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            for (int number = 0; number < messages; number++) {
                session.createProducer(session.createQueue(queue)).send(session.createTextMessage(Integer.toString(number)));
            }
        }
    }
}
