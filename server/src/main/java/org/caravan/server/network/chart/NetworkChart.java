package org.caravan.server.network.chart;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;
import org.caravan.server.chart.SvgPainting;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Bar chart of the measurements from one site to another, in the style of the MELODIC measurements on NorNet. It has one group per sending
 * ISP and IP version, one bar per receiving ISP, and the 95 % confidence interval of each mean. Estimates are not drawn.
 */
final class NetworkChart {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;

    /** Quantity that a chart shows. */
    enum Shown {
        THROUGHPUT("Payload throughput [Mbit/s]", 1e6, PathFigures::throughput),
        RTT("Idle round-trip time [ms]", 1, path -> Optional.of(path.idleRtt())),
        LOADED_RTT("Round-trip time under load [ms]", 1, PathFigures::loadedRtt);

        private final String title;
        private final double unit;
        private final Function<PathFigures, Optional<PathStatistic>> figure;

        Shown(String title, double unit, Function<PathFigures, Optional<PathStatistic>> figure) {
            this.title = title;
            this.unit = unit;
            this.figure = figure;
        }

        Optional<PathStatistic> measured(PathFigures path) {
            return figure.apply(path).filter(known -> known.origin() == PathStatistic.Origin.MEASURED);
        }
    }

    private NetworkChart() {}

    /** The chart as SVG; empty if the quantity was not measured on any path. */
    static Optional<String> svg(String fromSiteId, String toSiteId, Shown shown, Collection<PathFigures> paths) {
        return chart(fromSiteId, toSiteId, shown, paths)
                .map(chart -> SvgPainting.of(List.of(chart), fromSiteId + " to " + toSiteId + ", " + shown.title));
    }

    static Optional<CategoryChart> chart(String fromSiteId, String toSiteId, Shown shown, Collection<PathFigures> paths) {
        SortedSet<String> sources = new TreeSet<>();
        Map<String, Map<String, PathStatistic>> byTarget = new TreeMap<>();
        for (PathFigures path : paths) {
            shown.measured(path).ifPresent(figure -> {
                sources.add(source(path.path().from()));
                byTarget.computeIfAbsent(path.path().to().ispId(), any -> new TreeMap<>()).put(source(path.path().from()), figure);
            });
        }
        if (sources.isEmpty()) {
            return Optional.empty();
        }
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT)
                .title(fromSiteId + " to " + toSiteId).xAxisTitle("ISP at " + fromSiteId).yAxisTitle(shown.title).build();
        CategoryStyler styler = chart.getStyler();
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setLocale(Locale.ROOT);
        List<String> groups = List.copyOf(sources);
        byTarget.forEach((target, figures) -> chart.addSeries("to " + target, groups,
                groups.stream().map(group -> of(figures, group, shown, PathStatistic::mean)).toList(),
                groups.stream().map(group -> of(figures, group, shown, PathStatistic::halfWidth95)).toList()));
        return Optional.of(chart);
    }

    /** 0, which draws no bar, if no figure is known. */
    private static double of(Map<String, PathStatistic> figures, String group, Shown shown, Function<PathStatistic, Double> value) {
        PathStatistic figure = figures.get(group);
        return figure == null ? 0 : value.apply(figure) / shown.unit;
    }

    private static String source(AccessPoint at) {
        return at.ispId() + (at.family() == IpFamily.IPV4 ? " IPv4" : " IPv6");
    }
}
