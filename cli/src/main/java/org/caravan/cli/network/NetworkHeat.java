package org.caravan.cli.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.api.network.MeasuredPathView.FigureView;
import org.caravan.api.network.MeasuredPathView;
import picocli.CommandLine.TypeConversionException;
import org.caravan.diagnostic.VisibleText;

/**
 * Heat map of the best path between each pair of sites: one row per source site, one column per destination site. Shades range from light
 * (best value of the table) to dark, on a logarithmic scale.
 */
public final class NetworkHeat {

    /** Quantity shown in the cells. */
    public enum Shown {
        RTT(path -> Optional.ofNullable(path.idleRtt()), 1, false, "Round-trip time without load, ms"),
        LOADED_RTT(MeasuredPathView::loadedRtt, 1, false, "Round-trip time under load, ms"),
        THROUGHPUT(MeasuredPathView::throughput, 1e6, true, "Throughput, Mbit/s");

        private final Function<MeasuredPathView, Optional<FigureView>> figure;
        private final double unit;
        private final boolean moreIsBetter;
        private final String title;

        Shown(Function<MeasuredPathView, Optional<FigureView>> figure, double unit, boolean moreIsBetter, String title) {
            this.figure = figure;
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
            this.title = title;
        }

        public static Shown named(String word) {
            return Stream.of(values()).filter(one -> one.word().equalsIgnoreCase(word)).findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                    "'" + word + "' is none.\n    Maybe one of " + Stream.of(values()).map(Shown::word).collect(Collectors.joining(", "))
                            + "."));
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Indices into the 256 terminal colours, from pale to dark green. */
    private static final int[] SHADES = {194, 151, 115, 79, 36, 29, 23};

    private static final int DARK = 3;

    private record Cell(double value, boolean estimated) {}

    private final Shown shown;
    private final SortedSet<String> sites = new TreeSet<>();
    private final Map<String, Cell> cells = new TreeMap<>();

    private NetworkHeat(Shown shown) {
        this.shown = shown;
    }

    /** @param coloured whether the output is a terminal; otherwise only numbers are printed */
    public static List<String> lines(Shown shown, List<MeasuredPathView> paths, boolean coloured) {
        NetworkHeat heat = new NetworkHeat(shown);
        paths.forEach(heat::add);
        return heat.table(coloured);
    }

    private void add(MeasuredPathView path) {
        String from = site(path.from());
        String to = site(path.to());
        Optional<FigureView> known = shown.figure.apply(path);
        if (from.equals(to) || known.isEmpty()) {
            return;
        }
        FigureView figure = known.get();
        sites.add(from);
        sites.add(to);
        Cell cell = new Cell(figure.mean() / shown.unit, figure.origin().equals("ESTIMATED"));
        cells.merge(from + " " + to, cell, (a, b) -> a.value() < b.value() == shown.moreIsBetter ? b : a);
    }

    private List<String> table(boolean coloured) {
        if (cells.isEmpty()) {
            return List.of("No measurements are known.", "    Maybe measure it: caravan probe.");
        }
        int first = sites.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>(List.of(shown.title + ", best path between two sites; ~ estimated"));
        StringBuilder head = new StringBuilder(String.format("%-" + first + "s", ""));
        sites.forEach(site -> head.append(String.format(" %" + width(site) + "s", site)));
        lines.add(head.toString());
        sites.forEach(from -> {
            StringBuilder row = new StringBuilder(String.format("%-" + first + "s", from));
            sites.forEach(to -> row.append(' ').append(cell(from, to, coloured)));
            lines.add(row.toString().stripTrailing());
        });
        return lines;
    }

    private String cell(String from, String to, boolean coloured) {
        Cell cell = cells.get(from + " " + to);
        int width = width(to);
        if (cell == null) {
            return String.format("%" + width + "s", from.equals(to) ? "" : "·");
        }
        String text = String.format(Locale.ROOT, cell.value() < 10 ? "%s%.1f" : "%s%.0f", cell.estimated() ? "~" : "", cell.value());
        String padded = String.format("%" + width + "s", text);
        int shade = shade(cell.value());
        return coloured ? "\033[48;5;" + SHADES[shade] + ";38;5;" + (shade > DARK ? 231 : 16) + "m" + padded + "\033[0m" : padded;
    }

    private int shade(double value) {
        double least = Math.log(cells.values().stream().mapToDouble(Cell::value).filter(one -> one > 0).min().orElse(1));
        double most = Math.log(cells.values().stream().mapToDouble(Cell::value).max().orElse(1));
        if (value <= 0 || most - least < 1e-9) {
            return 0;
        }
        return (int) Math.round((Math.log(value) - least) / (most - least) * (SHADES.length - 1));
    }

    private static int width(String site) {
        return Math.max(6, site.length());
    }

    private static String site(String point) {
        String text = VisibleText.of(point);
        return text.substring(0, text.indexOf('.'));
    }
}
