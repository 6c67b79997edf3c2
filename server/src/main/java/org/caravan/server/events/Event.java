package org.caravan.server.events;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.swagger.v3.oas.annotations.media.Schema;

/** An event, with just enough data for a listener to request the details. */
@Schema(name = "Event", description = "An event.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Event.ApplicationChanged.class, name = "application"),
    @JsonSubTypes.Type(value = Event.PlanMade.class, name = "plan"),
    @JsonSubTypes.Type(value = Event.StepChanged.class, name = "step"),
    @JsonSubTypes.Type(value = Event.DeploymentChanged.class, name = "deployment"),
    @JsonSubTypes.Type(value = Event.ProbeProgress.class, name = "probe"),
    @JsonSubTypes.Type(value = Event.NetworkChanged.class, name = "network"),
    @JsonSubTypes.Type(value = Event.ImageMoved.class, name = "image"),
    @JsonSubTypes.Type(value = Event.DecisionMade.class, name = "decision"),
    @JsonSubTypes.Type(value = Event.InfrastructureChanged.class, name = "infrastructure"),
    @JsonSubTypes.Type(value = Event.InstanceRestarted.class, name = "restart")
})
public interface Event {

    @Schema(name = "ApplicationEvent", description = "An application has a new model or was removed, its deployment ended, or the "
            + "number of its running instances changed.")
    record ApplicationChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "MODEL: the application has a new model. REMOVED: the application was removed. DONE, UNDONE, FAILED: "
                    + "result of its deployment. DEGRADED: some instances are not running. RUNNING: all instances run again.") String state)
            implements Event {}

    @Schema(name = "PlanEvent", description = "A plan was created, approved or rejected.")
    record PlanMade(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the plan.") String planId,
            @Schema(description = "PLANNED, NO_PLACEMENT, APPROVED, REJECTED or REJECTION_TAKEN_BACK.") String outcome)
            implements Event {}

    @Schema(name = "StepEvent", description = "A step of a deployment changed its state.")
    record StepChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the deployment.") String deploymentId,
            @Schema(description = "Number of the step within its attempt, from 1.") int number,
            @Schema(description = "Step, on one line.") String text,
            @Schema(description = "RUNNING, DONE, FAILED or SKIPPED.") String state,
            @Schema(description = "Reason of the failure; absent if it did not fail.") String error)
            implements Event {}

    @Schema(name = "DeploymentEvent", description = "A deployment or a further attempt of it started, was cancelled, or ended.")
    record DeploymentChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the deployment.") String deploymentId,
            @Schema(description = "RUNNING, UNDOING, DONE, UNDONE or FAILED.") String state,
            @Schema(description = "Reason of the failure; absent if it did not fail.") String error)
            implements Event {}

    @Schema(name = "ProbeEvent", description = "A probe run made progress.")
    record ProbeProgress(
            @Schema(description = "Id of the probe run.") String probeRunId,
            @Schema(description = "RUNNING, DONE, CANCELLED or FAILED.") String state,
            @Schema(description = "Number of completed or failed probes.") int done,
            @Schema(description = "Number of probes known so far.") int total)
            implements Event {}

    @Schema(name = "NetworkEvent", description = "The network matrix has new samples.")
    record NetworkChanged(@Schema(description = "Id of the probe run that took the samples.") String probeRunId) implements Event {}

    @Schema(name = "ImageEvent", description = "The transfer of a layer to a host made progress.")
    record ImageMoved(
            @Schema(description = "Id of the host.") String hostId,
            @Schema(description = "Name of the image.") String image,
            @Schema(description = "Digest of the layer.") String layer,
            @Schema(description = "Bytes received.") long onHost,
            @Schema(description = "Bytes to send in total.") long total,
            @Schema(description = "SENDING, UNPACKING, DONE or FAILED.") String state)
            implements Event {}

    @Schema(name = "DecisionEvent", description = "The server made a decision.")
    record DecisionMade(
            @Schema(description = "Number of the decision.") long number,
            @Schema(description = "Built-in rule that made the decision.") String rule,
            @Schema(description = "Name of the application concerned; absent if there is none.") String application,
            @Schema(description = "Action that was taken.") String outcome)
            implements Event {}

    @Schema(name = "InfrastructureEvent", description = "A new infrastructure became effective.")
    record InfrastructureChanged(@Schema(description = "Name.") String name) implements Event {}

    @Schema(name = "RestartEvent", description = "The process of an instance exited and its host restarts it; observed once a minute or "
            + "on request.")
    record InstanceRestarted(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Component and number.") String instance,
            @Schema(description = "Id of the host.") String hostId,
            @Schema(description = "RUNNING. STOPPED: the restart is imminent. CRASH_LOOP: stopped after at least five restarts; the "
                    + "next restart follows after a pause.") String state,
            @Schema(description = "Restarts since the server started the instance, or since it last ran for ten minutes.") int restarts,
            @Schema(description = "Exit code of the process that exited last, 128 + signal if a signal killed it; absent if the host "
                    + "cannot report it.") Integer lastExitCode)
            implements Event {}
}
