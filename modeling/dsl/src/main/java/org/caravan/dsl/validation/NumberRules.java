package org.caravan.dsl.validation;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.caravan.SloDeclaration;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Checks that a number has a unit of its property's dimension and a value in the allowed range. */
class NumberRules extends Rules {

    /** Maximum number of digits; keeps arithmetic cheap for any input. */
    private static final int LONGEST = 18;

    static final List<String> PERCENTILES = List.of("p50", "p95", "p99", "p99.9");

    private record Range(String code, String word, String least, String most, int decimals) {}

    record Measured(String word, Dimension dimension, boolean aboveZero) {}

    private static final Map<EStructuralFeature, Range> RANGES = Map.ofEntries(
            entry(Literals.FORM_DECLARATION__CPU, new Range("cpu-range", "cpu", "0.001", "1024", 3)),
            entry(Literals.FORM_DECLARATION__MOST_CPU, new Range("cpu-range", "cpu", "0.001", "1024", 3)),
            entry(Literals.FORM_DECLARATION__GPUS, new Range("gpu-range", "gpu", "1", "64", 0)),
            entry(Literals.HOST_TYPE_DECLARATION__GPUS, new Range("gpu-range", "gpu", "1", "64", 0)),
            entry(Literals.HOST_TYPE_DECLARATION__CORES, new Range("cores-range", "cores", "0.001", "1024", 3)),
            entry(Literals.ENDPOINT_DECLARATION__PORT, new Range("port-range", "port", "1", "65535", 0)),
            entry(Literals.HOST_DECLARATION__PORT, new Range("port-range", "port", "1", "65535", 0)),
            entry(Literals.COMPONENT_DECLARATION__REPLICAS, new Range("replicas-range", "replicas", "1", "99", 0)),
            entry(Literals.COMPONENT_DECLARATION__MOST_REPLICAS, new Range("replicas-range", "replicas", "1", "99", 0)),
            entry(Literals.COMPONENT_DECLARATION__PRIORITY, new Range("priority-range", "priority", "1", "100", 0)),
            entry(Literals.SCALE_ACTION__COUNT, new Range("count-range", "number", "1", "98", 0)),
            entry(Literals.RULE_DECLARATION__TIMES, new Range("times-range", "number", "2", "98", 0)),
            entry(Literals.ADAPTATION_DECLARATION__MOVES, new Range("limit-range", "moves-per-hour", "0", "10000", 0)),
            entry(Literals.ADAPTATION_DECLARATION__FLAPS, new Range("limit-range", "flap-budget", "0", "10000", 0)),
            entry(Literals.ADAPTATION_DECLARATION__UNAVAILABLE, new Range("limit-range", "unavailable-at-once", "0", "99", 0)),
            entry(Literals.ADAPTATION_DECLARATION__DISRUPTION, new Range("limit-range", "most-disruption", "0", "10000", 0)),
            entry(Literals.UTILITY_DECLARATION__WEIGHT, new Range("weight-range", "weight", "0.001", "1000000", 3)),
            entry(Literals.DATA_DECLARATION__REPLICAS, new Range("replicas-range", "replicas", "1", "99", 0)),
            entry(Literals.DATA_DECLARATION__MOST_REPLICAS, new Range("replicas-range", "replicas", "1", "99", 0)),
            entry(Literals.RENTAL_DECLARATION__COUNT, new Range("rental-range", "number of hosts", "1", "999", 0)),
            entry(Literals.VANTAGE_DECLARATION__PORT, new Range("port-range", "port", "1", "65535", 0)),
            entry(Literals.SECRET_DECLARATION__OWNER, new Range("owner-range", "owner", "0", "65535", 0)),
            entry(Literals.HTTP_READINESS__STATUS, new Range("status-range", "HTTP status", "100", "599", 0)),
            entry(Literals.HOP_DECLARATION__TURNS, new Range("turns-range", "turns", "1", "10000", 0)),
            entry(Literals.BANDWIDTH_DECLARATION__SHARE, new Range("share-range", "share", "0.001", "1000", 3)),
            entry(Literals.PREFERENCE_DECLARATION__WEIGHT, new Range("weight-range", "weight", "0.001", "1000000", 3)),
            entry(Literals.GOAL_DECLARATION__WEIGHT, new Range("weight-range", "weight", "0.001", "1000000", 3)),
            entry(Literals.HOST_TYPE_DECLARATION__IDLE_POWER, new Range("power-range", "idle power", "0", "100000", 3)),
            entry(Literals.QUOTA_DECLARATION__CORES, new Range("cores-range", "cores", "0.001", "1000000", 3)),
            entry(Literals.QUOTA_DECLARATION__HOSTS, new Range("quota-range", "number of hosts", "1", "9999", 0)),
            entry(Literals.SITE_DECLARATION__LATITUDE, new Range("position-range", "latitude", "-90", "90", 9)),
            entry(Literals.SITE_DECLARATION__LONGITUDE, new Range("position-range", "longitude", "-180", "180", 9)));

