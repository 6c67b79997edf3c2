package org.caravan.infrastructure;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;

/**
 * Bytes that copies may send on an access link in a period, both IP versions together, before the link has less capacity or a higher price
 * until the next period begins. Days and months are those of UTC.
 *
 * <p>Stored plans have these components. They are not a {@link Then}, because plans of earlier versions have only a maximum.
 *
 * @param amount above 0; ISPs count in decimal units
 * @param max capacity of the link once the amount is used, above 0; empty if it stays
 * @param price price of each further GiB once the amount is used, above 0; empty if the link gets slower instead
 */
public record TrafficQuota(Bytes amount, Period period, Optional<BitRate> max, Optional<DataPrice> price) {

    /** Once the amount is used, a link is slower, or each further GiB costs more. */
    public sealed interface Then permits Max, Price {}

    /** @param rate outbound capacity of the link once the amount is used, above 0 */
    public record Max(BitRate rate) implements Then {

        public Max {
            if (rate.value() <= 0) {
                throw new IllegalArgumentException("a quota of traffic has a rate above 0: " + rate);
            }
        }
    }

    /** @param each price of each further GiB, in place of the egress price of the link; above 0. The capacity stays */
    public record Price(DataPrice each) implements Then {

        public Price {
            if (each.value() <= 0) {
                throw new IllegalArgumentException("a quota of traffic has a price above 0: " + each);
            }
        }
    }

    /** Begins at midnight, or at midnight of the first day of a month. */
    public enum Period {
        DAY,
        MONTH;

        /** As models and nodes write it: {@code day}. */
        public String word() {
            return this == DAY ? "day" : "month";
        }
    }

    /** In bit/s: every copy keeps that much, so parts are not smaller. */
    private static final long LEAST_RATE = 64_000;

    public TrafficQuota {
        if (amount.value() <= 0) {
            throw new IllegalArgumentException("a quota of traffic has bytes above 0: " + amount.value() + " B");
        }
        if (max.isPresent() == price.isPresent()) {
            throw new IllegalArgumentException("a quota of traffic has either a rate or a price: " + max + " and " + price);
        }
        max.ifPresent(Max::new);
        price.ifPresent(Price::new);
    }

    public TrafficQuota(Bytes amount, Period period, Then then) {
        this(amount, period, then instanceof Max max ? Optional.of(max.rate()) : Optional.empty(),
                then instanceof Price price ? Optional.of(price.each()) : Optional.empty());
    }

    /** With a lower capacity afterwards. @param max above 0 */
    public TrafficQuota(Bytes amount, Period period, BitRate max) {
        this(amount, period, Optional.of(max), Optional.empty());
    }

    /**
     * Equal part of one of several nodes behind the link, because nodes count for themselves: the parts of the amount together never exceed
     * it. Rates are not divided below 64 kbit/s, and prices are not divided.
     */
    public TrafficQuota part(int nodes) {
        int parts = Math.max(1, nodes);
        return new TrafficQuota(new Bytes(Math.max(1, amount.value() / parts)), period,
                max.map(rate -> new BitRate(Math.max(Math.min(LEAST_RATE, rate.value()), rate.value() / parts))), price);
    }

    /** Begin of the period that has this time. */
    public Instant begin(Instant at) {
        ZonedDateTime day = at.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS);
        return (period == Period.DAY ? day : day.withDayOfMonth(1)).toInstant();
    }

    /** When the period that has this time ends and the next one begins. */
    public Instant renewal(Instant at) {
        ZonedDateTime begin = begin(at).atZone(ZoneOffset.UTC);
        return (period == Period.DAY ? begin.plusDays(1) : begin.plusMonths(1)).toInstant();
    }

    /**
     * As models write it, for example {@code quota 10 GB/month then max 256 kbit/s} or {@code quota 100 GB/month then egress 0.09 EUR/GiB}.
     */
    @Override
    public String toString() {
        return "quota " + amountText() + " then "
                + max.map(most -> "max " + rate(most.value())).orElseGet(() -> "egress " + price.orElseThrow());
    }

    /** For example {@code 10 GB/month}. */
    public String amountText() {
        return words(amount.value()) + "/" + period.word();
    }

    private static String words(long bytes) {
        return bytes % 1_000_000_000 == 0 ? bytes / 1_000_000_000 + " GB" : bytes % 1_000_000 == 0 ? bytes / 1_000_000 + " MB"
                : bytes + " B";
    }

    private static String rate(long bits) {
        return bits % 1_000_000 == 0 ? bits / 1_000_000 + " Mbit/s" : bits % 1_000 == 0 ? bits / 1_000 + " kbit/s" : bits + " bit/s";
    }
}
