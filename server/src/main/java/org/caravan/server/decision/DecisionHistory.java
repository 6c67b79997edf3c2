package org.caravan.server.decision;

import java.time.Instant;
import java.util.List;
import org.caravan.api.adaptation.DecisionView;
import org.springframework.stereotype.Component;

/** Reads stored decisions for other packages. The server keeps the latest 10,000. */
@Component
public class DecisionHistory {

    private final DecisionStore store;

    DecisionHistory(DecisionStore store) {
        this.store = store;
    }

    /** Decisions about an application in a period, oldest first. @param until exclusive */
    public List<DecisionView> of(String application, Instant from, Instant until) {
        return store.between(application, from, until);
    }
}
