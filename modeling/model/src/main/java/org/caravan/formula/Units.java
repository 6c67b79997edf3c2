package org.caravan.formula;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.unit.MonthlyCost;

/** Units allowed in formulas, each with its measure and its factor to base units. A month has 730 hours. */
public final class Units {

    private static final long DAY = 86_400;

    private record Unit(Measure measure, BigDecimal factor) {}

    private static final Map<String, Unit> ALL = all();

    private Units() {}

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /** @param unit null if there is no unit */
    public static Optional<Measure> measure(String unit) {
        return unit == null ? Optional.of(Measure.NUMBER) : Optional.ofNullable(ALL.get(unit)).map(Unit::measure);
    }

    /** @param unit a known unit, or null if there is no unit */
    public static double inBaseUnits(String number, String unit) {
        BigDecimal factor = unit == null ? BigDecimal.ONE : ALL.get(unit).factor();
        return new BigDecimal(number).multiply(factor).doubleValue();
    }

    private static Map<String, Unit> all() {
        Map<String, Unit> units = new LinkedHashMap<>();
        units.put("%", new Unit(Measure.NUMBER, new BigDecimal("0.01")));
        units.put("number", new Unit(Measure.NUMBER, BigDecimal.ONE));
        add(units, Measure.DURATION, Map.of("ms", "0.001", "s", "1", "min", "60", "h", "3600", "day", "86400"), "ms", "s", "min", "h",
                "day");
        Map<String, String> data = Map.of("B", "1", "KiB", "1024", "MiB", "1048576", "GiB", "1073741824", "TiB", "1099511627776", "MB",
                "1000000", "GB", "1000000000");
        add(units, Measure.DATA, data, "B", "KiB", "MiB", "GiB", "TiB", "MB", "GB");
        List.of("B", "KiB", "MiB", "GiB").forEach(unit -> units.put(unit + "/s",
                new Unit(Measure.DATA_RATE, new BigDecimal(data.get(unit)))));
        List.of("B", "MB", "GB").forEach(unit -> units.put(unit + "/day", new Unit(Measure.DATA_RATE, per(data.get(unit), DAY))));
        units.put("requests", new Unit(new Measure(0, 0, 1, 0), BigDecimal.ONE));
        units.put("requests/s", new Unit(Measure.REQUEST_RATE, BigDecimal.ONE));
        units.put("EUR", new Unit(new Measure(0, 0, 0, 1), new BigDecimal(100)));
        units.put("EUR/month", new Unit(Measure.COST, per("100", MonthlyCost.SECONDS_PER_MONTH)));
        return units;
    }

    private static void add(Map<String, Unit> units, Measure measure, Map<String, String> factors, String... names) {
        for (String name : names) {
            units.put(name, new Unit(measure, new BigDecimal(factors.get(name))));
        }
    }

    private static BigDecimal per(String amount, long seconds) {
        return new BigDecimal(amount).divide(BigDecimal.valueOf(seconds), MathContext.DECIMAL64);
    }
}
