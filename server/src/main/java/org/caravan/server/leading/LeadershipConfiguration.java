package org.caravan.server.leading;

import java.time.Duration;
import java.util.Optional;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.sql.Leadership;
import org.caravan.server.Settings;
import org.caravan.server.data.ServerDatabase;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class LeadershipConfiguration {

    /** Leadership shared through PostgreSQL; empty for a server on its own. The journal is created first, because it creates the tables. */
    record Shared(Optional<Leadership> leadership) {}

    @Bean
    Shared sharedLeadership(ServerDatabase database, RunStore journal, Settings settings) {
        Duration time = settings.leadership().time();
        return new Shared(database.postgres(time.dividedBy(2)).map(source -> Leadership.inPostgres(source, settings.name(), time)));
    }
}
