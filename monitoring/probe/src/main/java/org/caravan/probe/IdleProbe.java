package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Takes an idle measurement: one ping, with a sample per reply and one for the loss. A measurement with outliers is repeated. One
 * outlier does not become the 95th percentile (docs/decisions/latency-percentiles.md), but two in sixteen replies do.
 */
final class IdleProbe {

    private static final String PROBE = "ping";

    /**
     * Maximum number of pings. With three times sixteen replies the 95th percentile is the third largest, which two outliers do not
     * reach.
     */
    private static final int MOST_PINGS = 3;

    private final Shell shell;
    private final Machines machines;
    private final Clock clock;

    IdleProbe(Shell shell, Machines machines, Clock clock) {
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
    }

    ProbeResult take(IdleRtt order) {
        Instant startedAt = clock.instant();
        return after(order, ping(order), startedAt);
    }

    /** Continues after the first ping, which started at that time. */
    ProbeResult after(IdleRtt order, CommandResult first, Instant startedAt) {
        List<Sample> samples = new ArrayList<>();
        Bytes sent = new Bytes(0);
        for (int pings = 0; pings == 0 || pings < MOST_PINGS && wild(samples); pings++) {
            Instant pingedAt = pings == 0 ? startedAt : clock.instant();
            CommandResult result = pings == 0 ? first : ping(order);
            PingReport report = PingReport.parse(result.output()).orElseThrow(() -> fault(order, result));
            samples.addAll(rttSamples(order.path(), Quantity.IDLE_RTT, report, pingedAt, PROBE));
            samples.add(new Sample(order.path(), Quantity.LOSS, report.loss(), pingedAt, PROBE));
            sent = sent.plus(WireBytes.ofPing(order.path().from().family(), report));
        }
        Millis took = new Millis(Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()));
        return new ProbeResult(order, samples, sent, took);
    }

    private CommandResult ping(IdleRtt order) {
        return shell.run(
                machines.machine(order.from().machineId()),
                PingCommand.text(order.from(), order.to(), order.count()),
                PingCommand.longest(order.count()));
    }

    /**
     * Whether the 95th percentile (docs/decisions/latency-percentiles.md) exceeds twice the median plus 10 ms. Queues on an idle path
     * stay below that.
     */
    private static boolean wild(List<Sample> samples) {
        double[] rtts = samples.stream()
                .filter(sample -> sample.quantity() == Quantity.IDLE_RTT)
                .mapToDouble(Sample::value)
                .sorted()
                .toArray();
        return rtts.length > 0 && p95(rtts) > 2 * nearestRank(rtts, 0.5) + 10;
    }

    /** With three or more replies never the maximum: a single outlier does not cause a repetition. */
    private static double p95(double[] sorted) {
        return sorted.length < 3 ? nearestRank(sorted, 0.95) : Math.min(nearestRank(sorted, 0.95), sorted[sorted.length - 2]);
    }

    private static double nearestRank(double[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    /** Returns one sample per reply, at the sending time of its request as derived from the interval. */
    static List<Sample> rttSamples(PathId path, Quantity quantity, PingReport report, Instant startedAt, String probe) {
        return report.replies().stream()
                .map(reply -> new Sample(path, quantity, reply.rttMillis(), sentAt(startedAt, reply), probe))
                .toList();
    }

    private static Instant sentAt(Instant startedAt, PingReport.Reply reply) {
        return startedAt.plusMillis(Math.round((reply.sequence() - 1) * PingCommand.INTERVAL_SECONDS * 1000));
    }

    private static ProbeFault fault(IdleRtt order, CommandResult result) {
        String way = result.exitCode() == 127
                ? "install iputils-ping there"
                : "see whether it has address " + order.from().address() + " and may send echo requests";
        return new ProbeFault(
                "Machine (" + order.from().machineId() + ") could not ping on path (" + order.path() + "): "
                        + TextRule.excerpt(result.errorOutput().strip(), 300) + ".\nMaybe " + way + ".",
                null);
    }
}
