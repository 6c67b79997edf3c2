package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedState;
import org.caravan.api.deployment.OrphanMachineView;
import org.caravan.api.deployment.OrphanRemovalOrder;
import org.caravan.api.deployment.OrphanView;
import org.caravan.api.deployment.OrphansLeftView;
import org.caravan.api.deployment.OrphansView;
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

    @GetMapping
    @ErrorResponses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "orphans", summary = "List orphans",
            description = "Observes every host; changes nothing. Lists copies and machines with Caravan's label that belong to no "
                    + "application or host. Copies of another server that shares the hosts appear as orphans, too.")
    OrphansView all() {
        ObservedState found = orphans.find();
        return new OrphansView(
                found.copies().stream().map(copy -> new OrphanView(copy.hostId(), copy.id().label(), copy.state().name())).toList(),
                found.unclaimed().stream().map(machine ->
                        new OrphanMachineView(machine.id(), machine.label().hostId(), machine.offer(), machine.state().name())).toList(),
                found.unobserved().stream().map(host -> host.hostId() + ": " + host.reason()).toList());
    }

    @PostMapping("/removal")
    @ErrorResponses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "removeOrphans", summary = "Remove orphans",
            description = "Removes the listed copies and machines that are still orphans; changes nothing else.")
    OrphansLeftView remove(@RequestBody OrphanRemovalOrder removal) {
        Set<Orphans.Name> named = removal.orphans().stream()
                .map(name -> new Orphans.Name(name.hostId(), name.label()))
                .collect(Collectors.toSet());
        return new OrphansLeftView(orphans.remove(named, Set.copyOf(removal.machines())));
    }
}
