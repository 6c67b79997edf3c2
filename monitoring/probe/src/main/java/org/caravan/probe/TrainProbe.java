package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.unit.Millis;

/**
 * Estimates the throughput of a path with trains of UDP packets. The kernel of the receiver notes when each packet arrives; the rate of
 * the last two thirds of a train counts, because the first packets fill empty buffers. Each train is a sample, labelled
 * {@code packet train}, whose spread is the error. Traffic of others lowers the rate; an idle link is measured within some percent.
 */
final class TrainProbe {

    static final String PROBE = "packet train";

    /** Of each train: its sending, its queue on a link of 1 Mbit/s, and the question how much arrived. */
    private static final int SECONDS_PER_TRAIN = 10;

    private static final Pattern TRAIN = Pattern.compile("train (\\d{1,6}) (\\d{1,15})");

    private final Shell shell;
    private final Machines machines;
    private final Clock clock;
    private final FlowReceiver receiver;

    TrainProbe(Shell shell, Machines machines, Clock clock, PortLeases ports) {
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
        this.receiver = new FlowReceiver(shell, machines, ports);
    }

    /** Throws {@link ProbeFault} if a machine has no Python, the target has no free port, or too few packets arrive. */
    ProbeResult take(PacketTrains order) {
        Instant startedAt = clock.instant();
        // Reuses the receiver of flows, which ends by itself after that time.
        LoadedFlow asFlow = new LoadedFlow(order.from(), order.to(), order.trains() * SECONDS_PER_TRAIN);
        List<String> lines = receiver.receive(asFlow, FlowTool.TRAINS, "", (flow, started) -> sent(order, flow)).sent();
        IpFamily family = order.path().from().family();
        List<Sample> samples = lines.stream().map(TRAIN::matcher).filter(Matcher::matches)
                .map(train -> new Sample(order.path(), Quantity.THROUGHPUT,
                        WireBytes.payloadRate(family, Long.parseLong(train.group(2))), startedAt, PROBE))
                .filter(sample -> sample.value() > 0)
                .toList();
        if (samples.isEmpty()) {
            throw fault(order, "too few packets arrived", "a firewall between them drops UDP to ports 9000 to 9191");
        }
        Millis took = new Millis(Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()));
        return new ProbeResult(order, samples, WireBytes.ofTrains(family, (long) order.trains() * order.packets()), took);
    }

    private List<String> sent(PacketTrains order, Flow flow) {
        String command = String.format(Locale.ROOT, "LC_ALL=C python3 - train %s %s %d %d %d", order.from().address(), order.to().address(),
                flow.port(), order.trains(), order.packets());
        CommandResult result = shell.run(machines.machine(order.from().machineId()), command, TcpProbeProgram.text(), flow.shellLimit());
        if (!result.succeeded()) {
            throw fault(order, TextRule.excerpt(result.errorOutput().strip(), 300),
                    "install python3 on both, or let TCP and UDP to ports 9000"
                    + " to 9191 through");
        }
        return result.output().lines().toList();
    }

    private static ProbeFault fault(PacketTrains order, String what, String maybe) {
        return new ProbeFault("The packet trains on path (" + order.path() + ") from (" + order.from().machineId() + ") to ("
                + order.to().machineId() + ") failed: " + what + ".\nMaybe " + maybe + ".", null);
    }
}
