package org.caravan.server.adaptation.model;

import java.util.Map;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.planning.AutomaticPlans.Made;

/** Port to plans that change the bandwidth of running copies. The server stores them; a rehearsal only makes them. */
@FunctionalInterface
public interface ReservationPlans {

    /**
     * A plan in which these copies have this bandwidth: one that changes nothing else if it fits where they run, otherwise one that moves
     * copies. Later plans keep the bandwidth once the plan is the target.
     *
     * @param wanted by copy ({@code web:1}); not empty
     * @param by name of the rule that asks
     * @return without a plan, the first reason names the smallest set of minima that do not fit
     * @throws org.caravan.server.rest.ProblemException as for a plan that a user asks for
     */
    Made reserved(ApplicationModel model, DeploymentPlan target, Map<String, Bandwidth> wanted, String by);
}
