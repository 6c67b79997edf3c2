package org.caravan.server.planning;

import java.time.Clock;
import java.time.Instant;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.measure.metric.RequestStore;
import org.caravan.server.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Replaces rates of requests in a model by measured ones. */
@Component
class MeasuredRates {

    private static final Logger LOG = LoggerFactory.getLogger(MeasuredRates.class);

    private final RequestStore store;
    private final boolean used;
    private final Clock clock;

    MeasuredRates(RequestStore store, Settings settings, Clock clock) {
        this.store = store;
        this.used = settings.measuredRates();
        this.clock = clock;
    }

    /** The model with measured rates; the same object if none is measured. If the store fails, plans use the rates of the model. */
    ApplicationModel in(ApplicationModel model) {
        if (!used || model.users().stream().noneMatch(users -> users.entry() == EntryWay.ROUTER)
                || model.requests().stream().allMatch(request -> request.patterns().isEmpty())) {
            return model;
        }
        Instant now = clock.instant();
        try {
            return RateEstimate.of(model, store.minutes(model.name(), now.minus(RateEstimate.PERIOD)), now);
        } catch (RuntimeException away) {
            LOG.warn("the plan of {} uses the rates of the model: {}", model.name(), away.getMessage());
            return model;
        }
    }
}
