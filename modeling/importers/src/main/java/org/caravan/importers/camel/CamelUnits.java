package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.formula.Measure;
import org.caravan.formula.Units;

/** Maps CAMEL units to units of the language. Files name units by CAMEL's unit template or by similar words. */
final class CamelUnits {

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("milliseconds", "ms"), Map.entry("seconds", "s"), Map.entry("minutes", "min"), Map.entry("hours", "h"),
                    Map.entry("days", "day"),
            Map.entry("bytes", "B"), Map.entry("kilobytes", "KiB"), Map.entry("megabytes", "MiB"), Map.entry("gigabytes", "GiB"),
                    Map.entry("terabytes", "TiB"),
            Map.entry("bytespersecond", "B/s"), Map.entry("kilobytespersecond", "KiB/s"), Map.entry("megabytespersecond", "MiB/s"),
            Map.entry("gigabytespersecond", "GiB/s"), Map.entry("gigabytesperdays", "GB/day"), Map.entry("requests", "requests"),
            Map.entry("requestspersecond", "requests/s"), Map.entry("percentage", "%"), Map.entry("euros", "EUR"),
                    Map.entry("ratio", Value.PLAIN),
            Map.entry("instances", Value.PLAIN), Map.entry("cores", Value.PLAIN), Map.entry("simulations", Value.PLAIN),
                    Map.entry("transactions", Value.PLAIN));

    private static final Map<String, Integer> SECONDS = Map.of("seconds", 1, "minutes", 60, "hours", 3600, "days", 86_400, "weeks",
            604_800);

    private static final BigDecimal YEAR = new BigDecimal(31_536_000);

    private CamelUnits() {}

    /** @param unit with or without its models: {@code UnitTemplateCamelModel.UnitTemplateModel.Seconds} */
    static Optional<String> named(String unit) {
        return Optional.ofNullable(NAMES.get(last(unit)));
    }

    /** Time span above 0 and at most one year; empty if it is not valid. */
    static Optional<Double> seconds(String number, String unit) {
        if (!number.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            return Optional.empty();
        }
        BigDecimal factor = last(unit).equals("milliseconds") ? new BigDecimal("0.001")
                : new BigDecimal(SECONDS.getOrDefault(last(unit), 0));
        BigDecimal seconds = new BigDecimal(number).multiply(factor);
        return Optional.of(seconds).filter(span -> span.signum() > 0 && span.compareTo(YEAR) <= 0).map(BigDecimal::doubleValue);
    }

    /** Whether the unit is a unit of data. */
    static boolean data(String unit) {
        return Units.measure(unit).equals(Optional.of(Measure.DATA));
    }

    /** Bytes in one unit of data. */
    static long bytes(String unit) {
        return (long) Units.inBaseUnits("1", unit);
    }

    private static String last(String unit) {
        return Statement.lastSegment(unit).toLowerCase(Locale.ROOT);
    }
}
