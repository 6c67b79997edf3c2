package org.caravan.server.health;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.caravan.execution.journal.RunStore;
import org.caravan.measure.SampleStore;
import org.caravan.server.broker.BrokerHome;
import org.caravan.server.data.DataFolder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Health checks of the server's dependencies. Each uses the same call as normal operation; none writes. */
@Configuration
class HealthChecks {

    /** Minimum of free disk space in bytes; with less, a deployment, an image or the journal soon fails. */
    private static final long LEAST_FREE = 256L << 20;
    private static final int FULL_PERCENT = 90;

    private record Check(String name, Question question) implements HealthCheck {
        @Override
        public Optional<String> whatIsWrong() throws Exception {
            return question.ask();
        }
    }

    private interface Question {
        Optional<String> ask() throws Exception;
    }

    @Bean
    HealthCheck databaseHealth(JdbcClient database) {
        return new Check("database", () -> {
            database.sql("select 1").query(Integer.class).single();
            return Optional.empty();
        });
    }

    @Bean
    HealthCheck journalHealth(RunStore runs) {
        return new Check("journal", () -> {
            runs.unfinished();
            return Optional.empty();
        });
    }

    @Bean
    HealthCheck brokerHealth(BrokerHome broker, ConnectionFactory connections) {
        return new Check("broker", () -> {
            // Uses the pooled connection, because an external broker logs the end of each connection. Creating a queue waits for the
            // broker's response.
            try (Connection connection = connections.createConnection(); Session session =
                    connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
                session.createTemporaryQueue().delete();
            }
            int used = broker.storeUsed().orElse(0);
            return used < FULL_PERCENT ? Optional.empty()
                    : Optional.of("Queued messages use " + used
                    + " % of their disk space.\nMaybe check in the log why they are not consumed.");
        });
    }

    @Bean
    HealthCheck samplesHealth(SampleStore samples, Clock clock) {
        return new Check("samples", () -> {
            samples.statistics(clock.instant());
            return Optional.empty();
        });
    }

    @Bean
    HealthCheck diskHealth(DataFolder folder) {
        return new Check("disk", () -> disk(folder.file("")));
    }

    static Optional<String> disk(Path folder) throws IOException {
        FileStore disk = Files.getFileStore(folder);
        long free = disk.getUsableSpace();
        // Not FileStore.isReadOnly: it reports / where systemd has mounted / read-only and this folder of the same device writable.
        if (!Files.isWritable(folder)) {
            return Optional.of("The data folder (" + folder
                    + ") cannot be written to.\nMaybe its file system was mounted read-only after a fault.");
        }
        return free >= LEAST_FREE ? Optional.empty()
                : Optional.of("The disk of the data folder (" + folder + ") has " + (free >> 20)
                + " MiB left.\nMaybe remove images: caravan image gc.");
    }
}
