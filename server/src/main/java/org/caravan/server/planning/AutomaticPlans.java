package org.caravan.server.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.api.plan.DiffView;
import org.caravan.api.plan.PlanView;
import org.caravan.application.Bandwidth;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.broker.PlanOrder;
import org.springframework.stereotype.Component;

/** Makes plans that the server asks for by itself, in the same queue as plans that users ask for. */
@Component
public class AutomaticPlans implements PlanMaker {

    private final PlanningQueue requests;
    private final PlanStore store;
    private final PlanningService planning;

    AutomaticPlans(PlanningQueue requests, PlanStore store, PlanningService planning) {
        this.requests = requests;
        this.store = store;
        this.planning = planning;
    }

    /**
     * A plan, or the reasons why there is none.
     *
     * @param plan empty if nothing can be placed
     * @param id of the plan, or of the reasons
     * @param centsBefore cost per month of the target, in euro cents; 0 if unknown
     * @param centsAfter cost per month of the plan, in euro cents; 0 without a plan
     */
    public record Made(Optional<DeploymentPlan> plan, String id, String diffText, List<String> reasons, long centsBefore,
            long centsAfter) {}

    @Override
    public Made replacing(String application, Set<String> without) {
        return made(application, PlanOrder.replacing(without));
    }

    @Override
    public Made scaled(String application, Map<String, Integer> replicas) {
        return made(application, PlanOrder.scaling(replicas));
    }

    @Override
    public Made renewed(String application, String instance) {
        return made(application, PlanOrder.renewing(instance));
    }

    @Override
    public Made leaving(String application, String hostId) {
        return made(application, PlanOrder.leaving(hostId));
    }

    @Override
    public Made planned(String application, Map<String, Integer> replicas) {
        return made(application, new PlanOrder(Set.of(), 0, false, new TreeMap<>(replicas)));
    }

    /** Waits for a plan in which these copies have this bandwidth, that leaves all other instances, as {@link #replacing}. */
    public Made divided(String application, Map<String, Bandwidth> bandwidth) {
        return made(application, PlanOrder.dividing(bandwidth));
    }

    /** Stores a plan that was derived from the target without a search. */
    public Made keep(DeploymentPlan plan) {
        return made(plan.application(), planning.derived(plan));
    }

    private Made made(String application, PlanOrder order) {
        return made(application, requests.request(application, order));
    }

    private Made made(String application, PlanView view) {
        return new Made(store.plan(application, view.id()), view.id(), view.diffText(), view.reasons(),
                view.diff().flatMap(DiffView::costCentsPerMonthBefore).orElse(0L),
                view.diff().map(DiffView::costCentsPerMonthAfter).orElse(0L));
    }
}
