package org.caravan.rules.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Input of one evaluation.
 *
 * @param at time of the round, later than that of the previous one
 * @param readings that arrived since the previous round, in order of arrival
 * @param variables values that the current plan decides, in base units, by id of the variable; absent variables are unknown
 * @param ran rules whose actions ran since the previous round
 * @param timed whether the round takes place only because {@link ModelRules#next()} has come: formulas get no sample for their windows,
 *     or else each sample that leaves a window would add one
 */
public record ModelRound(Instant at, List<MetricReading> readings, Map<String, Double> variables, List<RuleRan> ran, boolean timed) {

    public ModelRound {
        readings = List.copyOf(readings);
        variables = Map.copyOf(variables);
        ran = List.copyOf(ran);
    }

    /** A round that readings or an interval cause. */
    public ModelRound(Instant at, List<MetricReading> readings, Map<String, Double> variables, List<RuleRan> ran) {
        this(at, readings, variables, ran, false);
    }
}