    static final Map<EStructuralFeature, Measured> MEASURED = Map.ofEntries(
            entry(Literals.FORM_DECLARATION__MEMORY, new Measured("memory", Dimension.DATA, true)),
            entry(Literals.FORM_DECLARATION__MOST_MEMORY, new Measured("memory", Dimension.DATA, true)),
            entry(Literals.HOST_TYPE_DECLARATION__MEMORY, new Measured("memory", Dimension.DATA, true)),
            entry(Literals.HOST_TYPE_DECLARATION__DISK, new Measured("disk", Dimension.DATA, true)),
            entry(Literals.HOST_TYPE_DECLARATION__PRICE, new Measured("price", Dimension.MONTHLY_COST, false)),
            entry(Literals.METRIC_DECLARATION__EVERY, new Measured("every", Dimension.SPAN, true)),
            entry(Literals.METRIC_DECLARATION__WINDOW, new Measured("window", Dimension.SPAN, true)),
            entry(Literals.ADAPTATION_DECLARATION__COOL_DOWN, new Measured("cool-down", Dimension.SPAN, true)),
            entry(Literals.RULE_DECLARATION__EVERY, new Measured("every", Dimension.SPAN, true)),
            entry(Literals.RULE_DECLARATION__HOLDS, new Measured("for", Dimension.SPAN, true)),
            entry(Literals.RULE_DECLARATION__SPAN, new Measured("span", Dimension.SPAN, true)),
            entry(Literals.RULE_DECLARATION__PAUSE, new Measured("pause", Dimension.SPAN, true)),
            entry(Literals.FORECAST_DECLARATION__SEASON, new Measured("season", Dimension.SPAN, true)),
            entry(Literals.FORECAST_DECLARATION__HORIZON, new Measured("horizon", Dimension.SPAN, true)),
            entry(Literals.DATA_DECLARATION__SIZE, new Measured("size", Dimension.DATA, true)),
            entry(Literals.ISP_DECLARATION__PROBE_BUDGET, new Measured("probe budget", Dimension.DATA_PER_DAY, true)),
            entry(Literals.BANDWIDTH_DECLARATION__MIN, new Measured("min", Dimension.BIT_RATE, false)),
            entry(Literals.BANDWIDTH_DECLARATION__MAX, new Measured("max", Dimension.BIT_RATE, true)),
            entry(Literals.RESERVE_ACTION__RATE, new Measured("rate", Dimension.BIT_RATE, false)),
            entry(Literals.RESERVE_ACTION__MOST, new Measured("upper bound", Dimension.BIT_RATE, true)),
            entry(Literals.ISP_DECLARATION__UPLINK, new Measured("uplink", Dimension.BIT_RATE, true)),
            entry(Literals.ISP_DECLARATION__DOWNLINK, new Measured("downlink", Dimension.BIT_RATE, true)),
            entry(Literals.ISP_DECLARATION__QUOTA, new Measured("quota", Dimension.DATA_PER_PERIOD, true)),
            entry(Literals.ISP_DECLARATION__THEN, new Measured("max", Dimension.BIT_RATE, true)),
            entry(Literals.ISP_DECLARATION__EXCESS, new Measured("egress after the quota", Dimension.DATA_PRICE, true)),
            entry(Literals.ISP_DECLARATION__EGRESS, new Measured("egress", Dimension.DATA_PRICE, false)),
            entry(Literals.HOP_DECLARATION__BYTES, new Measured("bytes", Dimension.DATA, false)),
            entry(Literals.HOP_DECLARATION__TAIL_BYTES, new Measured("bytes", Dimension.DATA, true)),
            entry(Literals.HOP_DECLARATION__SERVICE_TIME, new Measured("service-time", Dimension.DURATION, false)),
            entry(Literals.HOP_DECLARATION__TAIL_SERVICE_TIME, new Measured("service-time", Dimension.DURATION, true)),
            entry(Literals.HOP_DECLARATION__HITS, new Measured("cached", Dimension.SHARE, true)),
            entry(Literals.HOP_DECLARATION__STALE, new Measured("stale", Dimension.SPAN, true)),
            entry(Literals.COMPONENT_DECLARATION__CAPACITY, new Measured("capacity", Dimension.REQUEST_RATE, true)),
            entry(Literals.USERS_DECLARATION__RATE, new Measured("rate", Dimension.REQUEST_RATE, true)),
            entry(Literals.APPLICATION_DECLARATION__ROBUSTNESS, new Measured("robustness", Dimension.SHARE, false)),
            entry(Literals.SHARE_DECLARATION__SHARE, new Measured("share", Dimension.SHARE, true)),
            entry(Literals.SLO_DECLARATION__LIMIT, new Measured("latency limit", Dimension.DURATION, true)),
            entry(Literals.QUOTA_DECLARATION__MEMORY, new Measured("memory", Dimension.DATA, true)),
            entry(Literals.FORM_DECLARATION__DISK, new Measured("disk", Dimension.DATA, true)),
            entry(Literals.FORM_DECLARATION__STARTUP, new Measured("startup", Dimension.SPAN, true)),
            entry(Literals.HOST_TYPE_DECLARATION__STARTUP, new Measured("startup", Dimension.SPAN, true)),
            entry(Literals.HOST_TYPE_DECLARATION__FULL_POWER, new Measured("full power", Dimension.POWER, true)),
            entry(Literals.BENCH_DECLARATION__CPU, new Measured("cpu bench", Dimension.SPAN, true)),
            entry(Literals.BENCH_DECLARATION__DISK, new Measured("disk bench", Dimension.DISK_RATE, true)),
            entry(Literals.LIMIT_DECLARATION__MOST, new Measured("cost limit", Dimension.MONTHLY_COST, false)));

