package org.caravan.rules.path;

import java.util.List;

/** Evaluates the rule about paths. Remembers earlier rounds, for example since when a path is worse. Not thread-safe. */
public interface PathRules extends AutoCloseable {

    /** @param round not before the previous one */
    List<PathFinding> evaluate(PathRound round);

    @Override
    void close();

    /** The first call compiles the rule, which takes some seconds of processor time. */
    static PathRules of(PathRuleSettings settings) {
        return new DroolsPathRules(settings);
    }
}
