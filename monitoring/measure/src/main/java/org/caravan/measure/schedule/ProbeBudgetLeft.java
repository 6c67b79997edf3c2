package org.caravan.measure.schedule;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.unit.Bytes;

/**
 * Admits a probe if the budgets of both of its access links can afford it, and limits a flow to the remaining budget. Bytes of running
 * probes are reserved until the bytes really sent are recorded. Thread-safe.
 */
public final class ProbeBudgetLeft {

    /** Bytes on the wire per byte of payload: headers, acknowledgements and retransmissions. */
    static final double OVERHEAD = 1.1;

    /** Smallest useful flow, bytes. */
    private static final long LEAST_FLOW = 500_000;

    /** An ICMPv6 echo request and its reply, bytes. */
    private static final long ECHO_BYTES = 2 * 104;

    /** A measurement with outliers is repeated up to two times. */
    static final int MOST_PINGS = 3;

    private final LinkBudgets budgets;
    private final LinkVolume spending;
    private final Clock clock;
    private final SortedMap<AccessLink, Long> setAside = new TreeMap<>();

    /** @param spending records all bytes sent, also on links without a budget */
    public ProbeBudgetLeft(LinkBudgets budgets, LinkVolume spending, Clock clock) {
        this.budgets = budgets;
        this.spending = spending;
        this.clock = clock;
    }

    /** Allowance of a run without its own budget: only the budgets declared for access links apply. */
    public static ProbeBudgetLeft ofLines(Infrastructure infrastructure) {
        return new ProbeBudgetLeft(LinkBudgets.of(infrastructure, Optional.empty()), new LinkVolume(), Clock.systemUTC());
    }

    /**
     * The decision on an order.
     *
     * @param order the order as it may be executed; empty if the budget of a link is exhausted
     * @param spent the link whose budget is exhausted
     */
    public record Answer(Optional<ProbeOrder> order, Optional<AccessLink> spent) {}

    /** Decides whether an order may run. Each order in an answer must be passed to {@link #settle} afterwards. */
    public synchronized Answer ask(ProbeOrder order) {
        long least = leastBytes(order);
        long left = Long.MAX_VALUE;
        for (AccessLink link : AccessLink.of(order.path())) {
            long ofLink = left(link);
            if (ofLink < least) {
                return new Answer(Optional.empty(), Optional.of(link));
            }
            left = Math.min(left, ofLink);
        }
        ProbeOrder allowed = order instanceof LoadedFlow flow && left < Long.MAX_VALUE ? bounded(flow, left) : order;
        AccessLink.of(order.path()).forEach(link -> setAside.merge(link, aside(allowed), Long::sum));
        return new Answer(Optional.of(allowed), Optional.empty());
    }

    /** @param sent bytes that the probe sent; empty if it failed and the number is unknown */
    public synchronized void settle(ProbeOrder order, Optional<Bytes> sent, double seconds) {
        AccessLink.of(order.path()).forEach(link -> setAside.merge(link, -aside(order), Long::sum));
        Bytes bytes = sent.orElseGet(() -> new Bytes(Math.min(aside(order), unknown(order))));
        spending.add(clock.instant(), order.path(), bytes, order instanceof LoadedFlow ? seconds : 0);
    }

    /** Payload share of the given number of bytes on the wire. */
    static Bytes payload(long wireBytes) {
        return new Bytes(Math.round(wireBytes / OVERHEAD));
    }

    /** Bytes on the wire of an idle measurement, replies included, without repetitions. */
    static long idleBytes(int echoCount) {
        return echoCount * ECHO_BYTES;
    }

    private long left(AccessLink link) {
        Instant now = clock.instant();
        return budgets.of(link)
                .map(budget -> budget.bytes().value() - spending.bytes(link, now).value() - setAside.getOrDefault(link, 0L))
                .orElse(Long.MAX_VALUE);
    }

    private static LoadedFlow bounded(LoadedFlow flow, long left) {
        Bytes most = payload(left);
        return flow.atMost(flow.most().filter(own -> own.compareTo(most) <= 0).orElse(most));
    }

    private static long leastBytes(ProbeOrder order) {
        return order instanceof LoadedFlow ? LEAST_FLOW : aside(order);
    }

    private static long aside(ProbeOrder order) {
        if (order instanceof ProbeOrder.PacketTrains trains) {
            return trains.mostBytesRepeated();
        }
        return order instanceof ProbeOrder.IdleRtt idle
                ? MOST_PINGS * idleBytes(idle.count())
                : ((LoadedFlow) order).most().map(most -> Math.round(most.value() * OVERHEAD)).orElse(0L);
    }

    /** Bytes that a failed probe is assumed to have sent. */
    private static long unknown(ProbeOrder order) {
        if (order instanceof ProbeOrder.PacketTrains trains) {
            return trains.mostBytesRepeated();
        }
        return order instanceof LoadedFlow flow ? Math.round(FlowBudget.UNKNOWN_RATE / 8 * flow.seconds()) : 0;
    }
}
