package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedState;
import org.caravan.execution.fleet.Orphans;
import org.caravan.server.rest.Refuses;
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

    @Schema(name = "Orphan", description = "A copy that carries our label but belongs to no application of this server.")
    record Orphan(
            @Schema(description = "Id of its host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Its label.", example = "old-shop.frontend.1.3") String label,
            @Schema(description = "RUNNING or STOPPED.", example = "RUNNING") String state) {}

    @Schema(name = "OrphanMachine", description = "A machine that is rented although no host of the infrastructure wants it.")
    record Machine(
            @Schema(description = "The provider's id of it.", example = "i-0abcd1234") String id,
            @Schema(description = "The host it was rented for.", example = "ohio-small-3") String hostId,
            @Schema(description = "Its size, by the provider's name.", example = "t3.small") String offer,
            @Schema(description = "BOOTING, RUNNING, STOPPED, LEAVING or BROKEN.", example = "RUNNING") String state) {}

    @Schema(name = "Orphans", description = "What belongs to nobody.")
    record Found(
            @Schema(description = "The orphans, sorted by label.") List<Orphan> orphans,
            @Schema(description = "Machines that nobody wants.") List<Machine> machines,
            @Schema(description = "Hosts that could not be looked at, with the reason.") List<String> unobserved) {}

    @Schema(name = "OrphanName", description = "An orphan by host and label.")
    record Name(
            @Schema(description = "Id of its host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Its label.", example = "old-shop.frontend.1.3") String label) {}

    @Schema(name = "OrphanRemoval", description = "Which orphans to remove.")
    record Removal(
            @Schema(description = "Copies, each by host and label.") List<Name> orphans,
            @Schema(description = "Machines, each by the provider's id.", example = "[\"i-0abcd1234\"]") List<String> machines) {

        Removal {
            orphans = orphans == null ? List.of() : List.copyOf(orphans);
            machines = machines == null ? List.of() : List.copyOf(machines);
        }
    }

    @Schema(name = "OrphansLeft", description = "How the removal ended.")
    record Left(@Schema(description = "What was not removed and why, one sentence each; empty if all are gone.") List<String> left) {}

    @GetMapping
    @Refuses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "orphans", summary = "List what carries our label but belongs to nobody",
            description = "Looks at every host; changes nothing. Another server that shares the hosts owns what it deployed: to this "
                    + "server these are orphans, too.")
    Found all() {
        ObservedState found = orphans.find();
        return new Found(
                found.copies().stream().map(copy -> new Orphan(copy.hostId(), copy.id().label(), copy.state().name())).toList(),
                found.unclaimed().stream().map(machine ->
                        new Machine(machine.id(), machine.label().hostId(), machine.offer(), machine.state().name())).toList(),
                found.unobserved().stream().map(host -> host.hostId() + ": " + host.reason()).toList());
    }

    @PostMapping("/removal")
    @Refuses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "removeOrphans", summary = "Remove orphans",
            description = "Removes those that are named and still are orphans; leaves all else alone.")
    Left remove(@RequestBody Removal removal) {
        Set<Orphans.Name> named = removal.orphans().stream()
                .map(name -> new Orphans.Name(name.hostId(), name.label()))
                .collect(Collectors.toSet());
        return new Left(orphans.remove(named, Set.copyOf(removal.machines())));
    }
}
