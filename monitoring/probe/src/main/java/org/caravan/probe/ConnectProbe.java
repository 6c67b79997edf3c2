package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Takes an idle measurement with TCP handshakes, for paths on which echo requests are filtered. The sender connects from the source
 * address of the access point to a listener of Caravan, and its kernel measures the time. Samples are labelled {@code tcp connect}.
 */
final class ConnectProbe {

    static final String PROBE = "tcp connect";

    private static final double PAUSE_SECONDS = 0.2;

    /** Maximum time per handshake, s: the program gives up after 4 s. */
    private static final double LONGEST_SECONDS = PAUSE_SECONDS + 4;

    /** Bytes of SYN and SYN-ACK with options, ACK and RST, without IP headers. */
    private static final int TCP_BYTES = 40 + 40 + 32 + 20;

    private final Shell shell;
    private final Machines machines;
    private final Clock clock;
    private final FlowReceiver receiver;

    ConnectProbe(Shell shell, Machines machines, Clock clock, PortLeases ports) {
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
        this.receiver = new FlowReceiver(shell, machines, ports);
    }

    /** Throws {@link ProbeFault} if a machine has no Python, or the target has no free port. */
    ProbeResult take(IdleRtt order) {
        Instant startedAt = clock.instant();
        // Reuses the receiver of built-in flows, which runs as long as a flow of this length.
        LoadedFlow asFlow = new LoadedFlow(order.from(), order.to(), (int) Math.ceil(order.count() * LONGEST_SECONDS));
        List<String> lines = receiver.receive(asFlow, FlowTool.BUILT_IN, "", (flow, started) -> handshakes(order, flow))
                .sent();
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("rtt ")) {
                double rtt = Double.parseDouble(lines.get(i).substring(4));
                Instant sentAt = startedAt.plusMillis(Math.round(i * PAUSE_SECONDS * 1000));
                samples.add(new Sample(order.path(), Quantity.IDLE_RTT, rtt, sentAt, PROBE));
            }
        }
        double loss = 1 - samples.size() / (double) lines.size();
        Bytes sent = new Bytes((long) samples.size() * (TCP_BYTES + 4 * ipHeader(order)));
        samples.add(new Sample(order.path(), Quantity.LOSS, loss, startedAt, PROBE));
        Millis took = new Millis(Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()));
        return new ProbeResult(order, samples, sent, took);
    }

    private List<String> handshakes(IdleRtt order, Flow flow) {
        String command = String.format(Locale.ROOT, "LC_ALL=C python3 - connect %s %s %d %d %.1f",
                order.from().address(), order.to().address(), flow.port(), order.count(), PAUSE_SECONDS);
        CommandResult result = shell.run(machines.machine(order.from().machineId()), command, TcpProbeProgram.text(),
                Duration.ofMillis(Math.round(order.count() * LONGEST_SECONDS * 1000) + 10_000));
        List<String> lines = result.output().lines().toList();
        if (!result.succeeded() || lines.size() != order.count()) {
            throw new ProbeFault("Machine (" + order.from().machineId() + ") could not connect on path (" + order.path() + "): "
                    + TextRule.excerpt(result.errorOutput().strip(), 300) + ".\nMaybe install python3 there, or see whether it has address "
                    + order.from().address() + ".", null);
        }
        return lines;
    }

    private static int ipHeader(IdleRtt order) {
        return order.path().from().family() == IpFamily.IPV4 ? 20 : 40;
    }
}
