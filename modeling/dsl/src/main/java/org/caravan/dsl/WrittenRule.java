package org.caravan.dsl;

import java.util.List;
import java.util.Optional;
import org.caravan.adaptation.Rule;
import org.caravan.diagnostic.Diagnostic.Location;

/**
 * A rule as it stands in a text.
 *
 * @param condition in the words of the text, with one space between two of them; empty where only time counts
 * @param actions in the words of the text, in its order; at least one
 * @param location of its name
 * @param unhonoured why the rule, or an action of it, has no effect yet, one sentence each, as the warnings say; empty where it is honoured
 */
public record WrittenRule(Rule rule, Optional<String> condition, List<String> actions, Location location, List<String> unhonoured) {

    public WrittenRule {
        actions = List.copyOf(actions);
        unhonoured = List.copyOf(unhonoured);
    }
}
