package org.caravan.server.broker;

import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.component.jms.JmsComponent;

/** Durable subscriptions of this server: what is told while it is away waits for it on the broker's disk. */
public final class Subscriptions {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static final String STORE = "store";
    static final String READINGS = "readings";

    private Subscriptions() {}

    /** Whom the broker knows as the owner of a subscription; one connection at a time. */
    static String client(String name) {
        return "caravan-" + name;
    }

    /** Its connections share nothing with those that send: a client id belongs to one connection. */
    public static JmsComponent component(BrokerHome broker) {
        begin(broker, EventRoutes.SAMPLES, STORE);
        begin(broker, EventRoutes.METRICS, READINGS);
        JmsComponent component = JmsComponent.jmsComponentAutoAcknowledge(broker.connections());
        component.getConfiguration().setCacheLevelName("CACHE_CONSUMER");
        return component;
    }

    /** Before the first event: one that is told when nobody has subscribed is kept for nobody. */
    private static void begin(BrokerHome broker, String topic, String name) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!begun(broker, topic, name, System.nanoTime() < end)) {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    /** False while a broker elsewhere still believes in the connection of a server that was killed; it notices. */
    private static boolean begun(BrokerHome broker, String topic, String name, boolean patient) {
        try (Connection connection = broker.connections().createConnection()) {
            connection.setClientID(client(name));
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createDurableSubscriber(session.createTopic(topic), name).close();
            return true;
        } catch (JMSException e) {
            if (patient && e instanceof InvalidClientIDException) {
                return false;
            }
            throw new IllegalStateException("The broker takes no subscription: " + e.getMessage()
                    + ".\nMaybe it is away, wants other credentials, or serves another Caravan: set caravan.broker.url.", e);
        }
    }
}
