package org.caravan.server.node;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.infrastructure.Host;
import org.caravan.server.infrastructure.HostUse;
import org.caravan.server.infrastructure.HostUse.Placed;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Excludes hosts from planning, unless an instance would lose its data. */
@Component
class NodeDrain {

    private final Nodes nodes;
    private final DrainedHosts drained;
    private final HostUse uses;
    private final Models models;

    NodeDrain(Nodes nodes, DrainedHosts drained, HostUse uses, Models models) {
        this.nodes = nodes;
        this.drained = drained;
        this.uses = uses;
        this.models = models;
    }

    /** Instances placed on the host by target plans. */
    List<Placed> placed(String hostId) {
        Host host = nodes.required(hostId);
        return uses.placedOn(host.id());
    }

    /** Instances placed by target plans, by host id; hosts without instances are absent. */
    Map<String, List<Placed>> placed() {
        return uses.placed();
    }

    /** Instances that cannot move because their data is stored on this host. */
    List<Placed> keepingData(String hostId) {
        return placed(hostId).stream().filter(this::keepsData).toList();
    }

    boolean isDrained(String hostId) {
        return drained.all().contains(hostId);
    }

    /** @throws ProblemException with code keeps-data and a list of all instances that cannot move */
    void drain(String hostId) {
        List<Placed> staying = keepingData(hostId);
        if (!staying.isEmpty()) {
            List<Diagnostic> obstacles = staying.stream().map(one -> Diagnostic.error("keeps-data",
                    one.instance() + " of " + one.application() + " keeps its data on " + hostId
                            + "; on another host it would start empty.",
                    "copy its data to another host, or destroy the application.")).toList();
            throw new ProblemException(HttpStatus.CONFLICT, "keeps-data", "Node (" + hostId + ") cannot be drained: "
                    + staying.stream().map(one -> one.instance() + " of " + one.application()).collect(Collectors.joining(", "))
                    + " would lose data.", "copy it to another host, or destroy the application.", obstacles);
        }
        drained.drain(hostId);
    }

    void undo(String hostId) {
        nodes.required(hostId);
        drained.undo(hostId);
    }

    private boolean keepsData(Placed placed) {
        return models.accepted(placed.application()).filter(model -> model.statefulComponentIds().contains(placed.componentId()))
                .isPresent();
    }
}
