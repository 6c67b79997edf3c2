package org.caravan.client;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanningOrder;
import org.caravan.api.plan.PlanningView;
import org.caravan.api.plan.PlanningView.State;

/** Requests a plan, shows the progress, and cancels the planning if the process is interrupted (Ctrl+C). */
public final class PlanningFollower {

    private static final Set<State> UNDER_WAY = EnumSet.of(State.WAITING, State.RUNNING);
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

    /** Plans without options. */
    public Answer<PlanView> plan(String application) {
        return followed(application, api.post(plannings(application), PlanningView.class).value());
    }

    public Answer<PlanView> plan(String application, PlanningOrder order) {
        return followed(application, api.post(plannings(application), order, PlanningView.class).value());
    }

    private static ApiPath plannings(String application) {
        return ApiPath.of("applications", application, "plannings");
    }

    /**
     * Follows the planning that the server began when it accepted the model.
     *
     * @param begun id of that planning; if it is empty, or the server that answers does not know it, another one is requested
     */
    public Answer<PlanView> plan(String application, Optional<String> begun) {
        return begun.flatMap(this::known).map(planning -> followed(application, planning)).orElseGet(() -> plan(application));
    }

    private Optional<PlanningView> known(String planning) {
        try {
            return Optional.of(api.get(ApiPath.of("plannings", planning), PlanningView.class).value());
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-planning")) {
                return Optional.empty();
            }
            throw fault;
        }
    }

    private Answer<PlanView> followed(String application, PlanningView begun) {
        PlanningView planning = begun;
        ApiPath path = ApiPath.of("plannings", planning.id());
        Thread interrupted = new Thread(() -> cancel(path));
        Runtime.getRuntime().addShutdownHook(interrupted);
        try {
            planning = ended(planning, path);
        } finally {
            forget(interrupted);
        }
        if (planning.state() == State.DONE) {
            return api.get(ApiPath.of("applications", application, "plans", planning.planId().orElse("")), PlanView.class);
        }
        if (planning.state() == State.CANCELLED) {
            throw new ApiFault("planning-cancelled", "The planning of application (" + application
                    + ") was cancelled.\n    Maybe plan again.");
        }
        throw new ApiFault(planning.errorCode().orElse("planning-failed"),
                planning.error().orElse("The planning failed.").replace("\nMaybe", "\n    Maybe"));
    }

    private PlanningView ended(PlanningView begun, ApiPath path) {
        PlanningView planning = begun;
        Polling polling = new Polling(display);
        long pause = SHORTEST_PAUSE_MILLIS;
        while (UNDER_WAY.contains(planning.state())) {
            if (!json) {
                display.now(text(planning));
            }
            planning = polling.next(pause, () -> api.get(path, PlanningView.class)).value();
            pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
        }
        return planning;
    }

    /** For example {@code planning: searches, 120000 placements tried, best 83.00 points, at least 82.50}. */
    static String text(PlanningView planning) {
        StringBuilder text = new StringBuilder("planning: ").append(planning.stage());
        if (planning.tried() > 0) {
            text.append(", ").append(planning.tried()).append(" placements tried");
        }
        planning.points().ifPresent(points -> text.append(String.format(Locale.ROOT, ", best %.2f points", points / POINTS)));
        planning.bound().ifPresent(bound -> text.append(String.format(Locale.ROOT, ", at least %.2f", bound / POINTS)));
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
