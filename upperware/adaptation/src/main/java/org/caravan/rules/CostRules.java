package org.caravan.rules;

import java.util.List;

/** Evaluates the rules about costs of deployed plans. Not thread-safe. */
public interface CostRules extends AutoCloseable {

    /** @return what the rules found about this plan, in the order of their names */
    List<CostFinding> evaluate(CostLook look);

    @Override
    void close();

    /** The first call compiles the rules, which takes some seconds of processor time. */
    static CostRules of(CostRuleSettings settings) {
        return new DroolsCostRules(settings);
    }
}
