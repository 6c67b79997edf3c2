package org.caravan.server.planning;

import java.time.Duration;
import java.util.Set;
import org.caravan.server.broker.Handover;
import org.caravan.server.broker.Replies;
import org.caravan.server.rest.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Asks for plans through the broker, so that they are made one after the other. */
@Component
class PlanRequests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Handover handover;
    private final Plannings plannings;
    private final Replies<PlanView> replies = new Replies<>();

    PlanRequests(Handover handover, Plannings plannings) {
        this.handover = handover;
        this.plannings = plannings;
    }

    /** @param without hosts to leave out as if they were drained */
    PlanView request(String application, Set<String> without) {
        long number = plannings.asked(application, without.stream().sorted().toList());
        return replies.await(number, () -> handover.planRequested(application, without, number), PATIENCE)
                .orElseThrow(() -> new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "planner-busy",
                        "No plan for application (" + application + ") was made within " + PATIENCE.toSeconds() + " s.",
                        "look at plannings/" + number + " in a while."));
    }

    /** Nobody waits for its answer. @return its number among the plannings */
    long begin(String application, Set<String> without) {
        long number = plannings.asked(application, without.stream().sorted().toList());
        handover.planRequested(application, without, number);
        return number;
    }

    Replies<PlanView> replies() {
        return replies;
    }
}
