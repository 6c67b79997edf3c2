package org.caravan.server.broker;

import jakarta.jms.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.component.jms.JmsComponent;
import org.caravan.server.Settings;
import org.caravan.server.data.DataFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.connection.CachingConnectionFactory;

@Configuration
class BrokerConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerConfiguration.class);
    private static final long STORE_LIMIT = 64L << 20;

    /**
     * Sessions per acknowledge mode. No more threads send at the same time; each session beyond the cache would be a new producer, which
     * the broker remembers.
     */
    private static final int KEPT_SESSIONS = 64;

    @Bean(destroyMethod = "close")
    BrokerHome broker(Settings settings, DataFolder folder) {
        if (!settings.broker().used()) {
            BrokerDiskFaults.install(folder.file("broker").getParent());
            return BrokerHome.embedded(settings.broker().name(), folder.file("broker"), STORE_LIMIT);
        }
        Path credentials = settings.credentials().resolve(settings.broker().credentials());
        LOG.info("events travel by the broker at {}", settings.broker().url());
        return BrokerHome.at(settings.broker().url(), line(credentials.resolve("user")), line(credentials.resolve("password")));
    }

    @Bean
    CachingConnectionFactory connectionFactory(BrokerHome broker) {
        CachingConnectionFactory connections = new CachingConnectionFactory(broker.connections());
        connections.setSessionCacheSize(KEPT_SESSIONS);
        // When a route stops, its consumer must close. A cached consumer would receive messages that no route reads, for example orders
        // at a server that is no longer leader.
        connections.setCacheConsumers(false);
        return connections;
    }

    @Bean
    JmsComponent jms(ConnectionFactory connections) {
        return StoppableListenerContainer.component(connections);
    }

    @Bean
    JmsComponent subscriber(BrokerHome broker, Subscriptions subscriptions) {
        return subscriptions.component(broker);
    }

    private static String line(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException("The credentials of the broker cannot be read from (" + file + ").\n"
                    + "Maybe make the file readable by the server.", e);
        }
    }
}
