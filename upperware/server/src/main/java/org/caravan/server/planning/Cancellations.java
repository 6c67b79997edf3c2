package org.caravan.server.planning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.caravan.plan.OngoingPlanning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells every server of a cancelled planning: whichever makes it, or is about to, stops. A word that is lost costs a planning that nobody reads. */
@Component("cancellations")
public class Cancellations {

    static final String TOPIC = "jms:topic:caravan.cancelled-plannings";

    private static final String TOLD = TOPIC + "?deliveryPersistent=false&timeToLive=60000";
    private static final int KEPT = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Cancellations.class);

    private final ProducerTemplate producer;
    private final Map<Long, OngoingPlanning> running = new ConcurrentHashMap<>();
    /** The word may come before the planning does. */
    private final Set<Long> cancelled = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > KEPT;
        }
    });

    Cancellations(ProducerTemplate producer) {
        this.producer = producer;
    }

    void tell(String number) {
        try {
            producer.sendBody(TOLD, number);
        } catch (CamelExecutionException | IllegalStateException e) {
            LOG.warn("a planning was cancelled, and another server may go on making it: {}", e.getMessage());
        }
    }

    /** Called by the route that reads the topic. */
    public synchronized void hear(@Body String number) {
        long heard = Long.parseLong(number);
        cancelled.add(heard);
        Optional.ofNullable(running.get(heard)).ifPresent(OngoingPlanning::cancel);
    }

    synchronized void begins(long number, OngoingPlanning planning) {
        running.put(number, planning);
        if (cancelled.contains(number)) {
            planning.cancel();
        }
    }

    void ended(long number) {
        running.remove(number);
    }
}
