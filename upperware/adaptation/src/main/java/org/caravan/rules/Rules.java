package org.caravan.rules;

import java.util.List;

/** Evaluates the rules. Remembers earlier rounds, for example since when a host is silent. Not thread-safe. */
public interface Rules extends AutoCloseable {

    /**
     * @return what the rules found in this round, in the order of their names; empty for a round that is not later than the previous one
     */
    List<Finding> evaluate(Round round);

    @Override
    void close();

    /** Compiles the built-in rules, if they are not yet: takes some seconds of processor time. Any thread may call this. */
    static void compile() {
        DroolsRules.compile();
    }

    /** The built-in rules. Compiles them if they are not yet. */
    static Rules builtIn(RuleSettings settings) {
        return new DroolsRules(settings);
    }
}
