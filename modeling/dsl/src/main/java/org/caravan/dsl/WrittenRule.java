package org.caravan.dsl;

import java.util.List;
import java.util.Optional;
import org.caravan.adaptation.Rule;
import org.caravan.diagnostic.Diagnostic.Location;

/**
 * Adaptation rule with its source text.
 *
 * @param condition source text with single spaces between tokens; empty if the rule depends only on time
 * @param actions source texts in order; at least one
 * @param location location of the rule's name
 * @param unhonoured reasons why the rule or one of its actions is not supported yet, one sentence each, as in the warnings; empty if all
 * are supported
 */
public record WrittenRule(Rule rule, Optional<String> condition, List<String> actions, Location location, List<String> unhonoured) {

    public WrittenRule {
        actions = List.copyOf(actions);
        unhonoured = List.copyOf(unhonoured);
    }
}
