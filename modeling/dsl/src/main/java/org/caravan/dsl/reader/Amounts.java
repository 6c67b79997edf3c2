package org.caravan.dsl.reader;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import org.caravan.adaptation.Action;
import org.caravan.application.Hop;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.caravan.unit.RequestRate;

/** Converts validated quantities into typed amounts. */
final class Amounts {

    private Amounts() {}

    /** @param count may be null: no GPU @param vendor may be null */
    static Optional<Gpus> gpus(String count, String vendor) {
        return Optional.ofNullable(count).map(number -> new Gpus(Integer.parseInt(number),
                Optional.ofNullable(vendor).map(word -> GpuVendor.valueOf(word.toUpperCase(Locale.ROOT)))));
    }

    static Bytes bytes(Quantity quantity) {
        return new Bytes(amount(quantity, Dimension.DATA).longValueExact());
    }

    /** @param most supplies the unit if the lower bound has none, as in {@code 128..512 MiB}; may be null */
    static Bytes least(Quantity quantity, Quantity most) {
        String unit = quantity.getUnit() == null && most != null ? most.getUnit() : quantity.getUnit();
        return new Bytes(Dimension.DATA.inBaseUnit(new BigDecimal(quantity.getValue()), unit).orElseThrow().longValueExact());
    }

    /** @param tail 95th percentile, which supplies the unit if the mean has none; null for the same time for each request */
    static Hop.Service service(Quantity mean, Quantity tail) {
        String unit = mean.getUnit() == null && tail != null ? tail.getUnit() : mean.getUnit();
        Millis typical = new Millis(Dimension.DURATION.inBaseUnit(new BigDecimal(mean.getValue()), unit).orElseThrow().doubleValue());
        return tail == null ? new Hop.Service(typical) : new Hop.Service(typical, millis(tail));
    }

    static Bytes bytesPerDay(Quantity quantity) {
        return new Bytes(amount(quantity, Dimension.DATA_PER_DAY).longValueExact());
    }

    static BitRate bitRate(Quantity quantity) {
        return new BitRate(amount(quantity, Dimension.BIT_RATE).longValueExact());
    }

    /** @param least number in the unit of {@code most} */
    static Action.Reserve.Bounds bounds(String least, Quantity most) {
        return new Action.Reserve.Bounds(new BitRate(Dimension.BIT_RATE.inBaseUnit(new BigDecimal(least), most.getUnit()).orElseThrow()
                .longValueExact()), bitRate(most));
    }

    /** The unit says the period: {@code 10 GB/month}. @param max null if the quota has a price afterwards */
    static TrafficQuota quota(Quantity quantity, Quantity max, Quantity price) {
        return new TrafficQuota(new Bytes(amount(quantity, Dimension.DATA_PER_PERIOD).longValueExact()),
                quantity.getUnit().endsWith("/day") ? TrafficQuota.Period.DAY : TrafficQuota.Period.MONTH,
                max == null ? new TrafficQuota.Price(dataPrice(price)) : new TrafficQuota.Max(bitRate(max)));
    }

    static DataPrice dataPrice(Quantity quantity) {
        return new DataPrice(amount(quantity, Dimension.DATA_PRICE).longValueExact());
    }

    static Millis millis(Quantity quantity) {
        return new Millis(amount(quantity, Dimension.DURATION).doubleValue());
    }

    static Millis span(Quantity quantity) {
        return new Millis(seconds(quantity) * 1_000);
    }

    static double seconds(Quantity quantity) {
        return amount(quantity, Dimension.SPAN).doubleValue();
    }

    static double bytesPerSecond(Quantity quantity) {
        return amount(quantity, Dimension.DISK_RATE).doubleValue();
    }

    static RequestRate rate(Quantity quantity) {
        return new RequestRate(amount(quantity, Dimension.REQUEST_RATE).doubleValue());
    }

    static MonthlyCost cost(Quantity quantity) {
        return new MonthlyCost(amount(quantity, Dimension.MONTHLY_COST).longValueExact());
    }

    /** @param idle number in the unit of {@code full} */
    static HostPower power(String idle, Quantity full) {
        return new HostPower(
                Dimension.POWER.inBaseUnit(new BigDecimal(idle), full.getUnit()).orElseThrow().doubleValue(),
                        amount(full, Dimension.POWER).doubleValue());
    }

    static double share(Quantity quantity) {
        return amount(quantity, Dimension.SHARE).doubleValue();
    }

    static MilliCores cores(String number) {
        return new MilliCores(new BigDecimal(number).movePointRight(3).setScale(0, RoundingMode.UNNECESSARY).longValueExact());
    }

    private static BigDecimal amount(Quantity quantity, Dimension dimension) {
        return dimension.inBaseUnit(new BigDecimal(quantity.getValue()), quantity.getUnit()).orElseThrow();
    }
}
