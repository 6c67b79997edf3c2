package org.caravan.server.infrastructure;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.execution.Fleet;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.rest.FilesBody;
import org.caravan.server.rest.Refusal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "infrastructure")
class InfrastructureController {

    private final Infrastructures infrastructures;
    private final Fleet fleet;

    InfrastructureController(Infrastructures infrastructures, Fleet fleet) {
        this.infrastructures = infrastructures;
        this.fleet = fleet;
    }

    @Schema(name = "Nodes", description = "What all hosts say of themselves now.")
    record Nodes(
            @Schema(description = "Hosts that answered, sorted by id.") List<Node> hosts,
            @Schema(description = "Hosts that did not answer, sorted by id.") List<Silent> unobserved,
            @Schema(description = "Machines with our label that no host of the infrastructure wants.") List<Unclaimed> unclaimed) {}

    @Schema(name = "Node", description = "What a host really offers, all instances together.")
    record Node(
            @Schema(description = "Id of the host.", example = "pi-1") String hostId,
            @Schema(description = "Id of its site.", example = "hainan") String siteId,
            @Schema(description = "Processor architecture.") Architecture architecture,
            @Schema(description = "Processor, in thousandths of a core.", example = "4000") long cpu,
            @Schema(description = "Memory, in bytes.") long memory,
            @Schema(description = "Disk, in bytes.") long disk,
            @Schema(description = "Its own address literals on the site's network, sorted.") List<String> addresses,
            @Schema(description = "State of its machine where that is rented, NONE while there is none; absent where it stands.",
                            example = "RUNNING")
                    Optional<String> machine) {}

    @Schema(name = "SilentNode", description = "A host that could not be looked at.")
    record Silent(
            @Schema(description = "Id of the host.", example = "pi-1") String hostId,
            @Schema(description = "Why, in words for a person.") String reason) {}

    @Schema(name = "UnclaimedMachine", description = "A rented machine that belongs to no host.")
    record Unclaimed(
            @Schema(description = "Its id at the provider.") String id,
            @Schema(description = "The host it was rented for.", example = "simula-m1-small-3") String hostId) {}

    @PutMapping("/infrastructure")
    @Operation(operationId = "putInfrastructure", summary = "Give the server its infrastructure",
            description = "Replaces the infrastructure in force, or is refused (422) with every diagnostic and nothing changed.")
    InfrastructureView put(@RequestBody FilesBody body) {
        return InfrastructureView.of(infrastructures.accept(body.files()));
    }

    @GetMapping("/infrastructure")
    @Operation(operationId = "infrastructure", summary = "Show the infrastructure in force",
            description = "404 with code no-infrastructure before the first one.")
    InfrastructureView get() {
        return infrastructures.current().map(InfrastructureView::of).orElseThrow(() -> Refusal.notFound(
                "no-infrastructure", "The server knows no infrastructure yet.", "send one with PUT /api/v1/infrastructure."));
    }

    @GetMapping("/nodes")
    @Operation(operationId = "nodes", summary = "Ask all hosts what they offer",
            description = "Asks every host now; takes as long as the slowest answers.")
    Nodes nodes() {
        Infrastructure infrastructure = infrastructures.required();
        Inventory inventory = fleet.inspect();
        ObservedState machines = fleet.observeMachines();
        List<Node> hosts = inventory.hosts().stream()
                .map(host -> new Node(host.hostId(), infrastructure.siteOfHost(host.hostId()).id(),
                        host.architecture(), host.cpu().value(), host.memory().value(), host.disk().value(), host.addresses(),
                        machines.rented(host.hostId()).map(InfrastructureController::machine)))
                .toList();
        return new Nodes(hosts, inventory.unobserved().stream()
                .map(host -> new Silent(host.hostId(), host.reason())).toList(),
                machines.unclaimed().stream().map(machine -> new Unclaimed(machine.id(), machine.label().hostId())).toList());
    }

    private static String machine(RentedHost host) {
        return host.machine().map(machine -> machine.state().name()).orElse("NONE");
    }
}
