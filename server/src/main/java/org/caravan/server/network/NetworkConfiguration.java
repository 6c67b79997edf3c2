package org.caravan.server.network;

import java.time.Clock;
import org.caravan.execution.fleet.HostRegistry;
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
    ProbeBench simulatedBench(Clock clock) {
        return new SimulatedBench(clock);
    }

    @Bean
    @ConditionalOnProperty(name = "caravan.simulated", havingValue = "false", matchIfMissing = true)
    ProbeBench shellBench(HostRegistry fleet, Adapters adapters, Shell shell, Clock clock) {
        return new ShellBench(fleet, adapters, shell, clock);
    }
}
