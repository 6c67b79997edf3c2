package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.api.adaptation.RehearsalView.CourseView;
import org.caravan.api.adaptation.RehearsalView.PromiseView;
import org.caravan.server.chart.SvgPainting;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Replicas over time of components whose number changes, then minutes of violated promises, moves and cost. */
final class RehearsalChart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    private static final int LOW = 260;
    private static final int MOST_COMPONENTS = 6;
    private static final double SECONDS_PER_HOUR = 3_600;

    private RehearsalChart() {}

    static String svg(String application, Instant from, Instant until, Course rehearsed, Optional<String> with, Optional<Course> compared) {
        List<Chart<?, ?>> charts = new ArrayList<>();
        charts.add(replicas(application, from, until, rehearsed, with, compared));
        charts.add(bars("Promises", "Minutes violated", rehearsed.view(), with, compared.map(Course::view), true));
        charts.add(bars("Cost", "EUR", rehearsed.view(), with, compared.map(Course::view), false));
        return SvgPainting.of(charts, "rehearsal of " + application);
    }

    private static XYChart replicas(String application, Instant from, Instant until, Course rehearsed, Optional<String> with,
            Optional<Course> compared) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(application).xAxisTitle("Hours since " + from)
                .yAxisTitle("Copies").build();
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Step);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setLocale(Locale.ROOT);
        chart.getStyler().setYAxisMin(0.0);
        Set<String> changing = new TreeSet<>();
        changing.addAll(changing(rehearsed));
        compared.ifPresent(other -> changing.addAll(changing(other)));
        Set<String> drawn = changing.isEmpty() ? rehearsed.replicas().get(0).byComponent().keySet() : changing;
        drawn.stream().limit(MOST_COMPONENTS).forEach(component -> {
            add(chart, component + ", rehearsed", component, rehearsed, from, until);
            compared.ifPresent(other -> add(chart, component + ", " + with.orElse(""), component, other, from, until));
        });
        return chart;
    }

    private static Set<String> changing(Course course) {
        Set<String> changing = new TreeSet<>();
        for (int i = 1; i < course.replicas().size(); i++) {
            Rehearsed.Replicas before = course.replicas().get(i - 1);
            Rehearsed.Replicas now = course.replicas().get(i);
            now.byComponent().forEach((component, number) -> {
                if (!number.equals(before.byComponent().get(component))) {
                    changing.add(component);
                }
            });
        }
        return changing;
    }

    private static void add(XYChart chart, String name, String component, Course course, Instant from, Instant until) {
        List<Double> hours = new ArrayList<>();
        List<Integer> copies = new ArrayList<>();
        for (Rehearsed.Replicas one : course.replicas()) {
            hours.add(hours(from, one.since()));
            copies.add(one.byComponent().getOrDefault(component, 0));
        }
        hours.add(hours(from, until));
        copies.add(copies.get(copies.size() - 1));
        chart.addSeries(name, hours, copies).setMarker(SeriesMarkers.NONE);
    }

    private static double hours(Instant from, Instant at) {
        return Duration.between(from, at).toSeconds() / SECONDS_PER_HOUR;
    }

    private static CategoryChart bars(String what, String unit, CourseView rehearsed, Optional<String> with,
            Optional<CourseView> compared, boolean promises) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(LOW).title(what).yAxisTitle(unit).build();
        chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setLocale(Locale.ROOT);
        List<String> groups = promises && !rehearsed.promises().isEmpty() ? rehearsed.promises().stream().map(PromiseView::sloId).toList()
                : List.of(promises ? "no promise" : what);
        chart.addSeries("rehearsed", groups, values(rehearsed, groups, promises));
        compared.ifPresent(other -> chart.addSeries(with.orElse("compared"), groups, values(other, groups, promises)));
        return chart;
    }

    private static List<Double> values(CourseView course, List<String> groups, boolean promises) {
        return groups.stream().map(group -> promises ? course.promises().stream().filter(one -> one.sloId().equals(group))
                .mapToDouble(PromiseView::violatedMinutes).findFirst().orElse(0) : course.costEuros()).toList();
    }
}
