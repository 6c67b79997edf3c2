package org.caravan.server.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.plan.whatif.Answer;
import org.caravan.plan.whatif.Outcome;
import org.caravan.plan.whatif.Outcome.Figures;
import org.caravan.plan.whatif.Outcome.Latency;
import org.caravan.problem.QueueingDelay;
import org.caravan.server.chart.SvgPainting;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Bar charts of a what-if answer: one group per request and one bar per case, as in Nguyen et al. (SEC 2019, Fig. 5). Further charts show
 * cost and, if declared, power. A missing bar means no placement, an unknown value, or an unbounded queueing delay, which the legend
 * states.
 */
final class WhatIfChart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int LOW = 260;

    private WhatIfChart() {}

    static String svg(String application, Answer answer) {
        return SvgPainting.of(charts(application, answer), "what if, of " + application);
    }

    static List<CategoryChart> charts(String application, Answer answer) {
        List<CategoryChart> charts = new ArrayList<>();
        charts.add(latency(application, answer));
        charts.add(bars("Cost", "EUR/month", answer, figures -> Optional.of(figures.cost().value() / 100.0)));
        if (answer.outcomes().stream().anyMatch(outcome -> outcome.figures().flatMap(Figures::watts).isPresent())) {
            charts.add(bars("Power", "W", answer, Figures::watts));
        }
        return charts;
    }

    private static CategoryChart latency(String application, Answer answer) {
        CategoryChart chart = chart(HEIGHT, application, "Mean latency [ms]");
        List<String> groups = new ArrayList<>(answer.rows().stream().map(Answer.Row::label).toList());
        groups.add("all");
        chart.getStyler().setXAxisLabelRotation(groups.size() > 6 ? 30 : 0);
        for (Outcome outcome : answer.outcomes()) {
            List<Double> bars = new ArrayList<>();
            answer.rows().forEach(row -> bars.add(outcome.figures()
                    .flatMap(figures -> figures.latency(row.requestId(), row.usersId()))
                    .map(Latency::meanMillis).filter(WhatIfChart::ends).orElse(0.0)));
            Optional<Double> all = outcome.figures().flatMap(Figures::meanMillis);
            bars.add(all.filter(WhatIfChart::ends).orElse(0.0));
            chart.addSeries(outcome.name() + (all.filter(QueueingDelay::isWithoutEnd).isPresent() ? " (waits without end)" : ""), groups,
                    bars);
        }
        return chart;
    }

    /** Unbounded delays are stored as one day or more; a bar of this height would make all others invisible. */
    private static boolean ends(double millis) {
        return !QueueingDelay.isWithoutEnd(millis);
    }

    private static CategoryChart bars(String what, String unit, Answer answer, Function<Figures, Optional<Double>> figure) {
        CategoryChart chart = chart(LOW, what, unit);
        answer.outcomes().forEach(outcome ->
                chart.addSeries(outcome.name(), List.of(what), List.of(outcome.figures().flatMap(figure).orElse(0.0))));
        return chart;
    }

    private static CategoryChart chart(int height, String title, String axis) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(height).title(title).yAxisTitle(axis).build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setLocale(Locale.ROOT);
        return chart;
    }
}
