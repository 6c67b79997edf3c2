package org.caravan.forecast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Start times of copies, estimated from completed starts: the median of the newest starts that are most similar, plus the transfer of the
 * image if the host does not have it. A median ignores single outliers; at least {@value #LEAST} starts are required where less similar
 * starts can answer instead.
 */
public final class StartTimes {

    /** Newest starts of one likeness that count, so that a faster or slower host is noticed soon. Odd: the median is then a sample. */
    public static final int REMEMBERED = 21;
    private static final int LEAST = 3;
    private static final double SLOW = 0.9;
    /** Shorter transfers measure the latency of the connection rather than its rate. */
    private static final long LEAST_BYTES = 256 * 1024;

    private final Map<String, List<Duration>> byLikeness = new HashMap<>();
    private final Map<String, List<Double>> bytesPerSecond = new HashMap<>();
    private final Set<String> present = new HashSet<>();

    /**
     * One completed start.
     *
     * @param form kind of the form, for example {@code container}
     * @param version digest of the content of the image; empty if unknown
     * @param took from the begin of the creation until the copy was ready; without the transfer of its image
     */
    public record Start(String form, String hostId, String hostType, String image, Optional<String> version, Duration took) {}

    /**
     * One completed transfer to a host.
     *
     * @param version digest of the content of the image; empty if unknown
     * @param bytes that were sent
     * @param took until the host had unpacked them
     */
    public record Transfer(String hostId, String image, Optional<String> version, long bytes, Duration took) {}

    /**
     * Content of an image for one architecture.
     *
     * @param version digest of the content
     * @param bytes to send to a host that does not have it
     */
    public record Content(String version, long bytes) {}

    /** The starts behind an estimate, most similar first. */
    public enum Basis {
        IMAGE_ON_HOST, IMAGE_ON_HOST_TYPE, FORM_ON_HOST, FORM_ON_HOST_TYPE;

        /** Whether all starts are of the image itself. */
        public boolean ofImage() {
            return this == IMAGE_ON_HOST || this == IMAGE_ON_HOST_TYPE;
        }
    }

    /**
     * @param median of the starts; without transfer
     * @param slow 90th percentile of the starts by nearest rank, so the largest of fewer than 10; not below the median; without transfer
     * @param starts number of starts behind both, 1 to {@value #REMEMBERED}
     * @param transfer of the image; zero if the host has this version of it, empty if its content or the rate is unknown
     */
    public record Estimate(Duration median, Duration slow, int starts, Basis basis, Optional<Duration> transfer) {

        /** Median with transfer; an unknown transfer counts as zero. */
        public Duration expected() {
            return median.plus(transfer.orElse(Duration.ZERO));
        }

        /** 90th percentile with transfer; an unknown transfer counts as zero. */
        public Duration late() {
            return slow.plus(transfer.orElse(Duration.ZERO));
        }
    }

    /**
     * @param starts newest first
     * @param transfers newest first
     */
    public StartTimes(Collection<Start> starts, Collection<Transfer> transfers) {
        starts.forEach(start -> {
            keys(start.form(), start.hostId(), start.hostType(), start.image()).forEach(key -> keep(byLikeness, key, start.took()));
            start.version().ifPresent(version -> present.add(there(start.hostId(), version)));
        });
        transfers.forEach(transfer -> {
            transfer.version().ifPresent(version -> present.add(there(transfer.hostId(), version)));
            if (transfer.bytes() >= LEAST_BYTES && transfer.took().toNanos() > 0) {
                keep(bytesPerSecond, transfer.hostId(), transfer.bytes() * 1e9 / transfer.took().toNanos());
            }
        });
    }

    private static <T> void keep(Map<String, List<T>> kept, String key, T value) {
        List<T> values = kept.computeIfAbsent(key, unused -> new ArrayList<>());
        if (values.size() < REMEMBERED) {
            values.add(value);
        }
    }

    /**
     * Estimate of a start; empty if no copy of this form has started on the host or on one of its type.
     *
     * @param content of the image for the host; empty if unknown
     */
    public Optional<Estimate> estimate(String form, String hostId, String hostType, String image, Optional<Content> content) {
        List<String> keys = keys(form, hostId, hostType, image).toList();
        return first(keys, LEAST).or(() -> first(keys, 1)).map(basis -> {
            List<Duration> sorted = byLikeness.get(keys.get(basis.ordinal())).stream().sorted().toList();
            Optional<Duration> transfer = content.flatMap(sent -> present.contains(there(hostId, sent.version()))
                    ? Optional.of(Duration.ZERO)
                    : rate(hostId).map(rate -> Duration.ofMillis(Math.round(sent.bytes() * 1_000 / rate))));
            return new Estimate(sorted.get(sorted.size() / 2), sorted.get((int) Math.ceil(SLOW * sorted.size()) - 1), sorted.size(), basis,
                    transfer);
        });
    }

    private Optional<Basis> first(List<String> keys, int least) {
        return Stream.of(Basis.values()).filter(basis -> byLikeness.getOrDefault(keys.get(basis.ordinal()), List.of()).size() >= least)
                .findFirst();
    }

    /** Median rate at which the host receives and unpacks images, in bytes per second; empty without a transfer long enough. */
    public Optional<Double> rate(String hostId) {
        return Optional.ofNullable(bytesPerSecond.get(hostId)).map(rates -> rates.stream().sorted().toList().get(rates.size() / 2));
    }

    /** In the order of {@link Basis}. */
    private static Stream<String> keys(String form, String hostId, String hostType, String image) {
        return Stream.of("host\n" + form + "\n" + hostId + "\n" + image, "type\n" + form + "\n" + hostType + "\n" + image,
                "host\n" + form + "\n" + hostId, "type\n" + form + "\n" + hostType);
    }

    private static String there(String hostId, String version) {
        return hostId + "\n" + version;
    }
}
