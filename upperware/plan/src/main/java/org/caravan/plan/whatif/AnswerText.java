package org.caravan.plan.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.plan.TextLines;
import org.caravan.plan.report.TextTable;
import org.caravan.plan.whatif.Outcome.Figures;
import org.caravan.plan.whatif.Outcome.Kind;
import org.caravan.plan.whatif.Outcome.Latency;
import org.caravan.problem.QueueingDelay;

/** Text of an {@link Answer} for a terminal of 120 columns. */
public final class AnswerText {

    private static final int COLUMNS = 120;
    private static final String NONE = "-";

    private final Answer answer;
    private final TextLines text = new TextLines(COLUMNS);

    private AnswerText(Answer answer) {
        this.answer = answer;
    }

    public static String of(Answer answer) {
        return new AnswerText(answer).text();
    }

    private String text() {
        appendSupposed();
        text.add("mean latency in ms");
        table().appendTo(text);
        appendPlaces();
        appendRefused();
        text.blank().add("Nothing was changed.");
        return text.toString();
    }

    private void appendSupposed() {
        if (!answer.always().isEmpty()) {
            text.add("supposed in all cases: " + String.join("; ", answer.always()));
        }
        answer.outcomes().stream()
                .filter(outcome -> outcome.kind() == Kind.CASE)
                .forEach(outcome -> text.add("supposed in " + outcome.name() + ": "
                        + (outcome.suppositions().isEmpty() ? "nothing" : String.join("; ", outcome.suppositions()))));
        text.blank();
    }

    private TextTable table() {
        TextTable table = new TextTable("l" + "r".repeat(answer.outcomes().size()));
        row(table, "request", outcome -> outcome.name());
        answer.rows().forEach(row -> row(table, row.label(), outcome -> time(outcome.figures()
                .flatMap(figures -> figures.latency(row.requestId(), row.usersId())).map(Latency::meanMillis))));
        row(table, "all, as they are sent", outcome -> time(outcome.figures().flatMap(Figures::meanMillis)));
        row(table, "cost, EUR/month", figure(figures -> String.format(Locale.ROOT, "%.2f", figures.cost().value() / 100.0)));
        if (answer.outcomes().stream().anyMatch(outcome -> outcome.figures().flatMap(Figures::watts).isPresent())) {
            row(table, "power, W", outcome -> millis(outcome.figures().flatMap(Figures::watts)));
        }
        row(table, "hosts in use", figure(figures -> Integer.toString(figures.hosts())));
        if (answer.outcomes().stream().anyMatch(outcome -> outcome.kind() == Kind.NOW)) {
            row(table, "moves against now", figure(figures -> Integer.toString(figures.moves())));
        }
        row(table, "promises missed", figure(figures -> Integer.toString(figures.missed().size())));
        return table;
    }

    private void row(TextTable table, String label, Function<Outcome, String> cell) {
        List<String> cells = new ArrayList<>(List.of(label));
        answer.outcomes().forEach(outcome -> cells.add(cell.apply(outcome)));
        table.row(cells.toArray(String[]::new));
    }

    private static Function<Outcome, String> figure(Function<Figures, String> cell) {
        return outcome -> outcome.figures().map(cell).orElse(NONE);
    }

    private static String time(Optional<Double> value) {
        return value.filter(QueueingDelay::isWithoutEnd).map(known -> "no end").orElseGet(() -> millis(value));
    }

    private static String millis(Optional<Double> value) {
        return value.map(known -> String.format(Locale.ROOT, "%.1f", known)).orElse(NONE);
    }

    private void appendPlaces() {
        text.blank().add("where");
        for (Outcome outcome : answer.outcomes()) {
            outcome.figures().filter(any -> outcome.kind() != Kind.STAY).ifPresent(figures -> {
                text.add("  " + outcome.name() + certificate(figures));
                figures.instancesBySite().forEach((siteId, instances) ->
                        text.add("    " + siteId + ": " + String.join(", ", instances)));
                outcome.reasons().forEach(left -> text.add("    left out: " + left));
                figures.missed().forEach(missed -> text.add("    promise missed: " + missed));
            });
        }
    }

    private static String certificate(Figures figures) {
        return figures.certificate().known() ? " (" + figures.certificate() + ")" : "";
    }

    private void appendRefused() {
        answer.outcomes().stream().filter(outcome -> outcome.figures().isEmpty()).forEach(outcome -> {
            text.blank().add("no placement of " + outcome.name());
            outcome.reasons().forEach(reason -> text.add("  " + reason));
        });
    }
}
