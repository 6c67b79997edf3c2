package org.caravan.rules.path;

import java.util.List;
import org.caravan.rules.FactSession;
import org.caravan.rules.RuleBase;

/**
 * Evaluates the rule about paths. Remembers earlier rounds, for example since when a path is worse. Not thread-safe. One Drools session for
 * the paths of all applications, on the clock of the rounds.
 */
public final class PathRules implements AutoCloseable {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(PathRules.class, List.of("path-worse.drl"));

    private final PathFindings findings = new PathFindings();
    private final FactSession session;

    private PathRules(PathRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
    }

    /** The first call compiles the rule, which takes some seconds of processor time. */
    public static PathRules of(PathRuleSettings settings) {
        return new PathRules(settings);
    }

    /** @param round not before the previous one */
    public List<PathFinding> evaluate(PathRound round) {
        session.evaluate(round, round.millis());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
