package org.caravan.server.samples;

import java.time.Clock;
import java.time.Duration;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.caravan.measure.SampleStore;
import org.caravan.server.broker.BrokerHome;
import org.caravan.server.broker.EventRoutes;
import org.caravan.server.broker.LeaderRouteIds;
import org.caravan.server.broker.Subscriptions;
import org.springframework.jms.connection.CachingConnectionFactory;

/** The way of samples as the server has it, without the rest of the server. */
final class EventPath implements AutoCloseable {

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final CachingConnectionFactory connections;
    private final BrokerHome broker;
    final EventedSampleStore told;
    final WindowResults windows;

    EventPath(BrokerHome broker, SampleStore kept, Duration patience) {
        this.broker = broker;
        Subscriptions subscriptions = new Subscriptions("", false);
        connections = new CachingConnectionFactory(broker.connections());
        camel.addComponent("jms", JmsComponent.jmsComponentAutoAcknowledge(connections));
        camel.addComponent("subscriber", subscriptions.component(broker));
        ProducerTemplate producer = camel.createProducerTemplate();
        told = new EventedSampleStore(kept, text -> producer.sendBody(EventRoutes.TELL_SAMPLES, text), patience);
        windows = new WindowResults(told, text -> producer.sendBody(EventRoutes.TELL_WINDOWS, text), Clock.systemUTC());
        camel.getRegistry().bind("sampleConsumer", new SampleConsumer(kept, told));
        camel.getRegistry().bind("readingConsumer", new NoReadings());
        camel.getRegistry().bind("networkChanges", new NoNetwork());
        try {
            camel.addRoutes(new EventRoutes(subscriptions, new LeaderRouteIds(false)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        camel.start();
    }

    /** Nobody keeps a matrix here. */
    public static final class NoNetwork {
        public void samplesTaken() {}
    }

    /** Hosts are asked nothing here. */
    public static final class NoReadings {
        public void take(String ignored) {}
    }

    @Override
    public void close() {
        camel.stop();
        connections.destroy();
        broker.close();
    }
}
