package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adaptation.Aggregate;

/** Aggregation of one metric: {@code mean(Load)}, {@code percentile(Delay, 0.95)}. */
record MetricAggregate(Aggregate by, String name) {

    private static final Pattern ONE_CALL = Pattern.compile(
            "\\s*([A-Za-z]\\w*)\\s*\\(\\s*([A-Za-z_][\\w.]*)\\s*(?:,\\s*([0-9]{0,9}\\.?[0-9]{1,9})\\s*)?\\)\\s*");
    private static final Map<String, Aggregate> AGGREGATES = Map.of("min", Aggregate.MIN, "max", Aggregate.MAX, "sum", Aggregate.SUM,
            "mean", Aggregate.MEAN,
            "avg", Aggregate.MEAN, "count", Aggregate.COUNT, "last", Aggregate.LAST);
    private static final Map<String, Aggregate> PERCENTILES = Map.of("0.5", Aggregate.P50, "5E+1", Aggregate.P50, "0.95", Aggregate.P95,
            "95", Aggregate.P95,
            "0.99", Aggregate.P99, "99", Aggregate.P99);

    /** Empty unless the whole formula is such a call. */
    static Optional<MetricAggregate> of(String formula) {
        Matcher call = ONE_CALL.matcher(formula);
        if (!call.matches()) {
            return Optional.empty();
        }
        String function = call.group(1).toLowerCase(Locale.ROOT);
        Optional<Aggregate> by = call.group(3) == null ? Optional.ofNullable(AGGREGATES.get(function))
                : Optional.ofNullable(PERCENTILES.get(new BigDecimal(call.group(3)).stripTrailingZeros().toString()))
                .filter(any -> function.equals("percentile"));
        return by.map(known -> new MetricAggregate(known, call.group(2)));
    }
}
