package org.caravan.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.deployment.DeploymentView.StepView;

/** Shows a deployment until it ends: one line per completed step, and a progress bar if the display supports it. */
public final class DeploymentFollower {

    private static final long POLL_MILLIS = 200;
    private static final Set<String> UNDER_WAY = Set.of("RUNNING", "UNDOING");
    private static final Set<String> ENDED = Set.of("DONE", "FAILED", "SKIPPED", "UNDONE");

    private final Api api;
    private final Display display;
    private final boolean json;
    private final Polling polling;
    private final Map<String, String> shown = new HashMap<>();

    /** @param json whether to print only the whole JSON document at the end */
    public DeploymentFollower(Api api, Display display, boolean json) {
        this(api, display, json, new Polling(display));
    }

    DeploymentFollower(Api api, Display display, boolean json, Polling polling) {
        this.api = api;
        this.display = display;
        this.json = json;
        this.polling = polling;
    }

    /**
     * Blocks until the deployment ends. Retries transient errors, because the deployment continues when the server is available again.
     *
     * @throws ApiFault if the server refuses a request, or a transient error such as {@code server-unreachable} persists for two minutes
     */
    public DeploymentEnd follow(String application, String deploymentId) {
        ApiPath path = ApiPath.of("applications", application, "deployments", deploymentId);
        Answer<DeploymentView> deployment = read(path, application, 0);
        while (UNDER_WAY.contains(show(deployment.value()))) {
            deployment = read(path, application, POLL_MILLIS);
        }
        String state = deployment.value().state();
        if (json) {
            display.line(deployment.document().toPrettyString());
        } else {
            display.line(ending(application, deployment.value()));
        }
        return DeploymentEnd.of(state);
    }

    private Answer<DeploymentView> read(ApiPath path, String application, long pauseMillis) {
        try {
            return polling.next(pauseMillis, () -> api.get(path, DeploymentView.class));
        } catch (ApiFault fault) {
            if (!Polling.isTransient(fault)) {
                throw fault;
            }
            throw new ApiFault(fault.code(), fault.getMessage().lines().findFirst().orElse("The server does not answer.")
                    + " It continues its work when it runs again.\n"
                    + "    Maybe check then: caravan deployments " + application + " --follow");
        }
    }

    private String show(DeploymentView deployment) {
        if (!json) {
            List<StepView> steps = deployment.steps();
            steps.forEach(this::showStep);
            int ended = (int) steps.stream().filter(step -> ENDED.contains(step.state())).count();
            display.bar(ended, steps.size(), "steps" + images(steps), deployment.secondsLeft().map(OptionalDouble::of)
                    .orElseGet(OptionalDouble::empty));
        }
        return deployment.state();
    }

    /** Progress of image transfers, which take longest over a slow uplink. */
    private String images(List<StepView> steps) {
        if (steps.stream().noneMatch(step -> step.kind().equals("IMAGE") && step.state().equals("RUNNING"))) {
            return "";
        }
        try {
            ImageTransferProgress images = ImageTransferProgress.ask(api);
            return images.none() ? "" : ", " + images.text();
        } catch (ApiFault notShown) {
            // The deployment is followed without it: the next read of the deployment waits for the server or reports its error.
            return "";
        }
    }

    private void showStep(StepView step) {
        String key = step.attempt() + "/" + step.number() + "/" + step.text();
        if (ENDED.contains(step.state()) && !step.state().equals(shown.put(key, step.state()))) {
            String error = step.error().map(why -> "\n          " + why).orElse("");
            display.line(String.format("  %-7s %s%s", step.state(), step.text(), error));
        }
    }

    private static String ending(String application, DeploymentView deployment) {
        boolean cancelled = deployment.cancelledBy().isPresent();
        String error = deployment.error().orElse("").replace("\n", "\n  ");
        String ended = "Deployment " + deployment.id() + (cancelled ? " was cancelled" : " failed");
        return switch (deployment.state()) {
            case "DONE" -> "Deployment " + deployment.id() + " is done.";
            case "UNDONE" -> ended + " and was undone; " + application + " is as it was before.\n"
                    + "  " + error;
            default -> ended + "; completed steps are kept and it can be resumed.\n"
                    + "  " + (cancelled ? error.lines().findFirst().orElse("") : error) + "\n"
                    + "    Maybe " + (cancelled ? "resume it" : "fix the cause, then resume it") + ": caravan resume " + application
                    + "; or roll back: caravan rollback " + application;
        };
    }
}
