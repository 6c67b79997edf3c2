package org.caravan.rules.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Result of a round. */
public sealed interface ModelFinding {

    /**
     * A value on which a finding is based.
     *
     * @param value in base units; NaN if unknown
     * @param unit base unit: {@code s}, {@code B/s}; empty for a number
     */
    record Figure(String name, double value, String unit) {}

    /**
     * The actions of a rule are due. Repeated in each round while the rule is due, until a {@link RuleRan} says that they ran.
     *
     * @param since since when the condition holds, or the scheduled time; empty if a period triggers the rule
     * @param heldMillis how long it holds, or how long ago the rule ran, in ms
     * @param thresholdMillis duration after which the rule is due, in ms
     */
    record RuleDue(String ruleId, Optional<Instant> since, long heldMillis, long thresholdMillis, List<Figure> figures)
            implements ModelFinding {}

    /** A constraint to which nothing else refers is known to be violated. Reported once per violation, at most every 10 min. */
    record ConstraintViolated(String constraintId, Instant since, List<Figure> figures) implements ModelFinding {}

    /** A reading was refused. It has no effect. */
    record ReadingRefused(MetricReading reading, Refusal refusal) implements ModelFinding {}

    /**
     * Nothing was evaluated for so long that no condition counts as held: durations begin again.
     *
     * @param millis time since the previous round, in ms
     */
    record EvaluationGap(long millis) implements ModelFinding {}

    /** Why a reading is refused. */
    enum Refusal {
        UNKNOWN_SERIES("no metric of the model has this name"),
        NOT_A_NUMBER("it is not a finite number"),
        NEGATIVE("it is negative, which this sensor cannot measure"),
        FUTURE("it is from the future, so a clock has changed"),
        DUPLICATE("a reading of this time was used before"),
        LATE("a later reading was used before, or it is too old");

        private final String text;

        Refusal(String text) {
            this.text = text;
        }

        /** Reason for people, without a full stop. */
        public String text() {
            return text;
        }
    }
}
