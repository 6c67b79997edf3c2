package org.caravan.client;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Requests a plan, shows the progress, and cancels the planning if the process is interrupted (Ctrl+C). */
public final class PlanningFollower {

    private static final Set<String> UNDER_WAY = Set.of("WAITING", "RUNNING");
    private static final long SHORTEST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 320;
    /** Planner points per 1 ms or 1 EUR/month at weight 1. */
    private static final double POINTS = 100;

    private final Api api;
    private final Display display;
    private final boolean json;

    /** @param json whether the output is JSON; progress is not shown then */
    public PlanningFollower(Api api, Display display, boolean json) {
        this.api = api;
        this.display = display;
        this.json = json;
    }

    /** Plans without options and returns the plan's document. */
    public JsonNode plan(String application) {
        return plan(application, Map.of());
    }

    /** @param wish options of the planning request */
    public JsonNode plan(String application, Map<String, Object> wish) {
        return followed(application, api.post(ApiPath.of("applications", application, "plannings"), wish));
    }

    /**
     * Follows the planning that the server began when it accepted the model.
     *
     * @param begun id of that planning; if it is empty, or the server that answers does not know it, another one is requested
     */
    public JsonNode plan(String application, Optional<String> begun) {
        return begun.flatMap(this::known).map(planning -> followed(application, planning)).orElseGet(() -> plan(application));
    }

    private Optional<JsonNode> known(String planning) {
        try {
            return Optional.of(api.get(ApiPath.of("plannings", planning)));
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-planning")) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private JsonNode followed(String application, JsonNode begun) {
        JsonNode planning = begun;
        ApiPath path = ApiPath.of("plannings", planning.path("id").asString());
        Thread interrupted = new Thread(() -> cancel(path));
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            planning = ended(planning, path);
        } finally {
            forget(interrupted);
        }
        return switch (planning.path("state").asString()) {
            case "DONE" -> api.get(ApiPath.of("applications", application, "plans", planning.path("planId").asString()));
            case "CANCELLED" -> throw new ApiFault("planning-cancelled", "The planning of application (" + application + ") was cancelled.\n    Maybe plan again.");
            default -> throw new ApiFault(planning.path("errorCode").asString("planning-failed"),
                    planning.path("error").asString("The planning failed.").replace("\nMaybe", "\n    Maybe"));
        };
    }

    private JsonNode ended(JsonNode begun, ApiPath path) {
        JsonNode planning = begun;
        long pause = SHORTEST_PAUSE_MILLIS;
        while (UNDER_WAY.contains(planning.path("state").asString())) {
            if (!json) {
                display.now(text(planning));
            }
            Polling.pause(pause);
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            planning = api.get(path);
        }
        return planning;
    }

    /** For example {@code planning: searches, 120000 placements tried, best 83.00 points, at least 82.50}. */
    static String text(JsonNode planning) {
        StringBuilder text = new StringBuilder("planning: ").append(planning.path("stage").asString());
        if (planning.path("tried").asLong() > 0) {
            text.append(", ").append(planning.path("tried").asLong()).append(" placements tried");
        }
        if (planning.path("points").isNumber()) {
            text.append(String.format(Locale.ROOT, ", best %.2f points", planning.path("points").asLong() / POINTS));
        }
        if (planning.path("bound").isNumber()) {
            text.append(String.format(Locale.ROOT, ", at least %.2f", planning.path("bound").asLong() / POINTS));
        }
        return text.append("; Ctrl+C cancels").toString();
    }

    private void cancel(ApiPath path) {
        try {
            api.delete(path);
        } catch (ApiFault tooLate) {
            // The planning has just ended, or the server is unreachable. The process exits, so there is no output.
        }
    }

    private static void forget(Thread interrupted) {
        try {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        } catch (IllegalStateException ending) {
            // The process is exiting; the shutdown hook cancels the planning.
        }
    }
}
