package org.caravan.server.deployment;

import org.caravan.execution.Deployment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** At the start: users get the answers they had, and unfinished deployments go on. */
@Component
class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final Deployment deployment;

    Recovery(Deployment deployment) {
        this.deployment = deployment;
    }

    /** Whatever stands in the way of it, the server must be there to show it. */
    @Order(1)
    @EventListener(ApplicationReadyEvent.class)
    void recover() {
        try {
            deployment.recover();
        } catch (RuntimeException e) {
            LOG.error("unfinished deployments could not be gone on with", e);
        }
    }
}
