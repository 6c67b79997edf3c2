package org.caravan.server.node;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.api.node.HostKeyOrder;
import org.caravan.api.node.HostKeyView;
import org.caravan.api.node.NodePlace;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTaskOrder;
import org.caravan.api.node.ProposalView;
import org.caravan.dsl.InfrastructureEdit;
import org.caravan.infrastructure.Host;
import org.caravan.server.node.NodeOnboarding.Wishes;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "nodes")
class NodeTaskController {

    private static final String ID = "Id of the host.";

    private final Nodes nodes;
    private final NodeKeys keys;
    private final NodeTasks tasks;
    private final NodeOnboarding life;
    private final NodeRemoval removal;

    NodeTaskController(Nodes nodes, NodeKeys keys, NodeTasks tasks, NodeOnboarding life, NodeRemoval removal) {
        this.nodes = nodes;
        this.keys = keys;
        this.tasks = tasks;
        this.life = life;
        this.removal = removal;
    }

    @PostMapping("/nodes/{id}/proposal")
    @ErrorResponses(value = {"409 no-infrastructure", "409 place-missing", "422 place-invalid", "409 rented-host", "409 other-provider",
            "409 known-otherwise",
            "404 unknown-host-type", "409 simulated-hosts"}, hosts = true)
    @Operation(operationId = "proposeNode", summary = "Show what adding a node would change",
            description = "Reads the host key without logging in. Changes nothing.")
    ProposalView propose(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id,
            @RequestBody(required = false) NodePlace said) {
        NodePlace place = said == null ? NodePlace.NONE : NodePlaceRules.checked(said);
        Host host = nodes.at(id, place);
        InfrastructureEdit edit = nodes.adding(host, place);
        life.work();
        return new ProposalView(key(keys.look(host)), edit.diff());
    }

    @PutMapping("/nodes/{id}/host-key")
    @ErrorResponses(value = {"409 no-infrastructure", "409 place-missing", "422 place-invalid", "409 rented-host", "409 other-provider",
            "409 known-otherwise", "404 unknown-host-type",
            "409 host-key-differs", "409 host-key-changed", "409 simulated-hosts"}, hosts = true)
    @Operation(operationId = "pinHostKey", summary = "Pin the host key of a node",
            description = "Answers 409 with code host-key-differs if the node presents another key, and with host-key-changed if "
                    + "another key is pinned.")
    HostKeyView pin(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id, @RequestBody HostKeyOrder pinning) {
        Host host = nodes.at(id, NodePlaceRules.checked(pinning.place().orElse(NodePlace.NONE)));
        life.work();
        return key(keys.pin(host, pinning.fingerprint()));
    }

    @PostMapping("/nodes/{id}/tasks")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses({"404 unknown-host", "409 no-infrastructure", "409 place-missing", "422 place-invalid", "409 rented-host",
            "409 other-provider",
            "409 known-otherwise", "404 unknown-host-type", "409 simulated-hosts", "409 node-busy", "422 task-invalid",
            "422 watts-invalid"})
    @LocationHeader("/api/v1/node-tasks/{id}")
    @Operation(operationId = "beginNodeTask", summary = "Check, add, measure or remove a node",
            description = "Runs in the background. Answers 409 with code node-busy if another task runs on the node.")
    NodeTask begin(@Parameter(description = ID, example = "pi-1") @PathVariable("id") String id, @RequestBody NodeTaskOrder body) {
        if (body.work() == null || body.times().filter(count -> count < 2 || count > 100).isPresent()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "task-invalid", "A task has a kind, and 2 to 100 repetitions.",
                    "see the OpenAPI document.");
        }
        body.watts().filter(power -> power.idle() < 0 || power.load() < power.idle() || power.load() > 100_000).ifPresent(power -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "watts-invalid", "A node cannot use " + power.idle()
                    + " W idle and " + power.load()
                    + " W under load.", "write the smaller first: 2..4.4.");
        });
        NodePlace place = NodePlaceRules.checked(body.place().orElse(NodePlace.NONE));
        Host host = nodes.at(id, place);
        life.work();
        Wishes wishes = new Wishes(body.times(), body.peerId(), body.watts());
        boolean force = body.force().orElse(false);
        return tasks.begin(body.work(), id, progress -> {
            switch (body.work()) {
                case CHECK -> life.check(host, progress);
                case ADD -> life.add(host, place, !body.unmeasured().orElse(false), wishes, progress);
                case MEASURE -> {
                    life.measure(nodes.required(id), place, wishes, progress);
                    progress.note(task -> task.ended(NodeTask.State.DONE));
                }
                case CHECK_REMOVAL -> removal.check(nodes.required(id), force, progress);
                case REMOVE -> removal.remove(nodes.required(id), force, progress);
            }
        });
    }

    @GetMapping("/node-tasks/{id}")
    @ErrorResponses("404 unknown-task")
    @Operation(operationId = "nodeTask", summary = "Show a task on a node", description = "The server keeps the latest 100 tasks in "
            + "memory.")
    NodeTask task(@Parameter(description = "Id of the task.", example = "3") @PathVariable("id") String id) {
        return tasks.required(id);
    }

    private static HostKeyView key(NodeKeys.Shown shown) {
        return new HostKeyView(shown.key().type(), shown.key().fingerprint(), shown.knowledge().name());
    }
}
