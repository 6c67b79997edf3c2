package org.caravan.server.deployment;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.caravan.api.deployment.ApprovalOrder;
import org.caravan.api.deployment.BegunView;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.deployment.TargetView;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "deployments")
class DeploymentController {

    private static final String NAME = "Name of the application.";

    private final Deployments deployments;
    private final Approvals approvals;
    private final Models models;

    DeploymentController(Deployments deployments, Approvals approvals, Models models) {
        this.deployments = deployments;
        this.approvals = approvals;
        this.models = models;
    }

    @PostMapping("/plans/{id}/approval")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses(value = {"404 unknown-plan", "409 ambiguous-plan", "409 no-placement", "409 plan-rejected", "409 host-drained",
            "409 image-missing", "409 image-unfit", "409 takes-over", "409 outdated-plan", "409 resource-taken",
            "409 deployment-running", "409 host-not-observed", "409 newer-copy", "409 secret-not-set", "503 deployment-delayed"},
                    hosts = true)
    @LocationHeader(LocationHeader.DEPLOYMENT)
    @Operation(operationId = "approvePlan", summary = "Approve a plan",
            description = "Makes the plan the target and starts its deployment. Answers 409 with code outdated-plan if its parent is no "
                    + "longer the target, resource-taken if other applications have reserved what it needs since it was made, "
                    + "plan-rejected if a person has rejected it, host-drained if it uses a drained host, "
                    + "image-missing, image-unfit or secret-not-set if a prerequisite is missing, and takes-over if it replaces an "
                    + "application of another submitter without consent. If a step fails permanently and the model says on failure "
                    + "undo, the server undoes the deployment.")
    BegunView approve(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the plan, a prefix of it (at least 6 digits), or latest.") @PathVariable("id") String id,
            @RequestBody(required = false) ApprovalOrder body,
            @Parameter(hidden = true) HttpServletRequest request) {
        models.required(name);
        return new BegunView(Long.toString(approvals.approve(name, id, body != null && body.takeOver().orElse(false),
                AuditRequest.of(request).orElseThrow().name())));
    }

    @GetMapping("/targets")
    @Operation(operationId = "targets", summary = "List current and former targets",
            description = "Newest first, paged. Use rollback to create a plan that returns to one of them.")
    ResponseEntity<List<TargetView>> targets(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @NewestFirst(value = "Only plans of a generation below this one.", example = "7") LatestPageRequest<Long> page) {
        models.required(name);
        return page.of(deployments.adoptions(name).stream().filter(adoption -> adoption.generation() < page.before().orElse(Long.MAX_VALUE))
                .limit(page.wanted())
                .map(DeploymentViews::of).toList(), TargetView::generation);
    }

    @GetMapping("/deployments")
    @Operation(operationId = "deployments", summary = "List deployments", description = "Newest first, paged; the header Link refers to "
            + "the next page.")
    ResponseEntity<List<DeploymentView>> all(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Only those in this state.") @RequestParam(name = "state") Optional<RunState> state,
            @NewestFirst(value = "Only deployments with an id below this one.", example = "7") LatestPageRequest<Long> page) {
        models.required(name);
        return page.of(deployments.all(name, state, page.before().orElse(Long.MAX_VALUE), page.wanted()).stream().map(deployments::view)
                .toList(), DeploymentView::id);
    }

    @GetMapping("/deployments/{id}")
    @ErrorResponses("404 unknown-deployment")
    @Operation(operationId = "deployment", summary = "Show a deployment", description = "Shows every step with its state.")
    DeploymentView one(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the deployment, or latest.", example = "latest") @PathVariable("id") String id) {
        models.required(name);
        return deployments.view(deployments.required(name, id));
    }

    @PostMapping("/deployments/{id}/resumption")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses(value = {"404 unknown-deployment", "409 deployment-running", "409 outdated-plan", "409 deployment-done",
            "409 deployment-undone", "503 deployment-delayed"}, hosts = true)
    @LocationHeader(LocationHeader.DEPLOYMENT)
    @Operation(operationId = "resumeDeployment", summary = "Resume a failed deployment",
            description = "Observes the running state and executes the remaining steps.")
    BegunView resume(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the deployment, or latest.", example = "latest") @PathVariable("id") String id) {
        models.required(name);
        ExecutionReport run = deployments.required(name, id);
        return new BegunView(Long.toString(deployments.order(DeploymentOrder.resume(name, run.runId()))));
    }

    @DeleteMapping("/deployments/{id}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses({"404 unknown-deployment", "409 deployment-ended", "409 deployment-undoing", "503 deployment-delayed"})
    @LocationHeader("/api/v1/applications/{name}/deployments/{id}")
    @Operation(operationId = "cancelDeployment", summary = "Cancel a deployment",
            description = "Starts no further step; running steps end, and waiting steps give up. The deployment then continues as after "
                    + "a permanently failed step: it is undone if the model says on failure undo; otherwise it is FAILED and can be "
                    + "resumed, which withdraws the cancellation. Cancelling twice has no further effect.")
    DeploymentView cancel(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the deployment, or latest.", example = "latest") @PathVariable("id") String id,
            @Parameter(hidden = true) HttpServletRequest request) {
        models.required(name);
        long runId = deployments.required(name, id).runId();
        deployments.order(DeploymentOrder.cancel(name, runId, AuditRequest.of(request).orElseThrow().name()));
        return deployments.view(deployments.required(name, Long.toString(runId)));
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses(value = {"409 never-deployed", "409 deployment-running", "409 host-not-observed", "409 newer-copy",
            "409 secret-not-set", "503 deployment-delayed"}, hosts = true)
    @LocationHeader(LocationHeader.DEPLOYMENT)
    @Operation(operationId = "deleteApplication", summary = "Destroy all copies of an application",
            description = "Keeps the model and the history; the state becomes DESTROYED. Then the application can be removed: DELETE "
                    + "…/model.")
    BegunView delete(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        models.required(name);
        return new BegunView(Long.toString(deployments.order(DeploymentOrder.destroy(name))));
    }

    @DeleteMapping("/model")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses({"409 application-deployed", "409 deployment-running", "412 changed-meanwhile", "503 deployment-delayed"})
    @Operation(operationId = "removeApplication", summary = "Remove an application",
            description = "Removes an application that was never deployed or is destroyed: deletes its models, plans and rejections, "
                    + "and cancels its plannings. The journal keeps its deployments. If there are any, the name stays reserved for its "
                    + "organisation, and a later model of that name shows them again; otherwise the name is free.")
    void remove(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name) {
        deployments.order(DeploymentOrder.remove(name, models.required(name).revision()));
    }
}
