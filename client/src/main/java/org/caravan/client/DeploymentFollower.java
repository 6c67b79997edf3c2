package org.caravan.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Shows a deployment until it ends: one line per completed step, and a progress bar if the display supports it. */
public final class DeploymentFollower {

    private static final long POLL_MILLIS = 200;
    private static final Set<String> UNDER_WAY = Set.of("RUNNING", "UNDOING");
    private static final Set<String> ENDED = Set.of("DONE", "FAILED", "SKIPPED", "UNDONE");

    /** Transient errors: the server is restarting, another server is taking over the leadership, or the database is unavailable. */
    private static final Set<String> PASSES = Set.of("server-unreachable", "database-away", "broker-away", "deployment-delayed",
            "http-502", "http-503", "http-504");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
     * @throws ApiFault if the server refuses a request, or a transient error such as {@code server-unreachable} persists for a minute
     */
    public DeploymentEnd follow(String application, String deploymentId) {
        ApiPath path = ApiPath.of("applications", application, "deployments", deploymentId);
        JsonNode deployment = asked(path, application);
        while (UNDER_WAY.contains(show(deployment))) {
            Polling.pause(POLL_MILLIS);
            deployment = asked(path, application);
        }
        String state = deployment.path("state").asString();
        if (json) {
            display.line(deployment.toPrettyString());
        } else {
            display.line(ending(application, deployment, state));
        }
        return DeploymentEnd.of(state);
    }

    private JsonNode asked(ApiPath path, String application) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return api.get(path);
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

    private String show(JsonNode deployment) {
        if (!json) {
            JsonNode steps = deployment.path("steps");
            steps.forEach(this::showStep);
            int ended = (int) steps.valueStream().filter(step -> ENDED.contains(step.path("state").asString())).count();
            JsonNode left = deployment.path("secondsLeft");
            display.bar(ended, steps.size(), "steps" + images(steps), left.isNumber() ? OptionalDouble.of(left.asDouble())
                    : OptionalDouble.empty());
        }
        return deployment.path("state").asString();
    }

    /** Progress of image transfers, which take longest over a slow uplink. */
    private String images(JsonNode steps) {
        boolean waiting = steps.valueStream().anyMatch(step -> step.path("kind").asString().equals("IMAGE")
                && step.path("state").asString().equals("RUNNING"));
        ImagesUnderWay images = waiting ? ImagesUnderWay.ask(api) : new ImagesUnderWay(0, 0, 0);
        return images.none() ? "" : ", " + images.text();
    }

    private void showStep(JsonNode step) {
        String state = step.path("state").asString();
        String key = step.path("attempt").asString("") + "/" + step.path("number").asString("") + "/" + step.path("text").asString();
        if (ENDED.contains(state) && !state.equals(shown.put(key, state))) {
            String error = step.path("error").asString("");
            display.line(String.format("  %-7s %s%s", state, step.path("text").asString(), error.isEmpty() ? "" : "\n          " + error));
        }
    }

    private static String ending(String application, JsonNode deployment, String state) {
        String id = deployment.path("id").asString();
        boolean cancelled = deployment.hasNonNull("cancelledBy");
        String error = deployment.path("error").asString("").replace("\n", "\n  ");
        String ended = "Deployment " + id + (cancelled ? " was cancelled" : " failed");
        return switch (state) {
            case "DONE" -> "Deployment " + id + " is done.";
            case "UNDONE" -> ended + " and was undone; " + application + " is as it was before.\n"
                    + "  " + error;
            default -> ended + "; completed steps are kept and it can be resumed.\n"
                    + "  " + (cancelled ? error.lines().findFirst().orElse("") : error) + "\n"
                    + "    Maybe " + (cancelled ? "resume it" : "fix the cause, then resume it") + ": caravan resume " + application
                    + "; or roll back: caravan rollback " + application;
        };
    }
}
