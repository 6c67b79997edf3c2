package org.caravan.server.model;

import java.util.Optional;

/** Plans a new model as soon as it is accepted. Implemented by the package that plans. */
public interface NewModelPlanning {

    /**
     * Begins to plan in the background. Never throws: the model is accepted, whether or not it can be planned now.
     *
     * @return id of the planning; empty if there is none yet, because the network is not measured or the broker does not answer
     */
    Optional<String> begin(String application);
}
