package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedState;
import org.caravan.execution.fleet.Orphans;
import org.caravan.server.rest.ErrorResponses;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/orphans")
@Tag(name = "drift")
class OrphanController {

    private final Orphans orphans;

    OrphanController(Orphans orphans) {
        this.orphans = orphans;
    }

    @Schema(name = "Orphan", description = "A copy with Caravan's label that belongs to no application of this server.")
    record Orphan(
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Label of the copy.", example = "old-shop.frontend.1.3") String label,
            @Schema(description = "RUNNING or STOPPED.", example = "RUNNING") String state) {}

    @Schema(name = "OrphanMachine", description = "A rented machine that belongs to no host of the infrastructure.")
    record Machine(
            @Schema(description = "Id of the machine at the provider.", example = "i-0abcd1234") String id,
            @Schema(description = "Host for which the machine was rented.", example = "ohio-small-3") String hostId,
            @Schema(description = "Size of the machine, by its name at the provider.", example = "t3.small") String offer,
            @Schema(description = "BOOTING, RUNNING, STOPPED, LEAVING or BROKEN.", example = "RUNNING") String state) {}

    @Schema(name = "Orphans", description = "Orphaned copies and machines.")
    record Found(
            @Schema(description = "Orphaned copies, sorted by label.") List<Orphan> orphans,
            @Schema(description = "Orphaned machines.") List<Machine> machines,
            @Schema(description = "Hosts that could not be observed, with the reason.") List<String> unobserved) {}

    @Schema(name = "OrphanName", description = "An orphaned copy, by host and label.")
    record Name(
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Label of the copy.", example = "old-shop.frontend.1.3") String label) {}

    @Schema(name = "OrphanRemoval", description = "Orphans to remove.")
    record Removal(
            @Schema(description = "Copies, each by host and label.") List<Name> orphans,
            @Schema(description = "Machines, each by its id at the provider.", example = "[\"i-0abcd1234\"]") List<String> machines) {

        Removal {
            orphans = orphans == null ? List.of() : List.copyOf(orphans);
            machines = machines == null ? List.of() : List.copyOf(machines);
        }
    }

    @Schema(name = "OrphansLeft", description = "Result of the removal.")
    record Left(@Schema(description = "Orphans that were not removed and the reason, one sentence each; empty if all were removed.")
            List<String> left) {}

    @GetMapping
    @ErrorResponses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "orphans", summary = "List orphans",
            description = "Observes every host; changes nothing. Lists copies and machines with Caravan's label that belong to no "
                    + "application or host. Copies of another server that shares the hosts appear as orphans, too.")
    Found all() {
        ObservedState found = orphans.find();
        return new Found(
                found.copies().stream().map(copy -> new Orphan(copy.hostId(), copy.id().label(), copy.state().name())).toList(),
                found.unclaimed().stream().map(machine ->
                        new Machine(machine.id(), machine.label().hostId(), machine.offer(), machine.state().name())).toList(),
                found.unobserved().stream().map(host -> host.hostId() + ": " + host.reason()).toList());
    }

    @PostMapping("/removal")
    @ErrorResponses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "removeOrphans", summary = "Remove orphans",
            description = "Removes the listed copies and machines that are still orphans; changes nothing else.")
    Left remove(@RequestBody Removal removal) {
        Set<Orphans.Name> named = removal.orphans().stream()
                .map(name -> new Orphans.Name(name.hostId(), name.label()))
                .collect(Collectors.toSet());
        return new Left(orphans.remove(named, Set.copyOf(removal.machines())));
    }
}
