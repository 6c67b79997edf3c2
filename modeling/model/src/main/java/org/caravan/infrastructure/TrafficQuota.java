package org.caravan.infrastructure;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;

/**
 * Bytes that copies may send on an access link in a period, both IP versions together, before the link has less capacity until the next
 * period begins. Days and months are those of UTC.
 *
 * @param amount above 0; ISPs count in decimal units
 * @param max outbound capacity of the link once the amount is used, above 0
 */
public record TrafficQuota(Bytes amount, Period period, BitRate max) {

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
        if (amount.value() <= 0 || max.value() <= 0) {
            throw new IllegalArgumentException("a quota of traffic has bytes and a rate above 0: " + amount.value() + " B, " + max);
        }
    }

    /**
     * Equal part of one of several nodes behind the link, because nodes count for themselves: the parts of the amount together never exceed
     * it. Rates are not divided below 64 kbit/s.
     */
    public TrafficQuota part(int nodes) {
        int parts = Math.max(1, nodes);
        return new TrafficQuota(new Bytes(Math.max(1, amount.value() / parts)), period,
                new BitRate(Math.max(Math.min(LEAST_RATE, max.value()), max.value() / parts)));
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

    /** As models write it, for example {@code quota 10 GB/month then max 256 kbit/s}. */
    @Override
    public String toString() {
        return "quota " + words(amount.value()) + "/" + period.word() + " then max " + rate(max.value());
    }

    private static String words(long bytes) {
        return bytes % 1_000_000_000 == 0 ? bytes / 1_000_000_000 + " GB" : bytes % 1_000_000 == 0 ? bytes / 1_000_000 + " MB"
                : bytes + " B";
    }

    private static String rate(long bits) {
        return bits % 1_000_000 == 0 ? bits / 1_000_000 + " Mbit/s" : bits % 1_000 == 0 ? bits / 1_000 + " kbit/s" : bits + " bit/s";
    }
}
