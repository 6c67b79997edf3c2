package org.caravan.server.planning;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.caravan.api.plan.PlanView;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.broker.PendingReplies;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.broker.ReplyTopic;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Requests plans through the broker, so that each server computes one plan at a time and several servers share the load. */
@Component
class PlanningQueue {

    private static final String KIND = "plan";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration FOLLOWED = Duration.ofHours(1);

    private final MessagePublisher handover;
    private final PlanningRegistry plannings;
    private final ReplyTopic answers;
    private final PendingReplies<PlanView> replies;

    PlanningQueue(MessagePublisher handover, PlanningRegistry plannings, ReplyTopic answers, Plans plans) {
        this.handover = handover;
        this.plannings = plannings;
        this.answers = answers;
        this.replies = answers.of(KIND, made -> plans.required(made.substring(0, made.indexOf(' ')),
                made.substring(made.indexOf(' ') + 1)));
    }

    /**
     * Id of the planning and its future plan.
     *
     * @param plan completes after the planning record is updated
     */
    private record Asked(long number, CompletableFuture<PlanView> plan) {}

    PlanView request(String application, PlanOrder order) {
        Asked asked = ask(application, order);
        return PendingReplies.await(asked.plan(), PATIENCE)
                .orElseThrow(() -> new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "planner-busy",
                "No plan for application (" + application + ") was made within " + PATIENCE.toSeconds() + " s.",
                "look at plannings/" + asked.number() + " in a while."));
    }

    /**
     * Starts a planning without waiting for its answer.
     *
     * @return id of the planning
     */
    long begin(String application, PlanOrder order) {
        return ask(application, order).number();
    }

    /**
     * Starts the planning of a new model without waiting for its answer. It does not count for the caller's limit.
     *
     * @return id of the planning
     */
    long beginNewModel(String application) {
        return ask(plannings.askedByServer(application), number -> handover.modelAccepted(application, number)).number();
    }

    private Asked ask(String application, PlanOrder order) {
        return ask(plannings.asked(application, order.without().stream().sorted().toList()),
                number -> handover.planRequested(application, order, number));
    }

    private Asked ask(long number, LongConsumer send) {
        try {
            CompletableFuture<PlanView> plan = replies.follow(number, () -> send.accept(number), FOLLOWED);
            return new Asked(number, plan.whenComplete((made, fault) -> note(number, made, fault)));
        } catch (RuntimeException fault) {
            plannings.failed(number, fault);
            throw fault;
        }
    }

    private void note(long number, PlanView made, Throwable fault) {
        if (made != null) {
            plannings.made(number, made.id());
        } else {
            plannings.failed(number, fault instanceof RuntimeException why ? why
                    : new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "planner-busy",
                    "No planner answered within " + FOLLOWED.toMinutes() + " min.", "plan again."));
        }
    }

    /** Notifies the requester on this server, or on another one, which reads the plan from the database. */
    void answer(Long request, PlanView plan) {
        if (!replies.answer(request, plan)) {
            answers.tell(KIND, request, plan.application() + " " + plan.id());
        }
    }

    /** @throws RuntimeException the fault, if there is no requester to notify */
    void fail(Long request, RuntimeException fault) {
        if (request == null) {
            throw fault;
        }
        if (!replies.fail(request, fault)) {
            answers.tellFault(KIND, request, fault);
        }
    }
}
