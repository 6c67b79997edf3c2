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
 * Lets a probe begin where the budgets of both its access links afford it, and a flow go on for as long as they do. What is under way is set aside until it
 * has ended and its real bytes are entered. Safe for use by several threads.
 */
public final class ProbeAllowance {

    /** Headers, acknowledgements and what the kernel sends again. */
    static final double OVERHEAD = 1.1;

    /** With less a flow tells nothing. */
    private static final long LEAST_FLOW = 500_000;

    /** An echo request and its answer in IPv6. */
    private static final long ECHO_BYTES = 2 * 104;

    /** A wild measurement is asked again, up to two times. */
    private static final int MOST_PINGS = 3;

    private final LinkBudgets budgets;
    private final LinkSpending spending;
    private final Clock clock;
    private final SortedMap<AccessLink, Long> setAside = new TreeMap<>();

    /** @param spending where everything that is sent is entered, whether its links have budgets or not */
    public ProbeAllowance(LinkBudgets budgets, LinkSpending spending, Clock clock) {
        this.budgets = budgets;
        this.spending = spending;
        this.clock = clock;
    }

    /** Of a run that keeps no budget but those of the lines. */
    public static ProbeAllowance ofLines(Infrastructure infrastructure) {
        return new ProbeAllowance(LinkBudgets.of(infrastructure, Optional.empty()), new LinkSpending(), Clock.systemUTC());
    }

    /**
     * What may be sent of an order.
     *
     * @param order as it may be carried out; empty where a link is spent
     * @param spent the link that does not afford it
     */
    public record Answer(Optional<ProbeOrder> order, Optional<AccessLink> spent) {}

    /** Every order that is given out is to be {@link #settle}d. */
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

    /** @param sent by it; empty where it failed, so that nobody knows */
    public synchronized void settle(ProbeOrder order, Optional<Bytes> sent, double seconds) {
        AccessLink.of(order.path()).forEach(link -> setAside.merge(link, -aside(order), Long::sum));
        Bytes bytes = sent.orElseGet(() -> new Bytes(Math.min(aside(order), unknown(order))));
        spending.add(clock.instant(), order.path(), bytes, order instanceof LoadedFlow ? seconds : 0);
    }

    /** What of so many bytes on the wire is payload. */
    static Bytes payload(long wireBytes) {
        return new Bytes(Math.round(wireBytes / OVERHEAD));
    }

    /** On the wire, answers included, without asking again. */
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
        return order instanceof ProbeOrder.IdleRtt idle
                ? MOST_PINGS * idleBytes(idle.count())
                : ((LoadedFlow) order).most().map(most -> Math.round(most.value() * OVERHEAD)).orElse(0L);
    }

    /** What a failed probe is taken to have sent. */
    private static long unknown(ProbeOrder order) {
        return order instanceof LoadedFlow flow ? Math.round(AffordableFlows.UNKNOWN_RATE / 8 * flow.seconds()) : 0;
    }
}
