package org.caravan.server.metrics;

import java.time.Clock;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.EntryStore;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.server.data.DataFolder;
import org.caravan.store.SqliteBandwidthStore;
import org.caravan.store.SqliteReadingStore;
import org.caravan.store.SqliteRequestStore;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class MetricsConfiguration {

    @Bean(destroyMethod = "close")
    ReadingStore readingStore(DataFolder folder, Clock clock) {
        return new SqliteReadingStore(folder.file("readings.db"), clock);
    }

    @Bean(destroyMethod = "close")
    SqliteRequestStore requestStore(DataFolder folder, Clock clock) {
        return new SqliteRequestStore(folder.file("requests.db"), clock);
    }

    @Bean(destroyMethod = "close")
    BandwidthStore bandwidthStore(DataFolder folder, Clock clock) {
        return new SqliteBandwidthStore(folder.file("bandwidth.db"), clock);
    }

    @Bean
    ReadingConsumer readingConsumer(ReadingStore store, RequestStore requests, EntryStore entries, BandwidthStore bandwidth,
            LinkQuotas quotas, ApplicationEventPublisher events) {
        return new ReadingConsumer(store, requests, entries, bandwidth, quotas, events::publishEvent);
    }
}
