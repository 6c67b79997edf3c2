package org.caravan.adapter.aws;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.caravan.unit.MonthlyCost;

/**
 * Public on-demand prices per region, from the table prices.tsv. It has one number per family, for the size {@code large}; in these
 * families the price is proportional to the size. A missing price is unknown, never zero.
 */
final class Prices {

    private static final double HOURS = 730;
    private static final Map<String, Double> SIZES =
            Map.of("nano", 1 / 16.0, "micro", 1 / 8.0, "small", 1 / 4.0, "medium", 1 / 2.0, "large", 1.0, "xlarge", 2.0);

    private final Map<String, Map<String, Double>> dollarsByFamilyAndRegion;

    private Prices(Map<String, Map<String, Double>> dollarsByFamilyAndRegion) {
        this.dollarsByFamilyAndRegion = dollarsByFamilyAndRegion;
    }

    static Prices read() {
        Map<String, Map<String, Double>> table = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Prices.class.getResourceAsStream("prices.tsv")), StandardCharsets.UTF_8))) {
            List<String[]> rows = lines.lines().filter(line -> !line.startsWith("#")).map(line -> line.split("\t")).toList();
            String[] regions = rows.get(0);
            for (String[] row : rows.subList(1, rows.size())) {
                Map<String, Double> prices = new HashMap<>();
                for (int column = 1; column < row.length; column++) {
                    if (!row[column].equals("-")) {
                        prices.put(regions[column], Double.parseDouble(row[column]));
                    }
                }
                table.put(row[0], prices);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the price table in the jar of Caravan cannot be read", e);
        }
        return new Prices(table);
    }

    /** Price of a month of 730 hours, without disk and traffic. */
    Optional<MonthlyCost> month(String region, String offer, double eurosPerDollar) {
        int dot = offer.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        Double large = dollarsByFamilyAndRegion.getOrDefault(offer.substring(0, dot), Map.of()).get(region);
        return large == null ? Optional.empty() : size(offer.substring(dot + 1))
                .map(size -> new MonthlyCost(Math.round(large * size * HOURS * eurosPerDollar * 100)));
    }

    private static Optional<Double> size(String name) {
        return name.matches("\\d{1,3}xlarge") ? Optional.of(2.0 * Integer.parseInt(name.replace("xlarge", "")))
                : Optional.ofNullable(SIZES.get(name));
    }
}
