package org.caravan.server.broker;

import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.component.jms.JmsComponent;
import org.caravan.server.Settings;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Durable subscriptions of this server: what is told while it is away waits for it on the broker's disk. Where several servers share the database of
 * samples they share its subscription, too, and the one that leads takes from it.
 */
@Component
public final class Subscriptions {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static final String STORE = "store";
    static final String READINGS = "readings";

    private final String server;
    private final boolean sharedSamples;

    @Autowired
    Subscriptions(Settings settings) {
        this(settings.name(), settings.influxdb().used());
    }

    /**
     * @param server name of this server among those that share the broker; empty where it is the only one
     * @param sharedSamples whether they share the database of samples, too
     */
    public Subscriptions(String server, boolean sharedSamples) {
        this.server = server;
        this.sharedSamples = sharedSamples;
    }

    /** Whom the broker knows as the owner of a subscription; one connection at a time. */
    String client(String name) {
        return "caravan-" + name + (server.isEmpty() || shared(name) ? "" : "-" + server);
    }

    private boolean shared(String name) {
        return sharedSamples && name.equals(STORE);
    }

    /** Its connections share nothing with those that send: a client id belongs to one connection. */
    public JmsComponent component(BrokerHome broker) {
        begin(broker, EventRoutes.SAMPLES, STORE);
        begin(broker, EventRoutes.METRICS, READINGS);
        JmsComponent component = JmsComponent.jmsComponentAutoAcknowledge(broker.connections());
        component.getConfiguration().setCacheLevelName("CACHE_CONSUMER");
        return component;
    }

    /** Before the first event: one that is told when nobody has subscribed is kept for nobody. */
    private void begin(BrokerHome broker, String topic, String name) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!begun(broker, topic, name, System.nanoTime() < end)) {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    /** One that another server takes from has begun. False while a broker elsewhere still believes in the connection of a server that was killed; it notices. */
    private boolean begun(BrokerHome broker, String topic, String name, boolean patient) {
        try (Connection connection = broker.connections().createConnection()) {
            connection.setClientID(client(name));
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createDurableSubscriber(session.createTopic(topic), name).close();
            return true;
        } catch (JMSException e) {
            if (e instanceof InvalidClientIDException && (patient || shared(name))) {
                return shared(name);
            }
            throw new IllegalStateException("The broker takes no subscription: " + e.getMessage()
                    + ".\nMaybe it is away, wants other credentials, or serves another server of this name: set caravan.broker.url, or caravan.name.", e);
        }
    }
}
