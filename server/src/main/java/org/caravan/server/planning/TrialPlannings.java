package org.caravan.server.planning;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.broker.PlanOrder;

/** Port to plannings that none has asked for yet. */
public interface TrialPlannings {

    /**
     * Plans in the calling thread what will be asked for if these hosts count as lost. They are not contacted. Nothing is stored. A
     * later trial of the application replaces this one.
     *
     * @param silent why the hosts do not answer, by host, for use inside a sentence
     * @param most time limit, unless a planning takes the trial over
     * @return the plan; empty if there is none
     */
    Optional<DeploymentPlan> tryOut(String application, PlanOrder order, Map<String, String> silent, Duration most);

    /** Forgets trials that no planning has taken over. */
    void endTrials();
}
