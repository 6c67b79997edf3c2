package org.caravan.server.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyUsage;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Reads the current resource usage of instances from their hosts. */
@Component
class Usages {

    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Clock clock;

    Usages(Targets targets, Infrastructures infrastructures, Adapters adapters, Clock clock) {
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.clock = clock;
    }

    @Schema(name = "Usage", description = "Resource usage of an instance.")
    record Usage(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Processor time since the start, in ms.") long cpuMillis,
            @Schema(description = "Memory in use, in bytes.") long memoryBytes,
            @Schema(description = "Time of the query (ISO 8601, UTC).") Instant at) {}

    /** Usage of each instance whose host reports it; other instances are omitted. */
    List<Usage> of(String application) {
        Optional<DeploymentPlan> plan = targets.target(application);
        if (plan.isEmpty() || plan.get().instances().isEmpty()) {
            return List.of();
        }
        Infrastructure infrastructure = infrastructures.required();
        return plan.get().instances().parallelStream()
                .flatMap(placed -> usage(application, placed, infrastructure.host(placed.hostId())).stream())
                .toList();
    }

    private Optional<Usage> usage(String application, InstancePlacement placed, Host host) {
        CloudAdapter adapter = adapters.of(host);
        if (!adapter.capabilities().contains(Capability.USAGE)) {
            return Optional.empty();
        }
        try {
            CopyUsage usage = adapter.usage(host, placed.copy(application));
            return Optional.of(new Usage(placed.instance().toString(), host.id(), usage.cpuMillis(),
                    usage.memory().value(), clock.instant()));
        } catch (AdapterFault fault) {
            return Optional.empty();
        }
    }
}
