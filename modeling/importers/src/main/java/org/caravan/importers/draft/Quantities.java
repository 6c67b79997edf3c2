package org.caravan.importers.draft;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Parses amounts of other formats, rounded to the precision of the language; empty if out of range. */
public final class Quantities {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{0,9})?(?:[eE][0-9]{1,2})?)\\s*([A-Za-z]*)");
    private static final BigDecimal MOST_BYTES = new BigDecimal(1L << 50);
    private static final long MOST_MILLICORES = 1_024_000;

    /** Docker and Java use powers of 1024 regardless of case and suffix. */
    private static final Map<String, Integer> DOCKER = Map.of("", 0, "b", 0, "k", 1, "kb", 1, "m", 2, "mb", 2, "g", 3, "gb", 3, "t", 4,
            "tb", 4);

    private static final Map<String, BigDecimal> KUBERNETES = Map.of("", BigDecimal.ONE, "m", new BigDecimal("0.001"), "k",
            new BigDecimal("1e3"),
            "M", new BigDecimal("1e6"), "G", new BigDecimal("1e9"), "T", new BigDecimal("1e12"), "Ki", power(1), "Mi", power(2),
            "Gi", power(3), "Ti", power(4));

    private Quantities() {}

    /** {@code 512m}, {@code 1gb}, {@code 1073741824}. */
    public static Optional<Bytes> dockerBytes(String text) {
        return parsed(text).flatMap(number -> Optional.ofNullable(DOCKER.get(number.group(2).toLowerCase(Locale.ROOT)))
                .flatMap(power -> bytes(new BigDecimal(number.group(1)).multiply(power(power)))));
    }

    /** {@code 64Mi}, {@code 1G}, {@code 1e9}. */
    public static Optional<Bytes> kubernetesBytes(String text) {
        return kubernetes(text).flatMap(Quantities::bytes);
    }

    /** {@code 0.5}, {@code 2}. */
    public static Optional<MilliCores> cores(String text) {
        return parsed(text).filter(number -> number.group(2).isEmpty()).flatMap(number -> cores(new BigDecimal(number.group(1))));
    }

    /** {@code 250m}, {@code 0.5}. */
    public static Optional<MilliCores> kubernetesCores(String text) {
        return kubernetes(text).flatMap(Quantities::cores);
    }

    /** Rounded up to a whole byte; empty unless above 0 and at most 1 PiB. */
    public static Optional<Bytes> bytes(BigDecimal amount) {
        boolean within = amount.signum() > 0 && amount.compareTo(MOST_BYTES) <= 0;
        return within ? Optional.of(new Bytes(amount.setScale(0, RoundingMode.CEILING).longValueExact())) : Optional.empty();
    }

    /** Rounded up to a thousandth of a core; empty unless above 0 and at most 1024. */
    public static Optional<MilliCores> cores(BigDecimal cores) {
        BigDecimal thousandths = cores.movePointRight(3).setScale(0, RoundingMode.CEILING);
        boolean within = thousandths.signum() > 0 && thousandths.compareTo(new BigDecimal(MOST_MILLICORES)) <= 0;
        return within ? Optional.of(new MilliCores(thousandths.longValueExact())) : Optional.empty();
    }

    private static Optional<BigDecimal> kubernetes(String text) {
        return parsed(text).flatMap(number -> Optional.ofNullable(KUBERNETES.get(number.group(2)))
                .map(factor -> new BigDecimal(number.group(1)).multiply(factor)));
    }

    private static Optional<Matcher> parsed(String text) {
        Matcher number = NUMBER.matcher(text.strip());
        return number.matches() ? Optional.of(number) : Optional.empty();
    }

    private static BigDecimal power(int power) {
        return new BigDecimal(1L << (10 * power));
    }
}
