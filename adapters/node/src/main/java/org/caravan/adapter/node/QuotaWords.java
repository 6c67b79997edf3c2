package org.caravan.adapter.node;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.infrastructure.TrafficQuota.Max;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.infrastructure.TrafficQuota.Price;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;

/**
 * A quota in files of the node, and what the node counted for it in the output of {@code usages.sh}. Bytes, bit/s, and seconds since 1970.
 * A quota line names the current period, whose own line has the total at its begin.
 *
 * <pre>
 *   quota  LINK BYTES      PERIOD THEN   TOTAL BEGIN
 *   quota  lte  1000000000 month  256000 81000 1780272000
 *   period LINK BEGIN      BASE OVER
 *   period lte  1780272000 500  0
 * </pre>
 *
 * THEN is the capacity once the quota is used, or {@code price:90000}, the price of each further GiB in millionths of a euro, which leaves
 * the capacity as it is.
 */
final class QuotaWords {

    private static final int QUOTA_WORDS = 7;
    private static final int PERIOD_WORDS = 5;

    private static final String PRICE = "price:";

    /** End of year 9999. */
    private static final long LAST = 253_402_300_799L;

    private QuotaWords() {}

    static String of(TrafficQuota quota) {
        return quota.amount().value() + " " + quota.period().word() + " " + quota.max().map(max -> Long.toString(max.value()))
                .orElseGet(() -> PRICE + quota.price().orElseThrow().value());
    }

    /** @throws IllegalArgumentException for words that {@link #of} does not write */
    static TrafficQuota quota(String bytes, String period, String then) {
        Period named = switch (period) {
            case "day" -> Period.DAY;
            case "month" -> Period.MONTH;
            default -> throw new IllegalArgumentException("no period: " + period);
        };
        return new TrafficQuota(new Bytes(Long.parseLong(bytes)), named, then.startsWith(PRICE)
                ? new Price(new DataPrice(Long.parseLong(then.substring(PRICE.length())))) : new Max(new BitRate(Long.parseLong(then))));
    }

    /** One of each link, the first. Skips what the script does not write, which must not hide the rest of the host. */
    static List<QuotaUse> read(List<String> lines) {
        List<String[]> all = lines.stream().map(line -> line.split(" ")).toList();
        Map<String, QuotaUse> uses = new LinkedHashMap<>();
        for (String[] words : all) {
            if (words.length == QUOTA_WORDS && words[0].equals("quota")) {
                try {
                    use(words, all.stream().filter(other -> other.length == PERIOD_WORDS && other[0].equals("period")
                            && other[1].equals(words[1])).toList()).ifPresent(use -> uses.putIfAbsent(use.ispId(), use));
                } catch (IllegalArgumentException wrong) {
                    continue;
                }
            }
        }
        return List.copyOf(uses.values());
    }

    private static Optional<QuotaUse> use(String[] words, List<String[]> periods) {
        Instant current = second(words[6]);
        Optional<String[]> here = periods.stream().filter(period -> second(period[2]).equals(current)).findFirst();
        TreeMap<Instant, Instant> earlier = new TreeMap<>();
        periods.stream().filter(period -> !second(period[2]).equals(current)).forEach(period ->
                over(period).ifPresent(at -> earlier.put(second(period[2]), at)));
        return here.map(period -> new QuotaUse(words[1], quota(words[2], words[3], words[4]), current,
                new Bytes(Math.max(0, Long.parseLong(words[5]) - Long.parseLong(period[3]))), over(period), earlier));
    }

    private static Optional<Instant> over(String[] period) {
        return period[4].equals("0") ? Optional.empty() : Optional.of(second(period[4]));
    }

    private static Instant second(String word) {
        long second = Long.parseLong(word);
        if (second < 0 || second > LAST) {
            throw new IllegalArgumentException("no second: " + second);
        }
        return Instant.ofEpochSecond(second);
    }
}
