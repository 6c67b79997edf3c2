package org.caravan.rules.model;

/**
 * Fact of the rules: when a subject, which is a rule or a constraint, is due. Public only because compiled rules access it.
 *
 * @param periodic whether only time triggers it
 * @param since start of the first period, in epoch milliseconds
 * @param holdsMillis how long the condition must hold, in ms
 * @param gapMillis least time between two executions, in ms
 * @param oncePerRun whether it is due only once while its condition holds without interruption
 */
public record Timing(String subject, boolean periodic, long since, long holdsMillis, long gapMillis, boolean oncePerRun) {

    /** Constraints whose truth changes often are not reported more often than this. */
    private static final long CONSTRAINT_GAP = 600_000;
    private static final String RULE = "rule ";
    private static final String CONSTRAINT = "constraint ";

    static Timing of(org.caravan.adaptation.Rule rule, long since) {
        long gap = Math.max(RuleProgram.millis(rule.everySeconds().orElse(0.0)), RuleProgram.millis(rule.pauseSeconds().orElse(0.0)));
        return new Timing(rule(rule.id()), rule.when().isEmpty(), since, RuleProgram.millis(rule.holdsSeconds().orElse(0.0)), gap,
                gap == 0);
    }

    static Timing ofConstraint(String constraintId) {
        return new Timing(constraint(constraintId), false, 0, 0, CONSTRAINT_GAP, true);
    }

    static String rule(String ruleId) {
        return RULE + ruleId;
    }

    static String constraint(String constraintId) {
        return CONSTRAINT + constraintId;
    }

    boolean isRule() {
        return subject.startsWith(RULE);
    }

    /** Id of the rule or constraint. */
    String id() {
        return subject.substring((isRule() ? RULE : CONSTRAINT).length());
    }
}
