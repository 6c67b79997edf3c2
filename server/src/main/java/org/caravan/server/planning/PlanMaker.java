package org.caravan.server.planning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.server.planning.AutomaticPlans.Made;

/** Port to plans that rules ask for. The server makes and stores them; a rehearsal only makes them. */
public interface PlanMaker {

    /**
     * Waits for a plan that replaces the instances on these hosts and leaves all others where they are, unless an obligation requires more.
     *
     * @throws org.caravan.server.rest.ProblemException as for a plan that a user asks for
     */
    Made replacing(String application, Set<String> without);

    /** Waits for a plan with these numbers of replicas by component that leaves all other instances, as {@link #replacing}. */
    Made scaled(String application, Map<String, Integer> replicas);

    /**
     * Waits for a plan from current measurements, in which any instance may move if that gains more than it costs.
     *
     * @param replicas numbers of replicas by component, for components whose number the caller chooses
     */
    Made planned(String application, Map<String, Integer> replicas);

    /** Waits for a plan that replaces one copy by a new one on its host, and leaves all others, as {@link #replacing}. */
    default Made renewed(String application, String instance) {
        return NONE;
    }

    /** Waits for a plan that moves what keeps no data away from a host, and leaves all other instances, as {@link #replacing}. */
    default Made leaving(String application, String hostId) {
        return NONE;
    }

    /** Answer of a maker that does not make such plans. */
    Made NONE = new Made(Optional.empty(), "", "", List.of("such plans are not made here"), 0, 0);
}
