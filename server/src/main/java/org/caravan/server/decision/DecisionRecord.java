package org.caravan.server.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A decision that the server made automatically.
 *
 * @param subjects ids of the affected paths, instances or plans; at most {@link #MOST_SUBJECTS}
 * @param cause the observation, one sentence
 * @param outcome the action taken, one sentence
 */
public record DecisionRecord(BuiltInRule rule, Optional<String> application, List<String> subjects, String cause, List<Figure> figures,
        String outcome) {

    private static final int MOST_SUBJECTS = 20;

    /**
     * A figure on which a decision is based.
     *
     * @param name quantity, for example {@code paths}
     * @param unit empty for a count
     */
    public record Figure(String name, double value, String unit) {}

    public DecisionRecord {
        subjects = subjects.size() <= MOST_SUBJECTS ? List.copyOf(subjects) : shortened(subjects);
        figures = List.copyOf(figures);
    }

    public static DecisionRecord of(BuiltInRule rule, String cause, String outcome) {
        return new DecisionRecord(rule, Optional.empty(), List.of(), cause, List.of(), outcome);
    }

    public DecisionRecord by(String application) {
        return new DecisionRecord(rule, Optional.of(application), subjects, cause, figures, outcome);
    }

    public DecisionRecord about(List<String> more) {
        return new DecisionRecord(rule, application, more, cause, figures, outcome);
    }

    /** Adds a figure. */
    public DecisionRecord with(String name, double value, String unit) {
        List<Figure> all = new ArrayList<>(figures);
        all.add(new Figure(name, value, unit));
        return new DecisionRecord(rule, application, subjects, cause, all, outcome);
    }

    public DecisionRecord with(String name, long number) {
        return with(name, number, "");
    }

    private static List<String> shortened(List<String> subjects) {
        List<String> first = new ArrayList<>(subjects.subList(0, MOST_SUBJECTS - 1));
        first.add("and " + (subjects.size() - first.size()) + " more");
        return List.copyOf(first);
    }
}
