package org.caravan.server.planning;

import java.util.Optional;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.model.NewModelPlanning;
import org.caravan.server.network.Network;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Begins the planning of new models, so that clients that submit one follow that planning and need not ask for another. */
@Component
class NewModels implements NewModelPlanning {

    private static final Logger LOG = LoggerFactory.getLogger(NewModels.class);

    private final Network network;
    private final PlanningQueue requests;
    private final MessagePublisher publisher;

    NewModels(Network network, PlanningQueue requests, MessagePublisher publisher) {
        this.network = network;
        this.requests = requests;
        this.publisher = publisher;
    }

    @Override
    public Optional<String> begin(String application) {
        try {
            if (network.measured()) {
                return Optional.of(Long.toString(requests.beginNewModel(application)));
            }
            // It may be measured by the time the message arrives.
            publisher.modelAccepted(application);
        } catch (RuntimeException away) { // the model is accepted, whatever keeps it from being planned
            LOG.warn("the new model of {} is not planned until requested: {}", application, away.getMessage());
        }
        return Optional.empty();
    }
}
