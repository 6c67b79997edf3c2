package org.caravan.server.planning;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.caravan.plan.OngoingPlanning;
import org.caravan.server.broker.Broadcasts;
import org.springframework.stereotype.Component;

/** Tells every server of a cancelled planning: whichever makes it, or is about to, stops. A word that is lost costs a planning that nobody reads. */
@Component("cancellations")
public class Cancellations {

    static final String TOPIC = "jms:topic:caravan.cancelled-plannings";

    private static final int KEPT = 1_000;

    private final Broadcasts broadcasts;
    private final Map<Long, OngoingPlanning> running = new ConcurrentHashMap<>();
    /** The word may come before the planning does. */
    private final Set<Long> cancelled = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > KEPT;
        }
    });

    Cancellations(Broadcasts broadcasts) {
        this.broadcasts = broadcasts;
    }

    void tell(String number) {
        broadcasts.tell(TOPIC, number, "a planning was cancelled, and another server may go on making it");
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
