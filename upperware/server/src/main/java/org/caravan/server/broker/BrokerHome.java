package org.caravan.server.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.RedeliveryPolicy;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** The broker: inside this process, with its journal in the data folder and no socket; or an ActiveMQ of its own somewhere. */
public final class BrokerHome implements AutoCloseable {

    private static final long MEBI = 1 << 20;

    /** A send to a broker that is away or full fails after so long, in ms: nobody who probes waits longer. */
    private static final int PATIENCE = 3_000;

    /** Of the room on disk, in percent, that events may take: ids of records always find some. */
    private static final int EVENTS_SHARE = 70;

    private final BrokerService embedded;
    private final ActiveMQConnectionFactory factory;

    private BrokerHome(BrokerService embedded, ActiveMQConnectionFactory factory) {
        this.embedded = embedded;
        this.factory = factory;
        // Whoever is free takes the next id. At most one waits at a server that is busy: a transacted consumer is given the next one in advance. Work that takes long is asked for: PulledQueues.
        factory.getPrefetchPolicy().setQueuePrefetch(1);
        factory.setWatchTopicAdvisories(false);
        factory.setSendTimeout(PATIENCE);
        factory.setConnectResponseTimeout(PATIENCE);
        RedeliveryPolicy again = factory.getRedeliveryPolicy();
        again.setMaximumRedeliveries(RedeliveryPolicy.NO_MAXIMUM_REDELIVERIES);
        again.setInitialRedeliveryDelay(100);
        again.setUseExponentialBackOff(true);
        again.setBackOffMultiplier(2);
        again.setMaximumRedeliveryDelay(10_000);
    }

    /**
     * Starts it.
     *
     * @param name no other broker of this process has it
     * @param storeLimit bytes that waiting messages may take on disk
     */
    public static BrokerHome embedded(String name, Path folder, long storeLimit) {
        BrokerService broker = new BrokerService();
        try {
            KahaDBPersistenceAdapter journal = new KahaDBPersistenceAdapter();
            journal.setDirectory(folder.toFile());
            journal.setJournalMaxFileLength((int) Math.min(4 * MEBI, storeLimit / 8));
            broker.setBrokerName(name);
            broker.setUseJmx(false);
            broker.setUseShutdownHook(false);
            broker.setPersistenceAdapter(journal);
            broker.setTmpDataDirectory(folder.resolve("tmp").toFile());
            broker.setSchedulerSupport(false);
            broker.setAdvisorySupport(false);
            broker.setDestinationPolicy(policies());
            // Messages are ids and short events: small limits keep a 192 MiB heap safe.
            broker.getSystemUsage().getMemoryUsage().setLimit(8 * MEBI);
            broker.getSystemUsage().getStoreUsage().setLimit(storeLimit);
            broker.getSystemUsage().getTempUsage().setLimit(64 * MEBI);
            broker.getSystemUsage().setSendFailIfNoSpaceAfterTimeout(PATIENCE / 3);
            broker.start();
            broker.waitUntilStarted();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException("The message broker in (" + folder + ") does not start: " + e.getMessage()
                    + ".\nMaybe its disk is full, or the folder is another broker's.", e);
        }
        // create=false: a connection never raises a second broker with settings of its own.
        return new BrokerHome(broker, new ActiveMQConnectionFactory("vm://" + name + "?create=false"));
    }

    /** @param user empty for a broker that asks for none */
    public static BrokerHome at(String url, String user, String password) {
        // While it is away a send fails after the time limit, and connections come back by themselves.
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("failover:(" + url + ")?timeout=" + PATIENCE
                + "&initialReconnectDelay=100&maxReconnectDelay=5000");
        if (!user.isEmpty()) {
            factory.setUserName(user);
            factory.setPassword(password);
        }
        return new BrokerHome(null, factory);
    }

    /** Each call gives a factory of its own, which may be given a client id. */
    public ActiveMQConnectionFactory connections() {
        return factory.copy();
    }

    /** How much of the room on disk waiting messages take, in percent; empty where the broker is elsewhere. */
    public OptionalInt storeUsed() {
        return embedded == null ? OptionalInt.empty() : OptionalInt.of(embedded.getSystemUsage().getStoreUsage().getPercentUsage());
    }

    @Override
    public void close() {
        try {
            if (embedded != null) {
                embedded.stop();
                embedded.waitUntilStopped();
            }
        } catch (Exception e) {
            throw new IllegalStateException("The message broker did not end: " + e.getMessage(), e);
        }
    }

    /** A consumer that is slow, or gone, fills no memory: what waits for it stays on disk, up to its share. */
    private static PolicyMap policies() {
        PolicyMap policies = new PolicyMap();
        for (String topic : EventRoutes.KEPT_TOPICS) {
            PolicyEntry entry = new PolicyEntry();
            entry.setTopic(topic);
            entry.setProducerFlowControl(false);
            entry.setDurableTopicPrefetch(32);
            entry.setStoreUsageHighWaterMark(EVENTS_SHARE);
            policies.put(entry.getDestination(), entry);
        }
        return policies;
    }
}
