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

/**
 * The message broker: embedded in this process, with its journal in the data folder and without a socket; or an external ActiveMQ server.
 */
public final class BrokerHome implements AutoCloseable {

    private static final long MEBI = 1 << 20;

    /** Time limit of a send in ms, when the broker is unavailable or full. */
    private static final int PATIENCE = 3_000;

    /** Share of the disk limit that events may use, in percent; the rest is reserved for record ids. */
    private static final int EVENTS_SHARE = 70;

    private final BrokerService embedded;
    private final ActiveMQConnectionFactory factory;

    private BrokerHome(BrokerService embedded, ActiveMQConnectionFactory factory) {
        this.embedded = embedded;
        this.factory = factory;
        // The next idle consumer takes the next id. A transacted consumer prefetches one message, so at most one id waits at a busy
        // server. ZeroPrefetchQueues avoids this for long tasks.
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
     * Starts an embedded broker.
     *
     * @param name unique among the brokers of this process
     * @param storeLimit maximum bytes of waiting messages on disk
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
        // create=false: a connection never starts a second broker with default settings.
        return new BrokerHome(broker, new ActiveMQConnectionFactory("vm://" + name + "?create=false"));
    }

    /** @param user empty if the broker requires no login */
    public static BrokerHome at(String url, String user, String password) {
        // While the broker is unavailable, a send fails after the time limit and connections are re-established in the background.
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("failover:(" + url + ")?timeout=" + PATIENCE
                + "&initialReconnectDelay=100&maxReconnectDelay=5000");
        if (!user.isEmpty()) {
            factory.setUserName(user);
            factory.setPassword(password);
        }
        return new BrokerHome(null, factory);
    }

    /** Returns a new connection factory, so that the caller can set a client id. */
    public ActiveMQConnectionFactory connections() {
        return factory.copy();
    }

    /** Share of the disk limit that waiting messages use, in percent; empty for an external broker. */
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

    /** A slow or stopped consumer uses no memory: its messages stay on disk, up to the share of events. */
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
