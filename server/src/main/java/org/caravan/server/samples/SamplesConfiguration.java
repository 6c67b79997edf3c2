package org.caravan.server.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.apache.camel.ProducerTemplate;
import org.caravan.measure.SampleStore;
import org.caravan.server.InfluxDbSettings;
import org.caravan.server.Settings;
import org.caravan.server.broker.EventRoutes;
import org.caravan.server.data.DataFolder;
import org.caravan.store.InfluxSampleStore;
import org.caravan.store.InfluxSettings;
import org.caravan.store.Retention;
import org.caravan.store.SqliteSampleStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Configures where samples are stored and how they get there. */
@Configuration
class SamplesConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(SamplesConfiguration.class);

    /** Time limit with which readers wait for samples in transit. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Time limit with which a probe waits for room in a full spool. */
    private static final Duration SPOOL_PATIENCE = Duration.ofSeconds(30);

    /** The backing store. Code that writes or reads samples uses {@link #toldSamples}. */
    @Bean(destroyMethod = "close")
    SampleStore keptSamples(Settings settings, DataFolder folder, Clock clock) {
        if (!settings.influxdb().used()) {
            return new SqliteSampleStore(folder.file("samples.db"), Retention.DEFAULT, clock);
        }
        InfluxSettings influx = influxSettings(settings);
        LOG.info("samples are kept in InfluxDB ({})", influx);
        return new InfluxSampleStore(
                influx, folder.file("samples-spool.db"), InfluxSampleStore.SPOOLED, SPOOL_PATIENCE, Retention.DEFAULT, clock);
    }

    private static InfluxSettings influxSettings(Settings settings) {
        InfluxDbSettings influx = settings.influxdb();
        Path token = settings.credentials().resolve(influx.credentials()).resolve("token");
        try {
            return new InfluxSettings(URI.create(influx.url()), influx.organisation(), Files.readString(token).strip(), influx.buckets());
        } catch (IOException e) {
            throw new UncheckedIOException("The token of InfluxDB cannot be read from (" + token + ").\n"
                    + "Maybe put it there, readable by the server alone.", e);
        }
    }

    @Bean
    @Primary
    EventedSampleStore toldSamples(@Qualifier("keptSamples") SampleStore kept, ProducerTemplate producer) {
        return new EventedSampleStore(kept, text -> producer.sendBody(EventRoutes.TELL_SAMPLES, text), PATIENCE);
    }

    @Bean
    SampleConsumer sampleConsumer(@Qualifier("keptSamples") SampleStore kept, EventedSampleStore told) {
        return new SampleConsumer(kept, told);
    }

    @Bean
    WindowResults windowResults(EventedSampleStore told, ProducerTemplate producer, Clock clock) {
        return new WindowResults(told, text -> producer.sendBody(EventRoutes.TELL_WINDOWS, text), clock);
    }
}
