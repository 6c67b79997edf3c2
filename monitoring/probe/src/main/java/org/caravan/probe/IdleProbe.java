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
import org.caravan.unit.Millis;

/** Takes an idle measurement: one ping, a sample per answer and one for the loss. */
final class IdleProbe {

    private static final String PROBE = "ping";

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
        CommandResult result = shell.run(
                machines.machine(order.from().machineId()),
                PingCommand.text(order.from(), order.to(), order.count()),
                PingCommand.longest(order.count()));
        PingReport report = PingReport.parse(result.output()).orElseThrow(() -> fault(order, result));
        List<Sample> samples = new ArrayList<>(rttSamples(order.path(), Quantity.IDLE_RTT, report, startedAt, PROBE));
        samples.add(new Sample(order.path(), Quantity.LOSS, report.loss(), startedAt, PROBE));
        Millis took = new Millis(Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()));
        return new ProbeResult(order, samples, WireBytes.ofPing(order.path().from().family(), report), took);
    }

    /** Each answer at the time its request was sent, as far as the interval tells. */
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
                        + result.errorOutput().strip() + ".\nMaybe " + way + ".",
                null);
    }
}
