package org.caravan.server.planning;

import org.apache.camel.Body;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.server.broker.Broadcasts;
import org.caravan.server.broker.CancelledIds;
import org.springframework.stereotype.Component;

/**
 * Broadcasts cancelled plannings: the server that runs or is about to run the planning stops it. If a message is lost, only the computation
 * of an unused plan is wasted.
 */
@Component("planningCancellations")
public class PlanningCancellations {

    static final String TOPIC = "jms:topic:caravan.cancelled-plannings";

    private final Broadcasts broadcasts;
    private final CancelledIds plannings = new CancelledIds();

    PlanningCancellations(Broadcasts broadcasts) {
        this.broadcasts = broadcasts;
    }

    void tell(String number) {
        broadcasts.tell(TOPIC, number, "a planning was cancelled, but another server may continue it");
    }

    /** Called by the route that reads the topic. */
    public void hear(@Body String number) {
        plannings.cancel(Long.parseLong(number));
    }

    void begins(long number, OngoingPlanning planning) {
        plannings.begins(number, planning::cancel);
    }

    void ended(long number) {
        plannings.ended(number);
    }
}
