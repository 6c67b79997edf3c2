package org.caravan.plan.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.plan.TextLines;
import org.caravan.plan.advice.Advice.Advised;
import org.caravan.plan.advice.Advice.Basis;
import org.caravan.plan.advice.Advice.Evidence;
import org.caravan.plan.advice.Advice.Figures;
import org.caravan.plan.advice.Advice.Latency;
import org.caravan.plan.advice.Advice.Replanned;
import org.caravan.plan.report.TextTable;
import org.caravan.problem.QueueingDelay;
import org.caravan.unit.Bytes;
import org.caravan.unit.MonthlyCost;

/** Text of an {@link Advice} for a terminal of 120 columns. */
public final class AdviceText {

    private static final int COLUMNS = 120;
    private static final String NONE = "-";

    private final Advice advice;
    private final TextLines text = new TextLines(COLUMNS);

    private AdviceText(Advice advice) {
        this.advice = advice;
    }

    public static String of(Advice advice) {
        return new AdviceText(advice).text();
    }

    private String text() {
        if (advice.now().isEmpty()) {
            text.add("no placement, so no advice");
            advice.reasons().forEach(reason -> text.add("  " + reason));
            return text.toString();
        }
        Figures now = advice.now().get();
        text.add("latency in ms saved by changes of the code, " + (advice.basis() == Basis.DEPLOYED ? "as deployed" : "as planned")
                + " and if planned again");
        ranked(now);
        for (int index = 0; index < advice.advised().size(); index++) {
            appendReasons(index + 1, advice.advised().get(index));
        }
        text.blank().add(advice.examined() + " of " + advice.possible() + " possible changes were examined. Nothing was changed.");
        return text.toString();
    }

    private void ranked(Figures now) {
        if (advice.advised().isEmpty()) {
            text.add("  none saves time");
            return;
        }
        TextTable table = new TextTable("rllrrrrr");
        table.row("#", "change", "request", "now", "mean", "p95", "planned", "EUR/month");
        for (int index = 0; index < advice.advised().size(); index++) {
            Advised advised = advice.advised().get(index);
            String number = Integer.toString(index + 1);
            String change = advised.refactoring().kind().word() + " " + link(advised.refactoring());
            for (Latency changed : concerned(advised)) {
                Optional<Latency> was = now.latency(changed.requestId(), changed.usersId());
                Optional<Latency> stay = advised.stay().flatMap(figures -> figures.latency(changed.requestId(), changed.usersId()));
                Optional<Latency> optimum = advice.planned().flatMap(figures -> figures.latency(changed.requestId(), changed.usersId()));
                Optional<Latency> planned = advised.planned().flatMap(Replanned::figures)
                        .flatMap(figures -> figures.latency(changed.requestId(), changed.usersId()));
                table.row(number, change, changed.requestId() + " for " + changed.usersId(),
                        was.map(one -> millis(one.meanMillis())).orElse(NONE),
                        saved(was.map(Latency::meanMillis), stay.map(Latency::meanMillis)),
                        saved(was.map(Latency::p95Millis), stay.map(Latency::p95Millis)),
                        saved(optimum.map(Latency::meanMillis), planned.map(Latency::meanMillis)),
                        number.isEmpty() ? "" : money(now, advised));
                number = "";
                change = "";
            }
        }
        table.appendTo(text);
    }

    private static String link(Refactoring refactoring) {
        return refactoring instanceof HopRefactoring hop ? hop.before().from() + " -> " + hop.before().to() : refactoring.subject();
    }

    /** Latencies that the change concerns, after it. */
    private static List<Latency> concerned(Advised advised) {
        Figures figures = advised.planned().flatMap(Replanned::figures).or(advised::stay).orElseThrow();
        List<Latency> all = new ArrayList<>();
        figures.latencies().stream().filter(latency -> advised.evidence().stream().anyMatch(evidence ->
                evidence.requestId().equals(latency.requestId()) && evidence.usersId().equals(latency.usersId()))).forEach(all::add);
        return all;
    }

    private String money(Figures now, Advised advised) {
        Optional<MonthlyCost> planned = advised.planned().flatMap(Replanned::figures).map(Figures::cost);
        return planned.flatMap(after -> advice.planned().map(before -> cents(before.cost(), after)))
                .or(() -> advised.stay().map(stay -> cents(now.cost(), stay.cost()))).orElse(NONE);
    }

    private static String cents(MonthlyCost before, MonthlyCost after) {
        return signed(String.format(Locale.ROOT, "%.2f", (before.value() - after.value()) / 100.0));
    }

    private static String saved(Optional<Double> before, Optional<Double> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return NONE;
        }
        if (QueueingDelay.isWithoutEnd(before.get()) || QueueingDelay.isWithoutEnd(after.get())) {
            return QueueingDelay.isWithoutEnd(after.get()) ? "no end" : "all";
        }
        return signed(millis(before.get() - after.get()));
    }

    private static String signed(String number) {
        return number.matches("-0\\.0+") ? number.substring(1) : number;
    }

    private static String millis(double value) {
        return QueueingDelay.isWithoutEnd(value) ? "no end" : String.format(Locale.ROOT, "%.1f", value);
    }

    private void appendReasons(int number, Advised advised) {
        Refactoring refactoring = advised.refactoring();
        text.blank().add(number + ". " + refactoring.kind().word() + ", " + refactoring.subject() + ": " + refactoring.effect() + ",");
        text.add("   " + refactoring.condition() + ".");
        advised.evidence().forEach(evidence -> text.add("   evidence: " + words(evidence)));
        advised.planned().ifPresent(planned -> text.add("   planned again: " + (planned.figures().isEmpty() ? "no placement"
                : planned.moves().isEmpty() ? "nothing moves" : String.join("; ", planned.moves()))));
        text.add("   Maybe " + refactoring.written() + ".");
    }

    private static String words(Evidence evidence) {
        return String.format(Locale.ROOT, "%s for %s, %s -> %s: %d turns and %s in the model; RTT %.1f ms of %s (%s); service time %s; "
                + "%.1f ms per call, of which %.0f %% count", evidence.requestId(), evidence.usersId(), evidence.from(), evidence.to(),
                evidence.turns(), new Bytes(evidence.bytes()), evidence.rttMillis(), evidence.path(), evidence.source(),
                evidence.serviceMillis().map(millis -> String.format(Locale.ROOT, "%.1f ms declared", millis)).orElse("not declared"),
                evidence.millis(), 100 * evidence.share());
    }
}
