package org.caravan.server.metrics;

import java.time.Clock;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.data.DataFolder;
import org.caravan.store.SqliteReadingStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class MetricsConfiguration {

    @Bean(destroyMethod = "close")
    ReadingStore readingStore(DataFolder folder, Clock clock) {
        return new SqliteReadingStore(folder.file("readings.db"), clock);
    }

    @Bean
    ReadingConsumer readingConsumer(ReadingStore store) {
        return new ReadingConsumer(store);
    }
}
