package org.caravan.dsl.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** Dimension of a quantity with the units accepted in models. Amounts are exact decimal numbers. */
public enum Dimension {
    /** In bytes; binary units of IEC 80000-13. At most 1 PiB. */
    DATA(
            "an amount of data",
            new BigDecimal(1L << 50),
            Unit.of("B", "1"),
            Unit.of("KiB", "1024"),
            Unit.of("MiB", "1048576"),
            Unit.of("GiB", "1073741824"),
            Unit.of("TiB", "1099511627776")),
    /** In bytes per day; decimal units, as ISPs use. At most 1 TB/day. */
    DATA_PER_DAY(
            "an amount of data per day",
            new BigDecimal(1_000_000_000_000L),
            Unit.of("B/day", "1"),
            Unit.of("MB/day", "1000000"),
            Unit.of("GB/day", "1000000000")),
    /** In bytes per day or month, which the unit says; decimal units, as ISPs use. At most 1,000 TB/month. */
    DATA_PER_PERIOD(
            "an amount of data per day or month",
            new BigDecimal(1_000_000_000_000_000L),
            Unit.of("B/day", "1"),
            Unit.of("MB/day", "1000000"),
            Unit.of("GB/day", "1000000000"),
            Unit.of("GB/month", "1000000000"),
            Unit.of("MB/month", "1000000"),
            Unit.of("B/month", "1"),
            Unit.of("TB/month", "1000000000000")),
    /** In milliseconds. At most one day. */
    DURATION("a duration", new BigDecimal(86_400_000), Unit.of("ms", "1"), Unit.of("s", "1000")),
    /** In seconds. At most one year. */
    SPAN("a span of time", new BigDecimal(31_536_000), Unit.of("s", "1"), Unit.of("min", "60"), Unit.of("h", "3600"),
            Unit.of("day", "86400")),
    /** In requests per second. At most 10^9. */
    REQUEST_RATE("a rate of requests", new BigDecimal(1_000_000_000), Unit.of("requests/s", "1")),
    /** In bit/s; decimal units, as ISPs use. At most 1,000 Gbit/s. */
    BIT_RATE(
            "a rate of data",
            new BigDecimal(1_000_000_000_000L),
            Unit.of("bit/s", "1"),
            Unit.of("kbit/s", "1000"),
            Unit.of("Mbit/s", "1000000"),
            Unit.of("Gbit/s", "1000000000")),
    /** In cents of a euro per month. At most 10^9 euros. */
    MONTHLY_COST("a cost", new BigDecimal(100_000_000_000L), Unit.of("EUR/month", "100")),
    /** As a fraction of 1. At most 1. */
    SHARE("a share", BigDecimal.ONE, Unit.of("%", "0.01")),
    /** In watts. At most 100 kW. */
    POWER("a power", new BigDecimal(100_000), Unit.of("W", "1"), Unit.of("kW", "1000")),
    /** In millionths of a euro per GiB. At most 1,000 euros. */
    DATA_PRICE("a price of data", new BigDecimal(1_000_000_000L), Unit.of("EUR/GiB", "1000000")),
    /** In bytes per second; decimal units, as disk manufacturers use. At most 100 GB/s. */
    DISK_RATE("a rate of a disk", new BigDecimal(100_000_000_000L), Unit.of("kB/s", "1000"), Unit.of("MB/s", "1000000"),
            Unit.of("GB/s", "1000000000"));

    private record Unit(String name, BigDecimal factor) {
        static Unit of(String name, String factor) {
            return new Unit(name, new BigDecimal(factor));
        }
    }

    private final String title;
    private final BigDecimal maximum;
    private final List<Unit> units;
    private final List<String> unitNames;

    Dimension(String title, BigDecimal maximum, Unit... units) {
        this.title = title;
        this.maximum = maximum;
        this.units = List.of(units);
        this.unitNames = this.units.stream().map(Unit::name).toList();
    }

    /** With its article: {@code a duration}. */
    public String title() {
        return title;
    }

    /** Names of the accepted units, smallest first. */
    public List<String> units() {
        return unitNames;
    }

    /**
     * Amount in the base unit; empty if the unit is not one of {@link #units()}. Amounts of data in larger units are rounded to whole
     * bytes, because a value such as 1.8 KiB is approximate.
     */
    public Optional<BigDecimal> inBaseUnit(BigDecimal value, String unitName) {
        return units.stream()
                .filter(unit -> unit.name().equals(unitName))
                .map(unit -> rounded(unit, value.multiply(unit.factor())).stripTrailingZeros())
                .findFirst();
    }

    private BigDecimal rounded(Unit unit, BigDecimal amount) {
        boolean large = (data() || this == BIT_RATE) && unit.factor().compareTo(BigDecimal.ONE) > 0;
        return large ? amount.setScale(0, RoundingMode.HALF_UP) : amount;
    }

    /** Whether amounts must be whole numbers of base units, for example bytes or cents. */
    public boolean countsWhole() {
        return data() || this == BIT_RATE || this == MONTHLY_COST || this == DATA_PRICE;
    }

    private boolean data() {
        return this == DATA || this == DATA_PER_DAY || this == DATA_PER_PERIOD;
    }

    /** Largest amount allowed in a model, in the base unit; prevents overflow of sums. */
    public BigDecimal maximum() {
        return maximum;
    }

    /** {@link #maximum()} in the largest unit, as written in a model. */
    public String maximumText() {
        Unit largest = units.get(units.size() - 1);
        return maximum.divide(largest.factor()).toBigInteger() + " " + largest.name();
    }
}
