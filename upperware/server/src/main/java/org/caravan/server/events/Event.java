package org.caravan.server.events;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.swagger.v3.oas.annotations.media.Schema;

/** An event, with just enough data for a listener to request the details. */
@Schema(name = "Event", description = "Something that happened.")
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

    @Schema(name = "ApplicationEvent", description = "An application has a new model or was removed, a deployment of it ended, or more or less of it is seen to run.")
    record ApplicationChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "MODEL: it has a new model. REMOVED: there is no such application any more. DONE, UNDONE, FAILED: how its deployment ended. DEGRADED, RUNNING: not all of it is seen to run, or all again.") String state)
            implements Event {}

    @Schema(name = "PlanEvent", description = "A plan was made, approved or rejected.")
    record PlanMade(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the plan.") String planId,
            @Schema(description = "PLANNED, NO_PLACEMENT, APPROVED, REJECTED or REJECTION_TAKEN_BACK.") String outcome)
            implements Event {}

    @Schema(name = "StepEvent", description = "A step of a deployment came to another state.")
    record StepChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the deployment.") String deploymentId,
            @Schema(description = "Number of the step within its attempt, from 1.") int number,
            @Schema(description = "The step on one line.") String text,
            @Schema(description = "RUNNING, DONE, FAILED or SKIPPED.") String state,
            @Schema(description = "Why it failed; absent if it did not.") String error)
            implements Event {}

    @Schema(name = "DeploymentEvent", description = "A deployment began, began another attempt, was cancelled, or ended.")
    record DeploymentChanged(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Id of the deployment.") String deploymentId,
            @Schema(description = "RUNNING, UNDOING, DONE, UNDONE or FAILED.") String state,
            @Schema(description = "Why it failed; absent if it did not.") String error)
            implements Event {}

    @Schema(name = "ProbeEvent", description = "A probe run has gone on.")
    record ProbeProgress(
            @Schema(description = "Id of the probe run.") String probeRunId,
            @Schema(description = "RUNNING, DONE, CANCELLED or FAILED.") String state,
            @Schema(description = "Probes carried out or given up.") int done,
            @Schema(description = "Probes known so far.") int total)
            implements Event {}

    @Schema(name = "NetworkEvent", description = "The network matrix has new samples.")
    record NetworkChanged(@Schema(description = "Id of the probe run that took them.") String probeRunId) implements Event {}

    @Schema(name = "ImageEvent", description = "A layer of an image has come further on its way to a host.")
    record ImageMoved(
            @Schema(description = "Id of the host.") String hostId,
            @Schema(description = "Name of the image.") String image,
            @Schema(description = "Digest of the layer.") String layer,
            @Schema(description = "Bytes that are there.") long onHost,
            @Schema(description = "Bytes that are sent in all.") long total,
            @Schema(description = "SENDING, UNPACKING, DONE or FAILED.") String state)
            implements Event {}

    @Schema(name = "DecisionEvent", description = "The server has decided something by itself.")
    record DecisionMade(
            @Schema(description = "Number of the decision.") long number,
            @Schema(description = "By which of its own rules.") String rule,
            @Schema(description = "Name of the application it is about; absent where it is about none.") String application,
            @Schema(description = "What was done.") String outcome)
            implements Event {}

    @Schema(name = "InfrastructureEvent", description = "An infrastructure came into force.")
    record InfrastructureChanged(@Schema(description = "Its name.") String name) implements Event {}

    @Schema(name = "RestartEvent", description = "The process of an instance ended, and its host starts it again by itself, as was seen once a minute or when somebody asked.")
    record InstanceRestarted(
            @Schema(description = "Name of the application.") String application,
            @Schema(description = "Component and number.") String instance,
            @Schema(description = "Id of the host.") String hostId,
            @Schema(description = "RUNNING, STOPPED: it is about to be started; CRASH_LOOP: it is down after five restarts or more, and started again after a pause.") String state,
            @Schema(description = "Restarts since the server started it, or since it last ran for ten minutes.") int restarts,
            @Schema(description = "Exit code of the process that ended last, 128 + signal where a signal ended it; absent where the host cannot tell.") Integer lastExitCode)
            implements Event {}
}
