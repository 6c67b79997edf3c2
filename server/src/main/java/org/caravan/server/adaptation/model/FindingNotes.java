package org.caravan.server.adaptation.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.caravan.application.ApplicationModel;
import org.caravan.rules.model.ModelFinding;
import org.caravan.rules.model.RuleProgram;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Records findings that lead to no action. A refusal that repeats is recorded once per hour. Called by one thread. */
@Component
public class FindingNotes {

    private static final Duration BETWEEN = Duration.ofHours(1);

    private final Consumer<DecisionRecord> decisions;
    private final Clock clock;
    private final Map<String, Instant> noted = new HashMap<>();

    @Autowired
    FindingNotes(Decisions decisions, Clock clock) {
        this(decisions::note, clock);
    }

    public FindingNotes(Consumer<DecisionRecord> decisions, Clock clock) {
        this.decisions = decisions;
        this.clock = clock;
    }

    public void note(ApplicationModel model, List<ModelFinding> findings) {
        for (ModelFinding finding : findings) {
            if (finding instanceof ModelFinding.ConstraintViolated violated) {
                violated(model, violated);
            } else if (finding instanceof ModelFinding.ReadingRefused refused) {
                once(model.name(), refused.reading().seriesId(), "The value " + refused.reading().value() + " of "
                        + refused.reading().seriesId() + " at " + refused.reading().at() + " is ignored: " + refused.refusal().text() + ".",
                        refused.refusal().name());
            } else if (finding instanceof ModelFinding.EvaluationGap gap) {
                once(model.name(), "evaluation", "Rules were not evaluated for " + gap.millis() / 1000
                        + " s: durations of conditions begin again.", "GAP");
            }
        }
    }

    /** @param failures of sensors that the application provides, by id of the metric */
    void unread(ApplicationModel model, Map<String, ProvidedSensors.Failure> failures) {
        failures.forEach((metric, failure) -> once(model.name(), metric, (failure.everywhere() ? "The sensor of metric " + metric
                + " gives no value" : "A copy gives no value for metric " + metric) + ": " + failure.why() + ".",
                failure.everywhere() ? "UNREAD" : "UNREAD_COPY"));
    }

    void clockChanged(Set<String> applications, Duration by) {
        applications.forEach(application -> once(application, "clock", "The clock of the server changed by " + by.toSeconds()
                + " s: durations of conditions begin again.", "CLOCK"));
    }

    private void violated(ApplicationModel model, ModelFinding.ConstraintViolated violated) {
        Optional<String> promise = RuleProgram.promiseOf(violated.constraintId());
        DecisionRecord record = promise.map(slo -> DecisionRecord.of(BuiltInRule.PROMISE_VIOLATED, "Routers measure that promise "
                        + slo + " is violated since " + violated.since() + ".", "It is recorded. A rule can act on it: when slo " + slo
                        + " violated.").by(model.name()).about(List.of(slo)))
                .orElseGet(() -> DecisionRecord.of(BuiltInRule.CONSTRAINT_VIOLATED, "Constraint " + violated.constraintId()
                        + " does not hold since " + violated.since() + ".", "It is recorded; no rule of the model refers to it.")
                        .by(model.name()).about(List.of(violated.constraintId())));
        for (ModelFinding.Figure figure : violated.figures()) {
            record = Double.isFinite(figure.value()) ? record.with(figure.name(), figure.value(), figure.unit()) : record;
        }
        decisions.accept(record);
    }

    private void once(String application, String subject, String cause, String reason) {
        Instant now = clock.instant();
        noted.values().removeIf(at -> at.isBefore(now.minus(BETWEEN)));
        if (noted.putIfAbsent(application + " " + subject + " " + reason, now) == null) {
            decisions.accept(DecisionRecord.of(BuiltInRule.READING_REFUSED, cause, "No rule acts on it.").by(application)
                    .about(List.of(subject)));
        }
    }
}
