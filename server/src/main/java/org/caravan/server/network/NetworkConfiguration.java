package org.caravan.server.network;

import java.time.Clock;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.server.data.DataFolder;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.ssh.Shell;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Selects the probe backend: real machines over SSH, or simulated ones. */
@Configuration
class NetworkConfiguration {

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "true")
    ProbeBackend simulatedBench(DataFolder folder, Clock clock) {
        return new SimulatedProbeBackend(new SimulatedLines(folder.file("simulated-lines.txt")), clock);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    ProbeBackend shellBench(HostRegistry fleet, Adapters adapters, Shell shell, Clock clock) {
        return new SshProbeBackend(fleet, adapters, shell, clock);
    }
}
