package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.DecisionView.FigureView;
import org.caravan.api.adaptation.RehearsalView.CourseView;

/** Text of a rehearsal: figures side by side, then the decisions of both in order of time. */
final class RehearsalText {

    /** Decisions of the same kind that are this close are the same decision: recorded values hold for a minute. */
    private static final Duration CLOSE = Duration.ofMinutes(3);
    private static final int WIDTH = 18;

    private RehearsalText() {}

    private record Line(Instant at, String mark, DecisionView decision) {}

    static String of(String application, Instant from, Instant until, Duration took, CourseView rehearsed, Optional<String> with,
            Optional<CourseView> compared, List<String> notes) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "Rehearsal of %s from %s to %s, in %.1f s (%,.0f times as fast as real time). "
                + "Nothing was changed.%n%n", application, from.truncatedTo(ChronoUnit.SECONDS), until.truncatedTo(ChronoUnit.SECONDS),
                took.toMillis() / 1000.0, factor(from, until, took)));
        text.append(row("", "rehearsed", with));
        rows(rehearsed, compared).forEach((name, values) -> text.append(row(name, values.get(0),
                values.size() > 1 ? Optional.of(values.get(1)) : Optional.empty())));
        notes.forEach(note -> text.append(String.format("%nNote: %s", note)));
        text.append(notes.isEmpty() ? "" : "\n");
        text.append('\n').append(with.map(other -> "Decisions: = both, + only rehearsed, - only " + other + "\n").orElse("Decisions\n"));
        lines(rehearsed, compared).forEach(line -> text.append(line(line)));
        return text.toString().stripTrailing();
    }

    static double factor(Instant from, Instant until, Duration took) {
        return Duration.between(from, until).toNanos() / (double) Math.max(1, took.toNanos());
    }

    private static Map<String, List<String>> rows(CourseView rehearsed, Optional<CourseView> compared) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        List<CourseView> both = new ArrayList<>(List.of(rehearsed));
        compared.ifPresent(both::add);
        rows.put("decisions", both.stream().map(one -> Integer.toString(one.decisions().size())).toList());
        rows.put("of these held by a limit", both.stream().map(one -> Long.toString(one.decisions().stream()
                .filter(decision -> decision.action().flatMap(DecisionView.ActionView::limit).isPresent()).count())).toList());
        rehearsed.promises().forEach(promise -> rows.put("minutes, " + promise.sloId() + " violated", both.stream().map(one ->
                one.promises().stream().filter(other -> other.sloId().equals(promise.sloId()))
                        .map(other -> Integer.toString(other.violatedMinutes())).findFirst().orElse("")).toList()));
        rows.put("moves", both.stream().map(one -> Integer.toString(one.moves())).toList());
        rows.put("starts and stops", both.stream().map(one -> one.starts() + " and " + one.stops()).toList());
        rows.put("cost [EUR]", both.stream().map(one -> String.format(Locale.ROOT, "%.2f", one.costEuros())).toList());
        return rows;
    }

    private static String row(String name, String first, Optional<String> second) {
        return String.format(Locale.ROOT, "%-36s %" + WIDTH + "s%s", name, first,
                second.map(value -> String.format(Locale.ROOT, " %" + WIDTH + "s", value)).orElse("")).stripTrailing() + "\n";
    }

    private static List<Line> lines(CourseView rehearsed, Optional<CourseView> compared) {
        List<DecisionView> others = new ArrayList<>(compared.map(CourseView::decisions).orElse(List.of()));
        List<Line> lines = new ArrayList<>();
        for (DecisionView decision : rehearsed.decisions()) {
            Optional<DecisionView> same = others.stream().filter(other -> same(decision, other)).findFirst();
            same.ifPresent(others::remove);
            lines.add(new Line(decision.at(), compared.isEmpty() ? " " : same.isPresent() ? "=" : "+", decision));
        }
        others.forEach(other -> lines.add(new Line(other.at(), "-", other)));
        return lines.stream().sorted(Comparator.comparing(Line::at)).toList();
    }

    private static boolean same(DecisionView one, DecisionView other) {
        return one.rule().equals(other.rule()) && one.subjects().equals(other.subjects())
                && one.action().map(DecisionView.ActionView::kind).equals(other.action().map(DecisionView.ActionView::kind))
                && one.action().flatMap(DecisionView.ActionView::limit).equals(other.action().flatMap(DecisionView.ActionView::limit))
                && Duration.between(one.at(), other.at()).abs().compareTo(CLOSE) <= 0;
    }

    private static String line(Line line) {
        DecisionView decision = line.decision();
        String figures = decision.figures().stream().map(RehearsalText::figure).collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "%s %s  %s%s%s%n    %s%n%s    %s%n", line.mark(), line.at().truncatedTo(ChronoUnit.SECONDS),
                decision.rule(), decision.action().map(action -> "  " + action.kind() + " "
                        + action.state().toLowerCase(Locale.ROOT)).orElse(""),
                decision.action().flatMap(DecisionView.ActionView::limit).map(limit -> " by " + limit).orElse(""), decision.cause(),
                figures.isEmpty() ? "" : "    " + figures + "\n", decision.outcome());
    }

    private static String figure(FigureView figure) {
        String value = String.format(Locale.ROOT, "%.3f", figure.value()).replaceFirst("0{1,3}$", "").replaceFirst("\\.$", "");
        return (figure.name() + " " + value + " " + figure.unit()).strip();
    }
}
