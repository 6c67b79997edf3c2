package org.caravan.server.deployment;

import org.caravan.change.EntryTable;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.Rollback;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.Orphans;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.Clock;
import org.caravan.execution.time.WorkObserver;
import org.caravan.server.Settings;
import org.caravan.server.data.DataFolder;
import org.caravan.server.data.ServerDatabase;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class DeploymentConfiguration {

    @Bean
    RunStore runStore(ServerDatabase database, DataFolder folder) {
        return database.postgres().map(source -> SqlRunStore.inPostgres(source, "in " + database.name()))
                .orElseGet(() -> SqlRunStore.open(folder.file("runs.db")));
    }

    @Bean
    HostRegistry fleet(Infrastructures infrastructures, Adapters adapters, WorkObserver observer) {
        return new HostRegistry(infrastructures::required, adapters::of, observer);
    }

    private static ExecutionPolicy policy(Settings settings) {
        return settings.powerdns().used() ? ExecutionPolicy.DEFAULT.withTimeToLive(settings.powerdns().ttl()) : ExecutionPolicy.DEFAULT;
    }

    @Bean
    Rollback rollback(HostRegistry fleet, RunStore store) {
        return new Rollback(fleet, store);
    }

    @Bean
    Orphans orphans(HostRegistry fleet, RunStore store) {
        return new Orphans(fleet, store);
    }

    @Bean
    DeploymentService deployment(HostRegistry fleet, RunStore store, EntryTable entries, SecretSource secrets, DeploymentProgress progress,
            WorkObserver observer, Settings settings) {
        return new DeploymentService(fleet, store, entries, secrets, policy(settings), Clock.SYSTEM, progress, observer);
    }
}
