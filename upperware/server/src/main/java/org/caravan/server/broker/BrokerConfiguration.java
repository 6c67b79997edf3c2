package org.caravan.server.broker;

import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;
import org.apache.camel.component.jms.JmsComponent;
import org.caravan.server.data.DataFolder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;

/** ActiveMQ inside this process: no socket, its journal in the data folder. */
@Configuration
class BrokerConfiguration {

    private static final String NAME = "caravan";
    private static final int MEBI = 1 << 20;

    @Bean(initMethod = "start", destroyMethod = "stop")
    BrokerService broker(DataFolder folder) throws IOException {
        KahaDBPersistenceAdapter journal = new KahaDBPersistenceAdapter();
        journal.setDirectory(folder.file("broker").toFile());
        journal.setJournalMaxFileLength(4 * MEBI);
        BrokerService broker = new BrokerService();
        broker.setBrokerName(NAME);
        broker.setUseJmx(false);
        broker.setUseShutdownHook(false);
        broker.setPersistenceAdapter(journal);
        broker.setTmpDataDirectory(folder.file("broker/tmp").toFile());
        broker.setSchedulerSupport(false);
        broker.setAdvisorySupport(false);
        // Messages are ids and short events: small limits keep a 192 MiB heap safe.
        broker.getSystemUsage().getMemoryUsage().setLimit(8L * MEBI);
        broker.getSystemUsage().getStoreUsage().setLimit(64L * MEBI);
        broker.getSystemUsage().getTempUsage().setLimit(64L * MEBI);
        return broker;
    }

    /** {@code create=false}: a connection never raises a second broker with settings of its own. */
    @Bean
    CachingConnectionFactory connectionFactory(BrokerService broker) {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://" + NAME + "?create=false");
        factory.setWatchTopicAdvisories(false);
        return new CachingConnectionFactory(factory);
    }

    @Bean
    JmsComponent jms(ConnectionFactory connections) {
        JmsComponent component = JmsComponent.jmsComponentAutoAcknowledge(connections);
        component.getConfiguration().setCacheLevelName("CACHE_CONSUMER");
        return component;
    }
}
