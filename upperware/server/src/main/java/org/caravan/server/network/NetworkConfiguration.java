package org.caravan.server.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.caravan.execution.Fleet;
import org.caravan.measure.SampleStore;
import org.caravan.server.Settings;
import org.caravan.server.data.DataFolder;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.ssh.Shell;
import org.caravan.store.InfluxSampleStore;
import org.caravan.store.InfluxSettings;
import org.caravan.store.Retention;
import org.caravan.store.SqliteSampleStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where samples are kept, and what takes them: real machines over SSH, or simulated ones. */
@Configuration
class NetworkConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(NetworkConfiguration.class);

    /** How long a probe waits for room in a full spool. */
    private static final Duration SPOOL_PATIENCE = Duration.ofSeconds(30);

    @Bean
    SampleStore sampleStore(Settings settings, DataFolder folder, Clock clock) {
        if (!settings.influxdb().used()) {
            return new SqliteSampleStore(folder.file("samples.db"), Retention.DEFAULT, clock);
        }
        InfluxSettings influx = influxSettings(settings);
        LOG.info("samples are kept in InfluxDB ({})", influx);
        return new InfluxSampleStore(
                influx, folder.file("samples-spool.db"), InfluxSampleStore.SPOOLED, SPOOL_PATIENCE, Retention.DEFAULT, clock);
    }

    private static InfluxSettings influxSettings(Settings settings) {
        Settings.InfluxDb influx = settings.influxdb();
        Path token = settings.credentials().resolve(influx.credentials()).resolve("token");
        try {
            return new InfluxSettings(URI.create(influx.url()), influx.organisation(), Files.readString(token).strip(), influx.buckets());
        } catch (IOException e) {
            throw new UncheckedIOException("The token of InfluxDB cannot be read from (" + token + ").\n"
                    + "Maybe put it there, readable by the server alone.", e);
        }
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "true")
    ProbeBench simulatedBench(Clock clock) {
        return new SimulatedBench(clock);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    ProbeBench shellBench(Fleet fleet, Adapters adapters, Shell shell, Clock clock) {
        return new ShellBench(fleet, adapters, shell, clock);
    }
}
