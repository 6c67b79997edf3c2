package org.caravan.turns;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.turns.Connection.Step;
import org.caravan.turns.Exchange.Link;

/**
 * Segments and exchanges of all links in order of time. A link that was captured at both ends counts where it is answered; the requests
 * that a component sends meanwhile count where it sends them, so that its own time contains no round trip.
 */
final class Timeline {

    private final TreeMap<Long, List<Passed>> segments = new TreeMap<>();
    private final TreeMap<Long, List<Exchange>> answered;
    private final TreeMap<Long, List<Exchange>> sent;

    private record Passed(Link link, Step step) {}

    /**
     * @param answered exchanges where they are answered
     * @param sent the same exchanges where they are sent
     */
    Timeline(List<Exchange> answered, List<Exchange> sent) {
        this.answered = byStart(answered);
        this.sent = byStart(sent);
    }

    private static TreeMap<Long, List<Exchange>> byStart(List<Exchange> exchanges) {
        return exchanges.stream().collect(Collectors.groupingBy(Exchange::start, TreeMap::new, Collectors.toList()));
    }

    void add(Connection connection) {
        connection.steps().forEach(step ->
                segments.computeIfAbsent(step.nanos(), unused -> new ArrayList<>(1)).add(new Passed(connection.link(), step)));
    }

    /**
     * What one sample does on one link.
     *
     * @param firstNanos time from the start of the sample to its first segment on the link
     * @param bytes payload in both directions
     * @param serviceNanos see {@link TurnReport.Hop}
     */
    record LinkUse(long firstNanos, int turns, long bytes, long serviceNanos) {}

    /** Links without a change of direction are left out: they carry exchanges for which the sample does not wait. */
    Map<Link, LinkUse> uses(Exchange sample) {
        Map<Link, List<Step>> passed = inside(segments, sample).flatMap(List::stream)
                .collect(Collectors.groupingBy(Passed::link, LinkedHashMap::new, Collectors.mapping(Passed::step, Collectors.toList())));
        List<Exchange> begun = inside(answered, sample).flatMap(List::stream).toList();
        List<Exchange> calls = inside(sent, sample).flatMap(List::stream).toList();
        Map<Link, LinkUse> uses = new LinkedHashMap<>();
        passed.forEach((link, steps) -> use(link, steps, begun, calls, sample.start()).ifPresent(use -> uses.put(link, use)));
        return uses;
    }

    private static <T> Stream<T> inside(TreeMap<Long, T> all, Exchange sample) {
        return all.subMap(sample.start(), true, sample.end(), true).values().stream();
    }

    private static Optional<LinkUse> use(Link link, List<Step> steps, List<Exchange> begun, List<Exchange> calls,
            long start) {
        int turns = (int) IntStream.range(1, steps.size()).filter(at -> steps.get(at).toServer() != steps.get(at - 1).toServer()).count();
        if (turns == 0) {
            return Optional.empty();
        }
        long bytes = steps.stream().mapToLong(step -> step.segment().length()).sum();
        List<Exchange> caused = calls.stream().filter(exchange -> exchange.link().from().equals(link.to())).toList();
        long service = begun.stream().filter(exchange -> exchange.link().equals(link)).mapToLong(exchange -> ownTime(exchange, caused))
                .sum();
        return Optional.of(new LinkUse(steps.get(0).nanos() - start, turns, bytes, service));
    }

    /**
     * From request to answer, without the time in which requests to others run.
     *
     * @param caused requests of the component that answers, in order of start
     */
    private static long ownTime(Exchange exchange, List<Exchange> caused) {
        long own = 0;
        long reached = exchange.asked();
        for (Exchange other : caused) {
            if (other.start() < exchange.answered() && other.end() > reached) {
                own += Math.max(0, other.start() - reached);
                reached = Math.min(other.end(), exchange.answered());
            }
        }
        return own + Math.max(0, exchange.answered() - reached);
    }
}
