package org.caravan.rules.model;

import java.util.List;

/** Evaluates the rules and constraints of one application. Remembers windows, durations and pauses. Not thread-safe. */
public interface ModelRules extends AutoCloseable {

    /**
     * @return refused readings first, then an evaluation gap, violated constraints and due rules, each in the order of their names;
     *     empty for a round that is not later than the previous one
     */
    List<ModelFinding> evaluate(ModelRound round);

    @Override
    void close();

    /** The first call compiles the rule base that all applications share, which takes some seconds of processor time. */
    static ModelRules of(RuleProgram program) {
        return new DroolsModelRules(program);
    }
}
