package org.caravan.server.broker;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Options of a planning.
 *
 * @param without hosts to exclude, as if they were drained
 * @param proofSeconds time limit of the exact solver that proves the plan's quality, in s; 0: no proof
 * @param pinned whether an instance that can stay on its host stays there, even if another host is better
 */
public record PlanOrder(Set<String> without, int proofSeconds, boolean pinned) {

    /** All hosts, and no proof. */
    public static final PlanOrder PLAIN = new PlanOrder(Set.of(), 0);

    public PlanOrder {
        without = Set.copyOf(without);
    }

    /** All instances may move. */
    public PlanOrder(Set<String> without, int proofSeconds) {
        this(without, proofSeconds, false);
    }

    /** Replaces what cannot stay where it is, without a proof. */
    public static PlanOrder replacing(Set<String> without) {
        return new PlanOrder(without, 0, true);
    }

    /**
     * Reads the headers of a message, which may come from an earlier version.
     *
     * @param without encoded ids; null or empty for none
     * @param proof null for none
     * @param pinned null for false
     */
    public static PlanOrder of(String without, Integer proof, Boolean pinned) {
        Set<String> hosts = without == null || without.isEmpty() ? Set.of()
                : Arrays.stream(without.split(",")).map(host -> URLDecoder.decode(host, StandardCharsets.UTF_8))
                .collect(Collectors.toUnmodifiableSet());
        return new PlanOrder(hosts, proof == null ? 0 : proof, Boolean.TRUE.equals(pinned));
    }

    /**
     * Host ids, URL-encoded and separated by commas, because a requested id can contain any character. Ids of existing hosts are
     * unchanged by the encoding.
     */
    String codedWithout() {
        return without.stream().map(host -> URLEncoder.encode(host, StandardCharsets.UTF_8)).collect(Collectors.joining(","));
    }
}
