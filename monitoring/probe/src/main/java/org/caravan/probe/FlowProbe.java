package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/**
 * Takes a loaded measurement: a saturating flow and, after it has filled the queue, a concurrent ping. The flow is sent by
 * NetPerfMeter, or by the built-in program if NetPerfMeter is not installed.
 */
final class FlowProbe {

    private final Shell shell;
    private final Machines machines;
    private final Clock clock;
    private final String congestionControl;
    private final FlowToolChoice tools;
    private final FlowReceiver receiver;

    FlowProbe(Shell shell, Machines machines, Clock clock, String congestionControl, PortLeases ports) {
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
        this.congestionControl = congestionControl;
        this.tools = new FlowToolChoice(shell);
        this.receiver = new FlowReceiver(shell, machines, ports);
    }

    private record Sent(Flow flow, SenderReport report, int bufferLimit) {}

    ProbeResult take(LoadedFlow order) {
        Instant startedAt = clock.instant();
        FlowTool tool = tools.of(machines.machine(order.from().machineId()), machines.machine(order.to().machineId()));
        FlowReceiver.Received<Sent> received = receiver.receive(order, tool, congestionControl, this::send);
        Sent sent = received.sent();
        double wholeRate = sent.report().receivedRate().orElseThrow(() -> fault(order, "no byte of the flow arrived"));
        Instant echoesAt = startedAt.plusMillis(Math.round(sent.flow().quietSeconds() * 1000));
        List<Sample> samples = new ArrayList<>();
        samples.add(throughput(order, wholeRate, received.curve(), sent, startedAt));
        sent.report().ping().ifPresent(ping -> samples.addAll(IdleProbe.rttSamples(
                order.path(), Quantity.LOADED_RTT, ping, echoesAt, "ping during " + name(sent))));
        Millis took = new Millis(Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()));
        return new ProbeResult(order, samples, sentBytes(order, sent.report()), took);
    }

    private Sent send(Flow flow, ReceiverScript.Started started) {
        Machine machine = machines.machine(flow.order().from().machineId());
        CommandResult result = shell.run(machine, SenderScript.text(flow), flow.tool().input(), flow.shellLimit());
        SenderReport report = SenderReport.parse(result.output())
                .orElseThrow(() -> fault(flow.order(), "its script ended early: " + TextRule.excerpt(result.errorOutput().strip(), 300)));
        if (report.exitCode() != 0) {
            throw fault(flow.order(), flow.tool().probe() + " ended with " + report.exitCode() + ": " + report.log());
        }
        return new Sent(flow, report, Math.min(started.bufferLimit(), report.bufferLimit()));
    }

    private Sample throughput(
            LoadedFlow order, double wholeRate, ReceivedCurve curve, Sent sent, Instant startedAt) {
        OptionalDouble secondHalf = curve.secondHalfRate();
        String seenAs = curve.peer().filter(peer -> !peer.equals(order.from().address())).map(peer -> " seen as " + peer).orElse("");
        String name = name(sent) + (secondHalf.isPresent() ? "" : " with its start") + seenAs;
        return new Sample(order.path(), Quantity.THROUGHPUT, secondHalf.orElse(wholeRate), startedAt, name);
    }

    /** Includes the congestion control and a buffer that the kernel reduced, because both change the result. */
    private String name(Sent sent) {
        String buffer = sent.bufferLimit() < sent.flow().bufferBytes() ? " buffer " + sent.bufferLimit() : "";
        return sent.flow().tool().probe() + " " + congestionControl + buffer + (sent.report().cut() ? " ended by its budget" : "");
    }

    private static Bytes sentBytes(LoadedFlow order, SenderReport report) {
        Bytes flow = WireBytes.ofFlow(order.path().from().family(), report.receivedBytes());
        return report.ping()
                .map(ping -> WireBytes.ofPing(order.path().from().family(), ping).plus(flow))
                .orElse(flow);
    }

    private static ProbeFault fault(LoadedFlow order, String what) {
        return new ProbeFault(
                "The flow on path (" + order.path() + ") from (" + order.from().machineId() + ") to (" + order.to().machineId()
                        + ") failed: " + what + ".\nMaybe a firewall between them drops TCP to ports 9000 to 9191.",
                null);
    }

    /** Selects a flow tool that both machines have: NetPerfMeter, else the built-in program if both have Python. */
    static final class FlowToolChoice {

        private static final Duration LIMIT = Duration.ofSeconds(15);
        private static final String COMMAND =
                "for tool in python3 ss timeout ping; do command -v $tool >/dev/null || { echo $tool; exit 126; }; done";

        private final Shell shell;
        private final NetPerfMeterCheck netPerfMeter;
        private final Set<String> withPython = ConcurrentHashMap.newKeySet();

        FlowToolChoice(Shell shell) {
            this.shell = shell;
            this.netPerfMeter = new NetPerfMeterCheck(shell);
        }

        /** Throws {@link ProbeFault} if there is no common tool, or if a machine has an unsupported version of NetPerfMeter. */
        FlowTool of(Machine from, Machine to) {
            boolean senderHasIt = netPerfMeter.passes(from);
            boolean receiverHasIt = netPerfMeter.passes(to);
            if (senderHasIt && receiverHasIt) {
                return FlowTool.NETPERFMETER;
            }
            Machine without = senderHasIt ? to : from;
            for (Machine machine : List.of(from, to)) {
                builtInRunsOn(machine, without);
            }
            return FlowTool.BUILT_IN;
        }

        private void builtInRunsOn(Machine machine, Machine without) {
            if (withPython.contains(machine.id())) {
                return;
            }
            CommandResult result = shell.run(machine, COMMAND, LIMIT);
            if (!result.succeeded()) {
                String missing = result.output().strip();
                throw new ProbeFault(
                        "Machine (" + without.id() + ") has no netperfmeter, so no flow can be sent.\nMaybe install it: apt-get install"
                                + " netperfmeter; or, for our own flow, " + missing + " on machine (" + machine.id() + ").",
                        null);
            }
            withPython.add(machine.id());
        }
    }
}
