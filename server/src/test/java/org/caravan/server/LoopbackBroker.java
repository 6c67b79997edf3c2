package org.caravan.server;

import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.DestinationStatistics;
import org.apache.activemq.command.ActiveMQQueue;

/** An ActiveMQ on loopback that servers use as one elsewhere, and that a test can look into. */
public final class LoopbackBroker implements AutoCloseable {

    private final BrokerService broker = new BrokerService();

    /** @param name no other broker of this process has it */
    public LoopbackBroker(String name) throws Exception {
        broker.setBrokerName(name);
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setAdvisorySupport(false);
        broker.addConnector("tcp://127.0.0.1:0");
        broker.start();
        broker.waitUntilStarted();
    }

    public String url() throws Exception {
        return broker.getTransportConnectors().get(0).getPublishableConnectString();
    }

    /** So far, also those that have ended. */
    long connections() {
        return broker.getTotalConnections();
    }

    /** Messages of a queue that nobody has acknowledged: they wait, or somebody works on them. */
    public long unacknowledged(String queue) throws Exception {
        return of(queue).getMessages().getCount();
    }

    /** Those of them that consumers were given. */
    public long given(String queue) throws Exception {
        return of(queue).getInflight().getCount();
    }

    /** Who takes from a queue, or could. */
    long consumers(String queue) throws Exception {
        return of(queue).getConsumers().getCount();
    }

    private DestinationStatistics of(String queue) throws Exception {
        return broker.getDestination(new ActiveMQQueue(queue)).getDestinationStatistics();
    }

    @Override
    public void close() throws Exception {
        broker.stop();
    }
}
