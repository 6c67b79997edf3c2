package org.caravan.server.adaptation.model;

import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;

/** Port to actions of rules that need no plan. The server carries them out; a rehearsal only records them. */
public interface DirectCourse {

    /** Stores and begins the direct actions of a rule that is due. @return whether any was begun, not held or only observed */
    boolean begin(ApplicationModel model, DueRule due, DeploymentPlan target);

    /** Goes on with what a former leader began. */
    default void resume(ApplicationModel model) {}

    /** Ends what waits for applications that run no rules. */
    default void lapseOthers(Set<String> running) {}
}
