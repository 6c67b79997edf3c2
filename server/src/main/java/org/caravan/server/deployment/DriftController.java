package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.api.deployment.BegunView;
import org.caravan.api.deployment.DriftView;
import org.caravan.api.deployment.RepairOrder;
import org.caravan.api.deployment.UnobservedView;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.Drift;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.image.ImageOwners;
import org.caravan.server.model.Models;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "drift")
class DriftController {

    private static final String NAME = "Name of the application.";

    private final DeploymentService deployment;
    private final Deployments deployments;
    private final ModelTerms terms;
    private final Models models;
    private final Targets targets;
    private final ImageOwners images;

    DriftController(DeploymentService deployment, Deployments deployments, ModelTerms terms, Models models, Targets targets,
            ImageOwners images) {
        this.targets = targets;
        this.images = images;
        this.deployment = deployment;
        this.deployments = deployments;
        this.terms = terms;
        this.models = models;
    }

    @GetMapping("/drift")
    @ErrorResponses(value = "409 never-deployed", hosts = true)
    @Operation(operationId = "drift", summary = "Compare the running state with the target",
            description = "Observes every host; changes nothing. Use repair to remove the differences.")
    DriftView drift(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        models.required(name);
        Drift drift = deployment.drift(name, terms.of(name).statefulComponentIds()).orElseThrow(() -> ProblemException.conflict(
                "never-deployed", "Application (" + name + ") was never deployed.", "create a plan and approve it."));
        return new DriftView(!drift.changes().steps().isEmpty(), drift.changes().canonicalText(), drift.dataAtRisk(),
                drift.unobserved().stream().map(host -> new UnobservedView(host.hostId(), host.reason())).toList());
    }

    @PostMapping("/repair")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses(value = {"409 never-deployed", "409 data-at-risk", "409 image-missing", "409 deployment-running",
            "409 host-not-observed", "409 newer-copy", "409 secret-not-set",
            "503 deployment-delayed"}, hosts = true)
    @LocationHeader(LocationHeader.DEPLOYMENT)
    @Operation(operationId = "repair", summary = "Repair drift",
            description = "Starts a deployment of the target. Answers 409 with code data-at-risk if data would be lost.")
    BegunView repair(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) RepairOrder body) {
        models.required(name);
        targets.target(name).ifPresent(images::refuseForeign);
        boolean acceptDataLoss = body != null && body.acceptDataLoss();
        return new BegunView(Long.toString(deployments.order(DeploymentOrder.repair(name, acceptDataLoss))));
    }
}