    @Check
    void numberInRange(EObject part) {
        for (EStructuralFeature feature : part.eClass().getEAllStructuralFeatures()) {
            Range range = RANGES.get(feature);
            if (range != null && part.eGet(feature) != null) {
                checkRange(part, feature, range, part.eGet(feature).toString());
            }
        }
    }

    private void checkRange(EObject part, EStructuralFeature feature, Range range, String written) {
        BigDecimal least = new BigDecimal(range.least());
        BigDecimal most = new BigDecimal(range.most());
        String problem = null;
        if (written.length() > LONGEST) {
            problem = "has more than " + LONGEST + " characters";
        } else {
            BigDecimal value = new BigDecimal(written);
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
                problem = "is not " + least + " to " + most;
            } else if (value.stripTrailingZeros().scale() > range.decimals()) {
                problem = range.decimals() == 0 ? "is not a whole number" : "has more than " + range.decimals() + " decimals";
            } else if (range.decimals() == 0 && written.contains(".")) {
                problem = "is not written as a whole number";
            }
        }
        if (problem != null) {
            String message = capital(range.word()) + " " + written + " of " + Owner.of(part) + " " + problem + ".";
            reject(range.code(), message, "use a number from " + least + " to " + most + ".", part, feature);
        }
    }

    @Check
    void percentileInRange(SloDeclaration slo) {
        String written = slo.getPercentile();
        boolean good = written != null && written.matches("p[0-9]{1,2}(\\.[0-9]{1,6})?") && !written.matches("p[0.]+");
        if (written != null && !good) {
            String message = "Percentile " + written + " of " + Owner.of(slo) + " is not p and a number above 0 and below 100.";
            reject("percentile-range", message, "use one of " + Suggestion.listed(PERCENTILES) + ".", PERCENTILES, slo,
                    Literals.SLO_DECLARATION__PERCENTILE, -1);
        }
    }

    @Check
    void quantityHasUnit(Quantity quantity) {
        Measured measured = MEASURED.get(quantity.eContainingFeature());
        if (measured == null || quantity.getValue() == null || RangeRules.unitFollows(quantity)) {
            return;
        }
        String what = capital(measured.word()) + " " + quantity.getValue();
        String whose = " of " + Owner.of(quantity.eContainer());
        var units = measured.dimension().units();
        if (quantity.getUnit() == null) {
            String message = what + whose + " has no unit.";
            String suggestion = "write " + quantity.getValue() + " " + likeliest(units) + "; accepted: " + Suggestion.listed(units) + ".";
            List<String> replacements = Stream.concat(Stream.of(likeliest(units)), units.stream()).distinct()
                    .map(unit -> quantity.getValue() + " " + unit).toList();
            reject("missing-unit", message, suggestion, replacements, quantity, Literals.QUANTITY__VALUE, -1);
        } else if (!units.contains(quantity.getUnit())) {
            String message = what + " " + quantity.getUnit() + whose + " is not " + measured.dimension().title() + ".";
            String suggestion = Suggestion.useOneOf(quantity.getUnit(), units) + ".";
            reject("unknown-unit", message, suggestion, Suggestion.closest(quantity.getUnit(), units), quantity, Literals.QUANTITY__UNIT,
                    -1);
        } else {
            checkAmount(quantity, measured, what + " " + quantity.getUnit() + whose);
        }
    }

    private void checkAmount(Quantity quantity, Measured measured, String what) {
        Dimension dimension = measured.dimension();
        if (quantity.getValue().length() > LONGEST) {
            reject("quantity-range", what + " has more than " + LONGEST + " characters.", most(dimension), quantity,
                    Literals.QUANTITY__VALUE);
            return;
        }
        BigDecimal amount =
                dimension.inBaseUnit(new BigDecimal(quantity.getValue()), quantity.getUnit()).orElseThrow();
        if (amount.signum() == 0 && measured.aboveZero()) {
            reject("quantity-range", what + " is not above zero.", "use a number above 0.", quantity, Literals.QUANTITY__VALUE);
        } else if (amount.compareTo(dimension.maximum()) > 0) {
            reject("quantity-range", what + " is above " + dimension.maximumText() + ".", most(dimension), quantity,
                    Literals.QUANTITY__VALUE);
        } else if (dimension.countsWhole() && amount.scale() > 0) {
            String smallest = switch (dimension) {
                case MONTHLY_COST -> "cents";
                case BIT_RATE -> "bit/s";
                case DATA_PRICE -> "millionths of a euro";
                default -> "bytes";
            };
            String message = what + " is not a whole number of " + smallest + ".";
            reject("quantity-range", message, "round it to whole " + smallest + ".", quantity, Literals.QUANTITY__VALUE);
        }
    }

    private static String most(Dimension dimension) {
        return "use at most " + dimension.maximumText() + ".";
    }

    /** The middle unit of the list, because MiB is meant more often than B or TiB. */
    private static String likeliest(List<String> units) {
        return units.get((units.size() - 1) / 2);
    }
}
