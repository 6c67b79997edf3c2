package org.caravan.client;

import java.time.Duration;
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

    /** Transient errors: the server is restarting, another server is taking over the leadership, or the database is unavailable. */
    private static final Set<String> PASSES = Set.of("server-unreachable", "database-away", "broker-away", "deployment-delayed",
            "http-502", "http-503", "http-504");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Api api;
    private final Display display;
    private final boolean json;
    private final Duration patience;
    private final Map<String, String> shown = new HashMap<>();

    /** @param json whether to print only the whole JSON document at the end */
    public DeploymentFollower(Api api, Display display, boolean json) {
        this(api, display, json, PATIENCE);
    }

    /** @param patience time limit for retries while the server is unreachable */
    DeploymentFollower(Api api, Display display, boolean json, Duration patience) {
        this.api = api;
        this.display = display;
        this.json = json;
        this.patience = patience;
    }

    /**
     * Blocks until the deployment ends. Retries transient errors, because the deployment continues when the server is available again.
     *
     * @throws ApiFault if the server refuses a request, or a transient error such as {@code server-unreachable} persists for two minutes
     */
    public DeploymentEnd follow(String application, String deploymentId) {
        ApiPath path = ApiPath.of("applications", application, "deployments", deploymentId);
        Answer<DeploymentView> deployment = asked(path, application);
        while (UNDER_WAY.contains(show(deployment.value()))) {
            Polling.pause(POLL_MILLIS);
            deployment = asked(path, application);
        }
        String state = deployment.value().state();
        if (json) {
            display.line(deployment.document().toPrettyString());
        } else {
            display.line(ending(application, deployment.value()));
        }
        return DeploymentEnd.of(state);
    }

    private Answer<DeploymentView> asked(ApiPath path, String application) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return api.get(path, DeploymentView.class);
            } catch (ApiFault fault) {
                if (!PASSES.contains(fault.code())) {
                    throw fault;
                }
                if (System.nanoTime() > end) {
                    throw new ApiFault(fault.code(), fault.getMessage().lines().findFirst().orElse("The server does not answer.")
                            + " It continues its work when it runs again.\n"
                            + "    Maybe check then: caravan deployments " + application + " --follow");
                }
                display.now("the server does not answer; it continues its work when it runs again");
                Polling.pause(POLL_MILLIS);
            }
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
        boolean waiting = steps.stream().anyMatch(step -> step.kind().equals("IMAGE") && step.state().equals("RUNNING"));
        ImageTransferProgress images = waiting ? ImageTransferProgress.ask(api) : new ImageTransferProgress(0, 0, 0);
        return images.none() ? "" : ", " + images.text();
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
