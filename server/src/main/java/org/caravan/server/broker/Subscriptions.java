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
 * Durable subscriptions of this server: events published while the server is down wait on the broker's disk. Servers that share a
 * database of samples also share its subscription, from which the leader consumes.
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
     * @param server name of this server among the servers that share the broker; empty if it is the only one
     * @param sharedSamples whether the servers also share the database of samples
     */
    public Subscriptions(String server, boolean sharedSamples) {
        this.server = server;
        this.sharedSamples = sharedSamples;
    }

    /** Client id of a subscription at the broker; one connection at a time may use it. */
    String client(String name) {
        return "caravan-" + name + (server.isEmpty() || shared(name) ? "" : "-" + server);
    }

    private boolean shared(String name) {
        return sharedSamples && name.equals(STORE);
    }

    /** Uses its own connections, because a client id belongs to one connection. */
    public JmsComponent component(BrokerHome broker) {
        begin(broker, EventRoutes.SAMPLES, STORE);
        begin(broker, EventRoutes.METRICS, READINGS);
        return StoppableListenerContainer.component(broker.connections());
    }

    /** Subscribes before the first event, because the broker keeps no event without a subscription. */
    private void begin(BrokerHome broker, String topic, String name) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!begun(broker, topic, name, System.nanoTime() < end)) {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    /**
     * Whether the subscription exists; true if another server consumes from a shared one. False while an external broker still holds the
     * connection of a killed server, which it drops after a while.
     */
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
            throw new IllegalStateException("The broker rejects a subscription: " + e.getMessage()
                    + ".\nMaybe it is unavailable, requires other credentials, or serves another server of this name: set "
                            + "caravan.broker.url, or caravan.name.", e);
        }
    }
}
