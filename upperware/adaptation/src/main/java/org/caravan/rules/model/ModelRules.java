package org.caravan.rules.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Evaluates the rules and constraints of one application. Remembers windows, durations and pauses. Not thread-safe. */
public interface ModelRules extends AutoCloseable {

    /**
     * @return refused readings first, then an evaluation gap, violated constraints and due rules, each in the order of their names;
     *     empty for a round that is not later than the previous one
     */
    List<ModelFinding> evaluate(ModelRound round);

    /**
     * Earliest time after the latest round at which a round without readings can find something else, in ms: a sample leaves its window, a
     * condition has held for its span, a pause or a period ends, a scheduled time comes. Until then only readings, variables and
     * executions change findings. Empty before the first round, and if time alone changes nothing.
     */
    Optional<Instant> next();

    /**
     * Ids of rules that are due once while their condition holds, if it was known to be false in a round after the latest execution, and
     * does not hold in the latest round. That it is unknown does not count as false.
     */
    Set<String> ready();

    @Override
    void close();

    /** The first call compiles the rule base that all applications share, which takes some seconds of processor time. */
    static ModelRules of(RuleProgram program) {
        return new DroolsModelRules(program);
    }
}
