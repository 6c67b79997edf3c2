package org.caravan.server.node;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.api.node.DrainView;
import org.caravan.api.node.NodeUse;
import org.caravan.api.node.NodeView;
import org.caravan.api.node.NodesView;
import org.caravan.api.node.SilentView;
import org.caravan.api.node.UnclaimedView;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.infrastructure.HostUse.Placed;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.page.PageRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/nodes")
@Tag(name = "nodes")
class NodeController {

    private static final String ID = "Id of the host.";

    private final Infrastructures infrastructures;
    private final HostRegistry fleet;
    private final DrainedHosts drained;
    private final NodeDrain drain;
    private final Capabilities capabilities;
    private final Ownership owners;
    private final LastSeen seen;

    NodeController(Infrastructures infrastructures, HostRegistry fleet, DrainedHosts drained, NodeDrain drain, Capabilities capabilities,
            Ownership owners, LastSeen seen) {
        this.seen = seen;
        this.owners = owners;
        this.infrastructures = infrastructures;
        this.fleet = fleet;
        this.drained = drained;
        this.drain = drain;
        this.capabilities = capabilities;
    }

    @GetMapping
    @ErrorResponses(value = "409 no-infrastructure", hosts = true)
    @Operation(operationId = "nodes", summary = "List the current offers of hosts",
            description = "Queries every host of the page; takes as long as the slowest host. Hosts are sorted by id, reachable and "
                    + "unreachable ones together, and paged. The first page also lists machines that belong to no host.")
    ResponseEntity<NodesView> nodes(
            @Parameter(description = "Only hosts of this site.", example = "bergen") @RequestParam(name = "site") Optional<String> siteId,
            @Parameter(description = "true: only drained hosts; false: only hosts that are not drained.") @RequestParam(name = "drained")
            Optional<Boolean> onlyDrained,
            PageRequest page) {
        Infrastructure infrastructure = infrastructures.required();
        Set<String> out = drained.all();
        PageRequest.Part part = page.part(infrastructure.hosts().stream().map(host -> host.id())
                .filter(hostId -> siteId.isEmpty() || infrastructure.siteOfHost(hostId).id().equals(siteId.get()))
                .filter(hostId -> onlyDrained.isEmpty() || out.contains(hostId) == onlyDrained.get()).toList());
        return part.answer().body(nodes(infrastructure, Set.copyOf(part.names()), out, page.after().isEmpty()));
    }

    private NodesView nodes(Infrastructure infrastructure, Set<String> wanted, Set<String> out, boolean withUnclaimed) {
        Inventory inventory = fleet.inspect(wanted);
        ObservedState machines = fleet.observeMachines();
        Map<String, List<Placed>> placed = drain.placed();
        Predicate<Placed> heard = heard();
        Function<String, NodeUse> use = hostId -> NodeTaskViews.use(placed.getOrDefault(hostId, List.of()), heard);
        List<NodeView> hosts = inventory.hosts().stream()
                .map(host -> new NodeView(host.hostId(), infrastructure.siteOfHost(host.hostId()).id(),
                        host.architecture().toString(), host.cpu().value(), host.memory().value(), host.disk().value(), host.addresses(),
                        machines.rented(host.hostId()).map(NodeController::machine), out.contains(host.hostId()),
                        use.apply(host.hostId()), seen.last(host.hostId()).orElseThrow(), capabilities.latest(host.hostId())))
                .toList();
        List<SilentView> silent = inventory.unobserved().stream()
                .map(host -> new SilentView(host.hostId(), infrastructure.siteOfHost(host.hostId()).id(), host.reason(),
                        out.contains(host.hostId()), use.apply(host.hostId()),
                        seen.last(host.hostId()))).toList();
        return new NodesView(hosts, silent, !withUnclaimed ? List.of()
                : machines.unclaimed().stream().map(machine -> new UnclaimedView(machine.id(), machine.label().hostId())).toList());
    }

    /** Instances of applications that the caller may see. */
    private Predicate<Placed> heard() {
        OrganisationScope reach = OrganisationScope.current();
        return one -> owners.sees(reach, one.application());
    }

    private static String machine(RentedHost host) {
        return host.machine().map(machine -> machine.state().name()).orElse("NONE");
    }

    @GetMapping("/{id}/drain")
    @ErrorResponses("404 unknown-host")
    @Operation(operationId = "nodeDrain", summary = "Show the instances that keep a host in use",
            description = "To plan without the host, call POST /applications/{name}/plans with without.")
    DrainView drain(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id) {
        List<Placed> all = drain.placed(id);
        Predicate<Placed> heard = heard();
        NodeUse use = NodeTaskViews.use(all, heard);
        return new DrainView(drain.isDrained(id), all.stream().filter(heard).map(Placed::application).distinct().toList(), use.instances(),
                drain.keepingData(id).stream().filter(heard).map(Placed::whole).toList(), use.others());
    }

    @PutMapping("/{id}/drain")
    @ErrorResponses({"404 unknown-host", "409 keeps-data"})
    @Operation(operationId = "drainNode", summary = "Drain a host",
            description = "Plans place nothing more on the host. Its instances keep running until plans that move them are approved. "
                    + "Answers 409 with code keeps-data if an instance stores data on the host.")
    DrainView out(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id) {
        drain.drain(id);
        return drain(id);
    }

    @DeleteMapping("/{id}/drain")
    @ErrorResponses("404 unknown-host")
    @Operation(operationId = "undoDrain", summary = "End the drain of a host", description = "Does not move instances back; create new "
            + "plans for that.")
    DrainView in(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id) {
        drain.undo(id);
        return drain(id);
    }
}
