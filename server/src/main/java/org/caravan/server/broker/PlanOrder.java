package org.caravan.server.broker;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.Bandwidth;
import org.caravan.unit.BitRate;

/**
 * Options of a planning.
 *
 * @param without hosts to exclude, as if they were drained
 * @param proofSeconds time limit of the exact solver that proves the plan's quality, in s; 0: no proof
 * @param pinned whether an instance that can stay on its host stays there, even if another host is better
 * @param replicas number of replicas by component, for components whose number this order chooses; within the bounds of the model
 * @param renewed ids of instances ({@code web:1}) that get a new copy on their host
 * @param left hosts from which the instances move that keep no data
 * @param bandwidth bandwidth by copy ({@code web:1}), for copies whose bandwidth this order chooses
 */
public record PlanOrder(Set<String> without, int proofSeconds, boolean pinned, SortedMap<String, Integer> replicas,
        SortedMap<String, Bandwidth> bandwidth, Set<String> renewed, Set<String> left) {

    /** All hosts, and no proof. */
    public static final PlanOrder PLAIN = new PlanOrder(Set.of(), 0);

    public PlanOrder {
        without = Set.copyOf(without);
        replicas = new TreeMap<>(replicas);
        bandwidth = new TreeMap<>(bandwidth);
        renewed = Set.copyOf(renewed);
        left = Set.copyOf(left);
    }

    /** Renews no copy and leaves no host. */
    public PlanOrder(Set<String> without, int proofSeconds, boolean pinned, SortedMap<String, Integer> replicas,
            SortedMap<String, Bandwidth> bandwidth) {
        this(without, proofSeconds, pinned, replicas, bandwidth, Set.of(), Set.of());
    }

    /** Chooses no bandwidth. */
    public PlanOrder(Set<String> without, int proofSeconds, boolean pinned, SortedMap<String, Integer> replicas) {
        this(without, proofSeconds, pinned, replicas, new TreeMap<>());
    }

    /** All instances may move. */
    public PlanOrder(Set<String> without, int proofSeconds) {
        this(without, proofSeconds, false, new TreeMap<>());
    }

    /** Replaces what cannot stay where it is, without a proof. */
    public static PlanOrder replacing(Set<String> without) {
        return new PlanOrder(without, 0, true, new TreeMap<>());
    }

    /** Changes numbers of replicas; all instances that can stay do, on all hosts and without a proof. */
    public static PlanOrder scaling(Map<String, Integer> replicas) {
        return new PlanOrder(Set.of(), 0, true, new TreeMap<>(replicas));
    }

    /** Replaces one copy by a new one on its host; all other instances stay. */
    public static PlanOrder renewing(String instance) {
        return new PlanOrder(Set.of(), 0, true, new TreeMap<>(), new TreeMap<>(), Set.of(instance), Set.of());
    }

    /** Moves the instances away from a host that keep no data; all other instances stay. */
    public static PlanOrder leaving(String hostId) {
        return new PlanOrder(Set.of(), 0, true, new TreeMap<>(), new TreeMap<>(), Set.of(), Set.of(hostId));
    }

    /** This order with encoded instances and hosts, as {@link #codedRenewed} and {@link #codedLeft} write them; null or empty for none. */
    public PlanOrder with(String renewed, String left) {
        return new PlanOrder(without, proofSeconds, pinned, replicas, bandwidth, words(renewed), words(left));
    }

    private static Set<String> words(String coded) {
        return coded == null || coded.isEmpty() ? Set.of() : Arrays.stream(coded.split(","))
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8)).collect(Collectors.toUnmodifiableSet());
    }

    String codedRenewed() {
        return coded(renewed);
    }

    String codedLeft() {
        return coded(left);
    }

    private static String coded(Set<String> words) {
        return words.stream().map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8)).collect(Collectors.joining(","));
    }

    /** Changes the bandwidth of copies; all instances that can stay do, on all hosts and without a proof. */
    public static PlanOrder dividing(Map<String, Bandwidth> bandwidth) {
        return new PlanOrder(Set.of(), 0, true, new TreeMap<>(), new TreeMap<>(bandwidth));
    }

    /**
     * Reads the headers of a message, which may come from an earlier version.
     *
     * @param without encoded ids; null or empty for none
     * @param proof null for none
     * @param pinned null for false
     * @param replicas encoded numbers; null or empty for none
     * @param bandwidth encoded bandwidth; null or empty for none
     */
    public static PlanOrder of(String without, Integer proof, Boolean pinned, String replicas, String bandwidth) {
        Set<String> hosts = without == null || without.isEmpty() ? Set.of()
                : Arrays.stream(without.split(",")).map(host -> URLDecoder.decode(host, StandardCharsets.UTF_8))
                .collect(Collectors.toUnmodifiableSet());
        SortedMap<String, Integer> numbers = new TreeMap<>();
        if (replicas != null && !replicas.isEmpty()) {
            for (String one : replicas.split(",")) {
                numbers.put(one.substring(0, one.indexOf('=')), Integer.parseInt(one.substring(one.indexOf('=') + 1)));
            }
        }
        return new PlanOrder(hosts, proof == null ? 0 : proof, Boolean.TRUE.equals(pinned), numbers, decoded(bandwidth));
    }

    /**
     * Host ids, URL-encoded and separated by commas, because a requested id can contain any character. Ids of existing hosts are
     * unchanged by the encoding.
     */
    String codedWithout() {
        return without.stream().map(host -> URLEncoder.encode(host, StandardCharsets.UTF_8)).collect(Collectors.joining(","));
    }

    /** {@code web:1=20000000/-/3}: minimum, maximum and share of each copy, in bit/s. */
    String codedBandwidth() {
        return bandwidth.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue().min().value() + "/"
                + one.getValue().max().map(most -> Long.toString(most.value())).orElse("-") + "/" + one.getValue().share())
                .collect(Collectors.joining(","));
    }

    private static SortedMap<String, Bandwidth> decoded(String bandwidth) {
        SortedMap<String, Bandwidth> copies = new TreeMap<>();
        if (bandwidth != null && !bandwidth.isEmpty()) {
            for (String one : bandwidth.split(",")) {
                String[] rates = one.substring(one.indexOf('=') + 1).split("/");
                copies.put(one.substring(0, one.indexOf('=')), new Bandwidth(Double.parseDouble(rates[2]),
                        new BitRate(Long.parseLong(rates[0])),
                        rates[1].equals("-") ? Optional.empty() : Optional.of(new BitRate(Long.parseLong(rates[1])))));
            }
        }
        return copies;
    }

    /** {@code frontend=3,web=2}; names of components contain neither commas nor equals signs. */
    String codedReplicas() {
        return replicas.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).collect(Collectors.joining(","));
    }
}
