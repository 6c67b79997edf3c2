package org.caravan.store;

import com.influxdb.query.FluxRecord;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.Moments;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;

/**
 * Converts samples and summaries to and from points of InfluxDB.
 *
 * <p>InfluxDB keeps one point per series and nanosecond, but samples of one series can share a time. The time of a point is therefore
 * the sample's time in whole microseconds, and its last three digits are the sample's number in the spool. They are the same for each
 * transmission of a sample, and distinct for up to a thousand samples per microsecond. The replaced digits of the sample's time are in
 * the field {@code nanos}.
 */
final class InfluxLine {

    static final String SAMPLE = "sample";
    static final String SUMMARY = "summary";

    /** Field that holds the whole summary; separate fields could be read in an inconsistent state. */
    static final String STATE = "state";

    private static final long MICRO = 1000;

    private InfluxLine() {}

    /** One quantity of one path. */
    record Series(PathId path, Quantity quantity) {

        static Series of(Sample sample) {
            return new Series(sample.path(), sample.quantity());
        }

        static Series of(FluxRecord point) {
            IpFamily family = IpFamily.valueOf(text(point, "family"));
            return new Series(
                    new PathId(
                            new AccessPoint(text(point, "from_site"), text(point, "from_isp"), family),
                            new AccessPoint(text(point, "to_site"), text(point, "to_isp"), family)),
                    Quantity.valueOf(text(point, "quantity")));
        }

        private Map<String, String> tags() {
            Map<String, String> tags = new LinkedHashMap<>();
            tags.put("family", path.from().family().name());
            tags.put("from_isp", path.from().ispId());
            tags.put("from_site", path.from().siteId());
            tags.put("quantity", quantity.name());
            tags.put("to_isp", path.to().ispId());
            tags.put("to_site", path.to().siteId());
            return tags;
        }

        private String inLine() {
            return tags().entrySet().stream().map(tag -> "," + tag.getKey() + "=" + escaped(tag.getValue())).collect(Collectors.joining());
        }

        /** Condition of a Flux filter that selects this series. */
        String condition() {
            return tags().entrySet().stream()
                    .map(tag -> "r." + tag.getKey() + " == \"" + quoted(tag.getValue()) + "\"")
                    .collect(Collectors.joining(" and "));
        }
    }

    static String of(Sample sample, long number) {
        long nanos = SampleTable.nanos(sample.takenAt());
        long time = Math.floorDiv(nanos, MICRO) * MICRO + Math.floorMod(number, MICRO);
        return SAMPLE + Series.of(sample).inLine() + " value=" + sample.value() + ",nanos=" + Math.floorMod(nanos, MICRO) + "i,probe=\""
                + quoted(sample.probe()) + "\" " + time;
    }

    /** Adds plain fields for dashboards to the state. */
    static String of(Series series, long start, Summary summary) {
        return SUMMARY + series.inLine() + " " + STATE + "=\"" + state(summary) + "\",mean=" + summary.moments().mean() + ",p95="
                + summary.statistic(series.path(), series.quantity()).p95() + ",least=" + summary.least() + ",greatest="
                + summary.greatest() + ",count=" + summary.moments().count() + "i " + Math.multiplyExact(start, 1_000_000_000L);
    }

    static Instant takenAt(FluxRecord point) {
        long time = SampleTable.nanos(point.getTime());
        return SampleTable.instant(Math.floorDiv(time, MICRO) * MICRO + ((Number) point.getValueByKey("nanos")).longValue());
    }

    static double value(FluxRecord point) {
        return ((Number) point.getValueByKey("value")).doubleValue();
    }

    static Summary summary(String state) {
        String[] parts = state.split(";", -1);
        return new Summary(
                new Moments(Long.parseLong(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2])),
                Double.parseDouble(parts[3]),
                Double.parseDouble(parts[4]),
                SampleTable.instant(Long.parseLong(parts[5])),
                Histogram.ofBytes(Base64.getDecoder().decode(parts[6])));
    }

    private static String state(Summary summary) {
        Moments moments = summary.moments();
        return moments.count() + ";" + moments.mean() + ";" + moments.squares() + ";" + summary.least() + ";" + summary.greatest() + ";"
                + SampleTable.nanos(summary.newest()) + ";" + Base64.getEncoder().encodeToString(summary.histogram().toBytes());
    }

    private static String text(FluxRecord point, String tag) {
        return String.valueOf(point.getValueByKey(tag));
    }

    private static String escaped(String tag) {
        return tag.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=").replace(" ", "\\ ");
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
