package org.caravan.probe;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;

/** Starts a receiver on a free port of the target, runs the sender, and stops the receiver whether the sender succeeds or fails. */
final class FlowReceiver {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Shell shell;
    private final Machines machines;
    private final PortLeases ports;

    FlowReceiver(Shell shell, Machines machines, PortLeases ports) {
        this.shell = shell;
        this.machines = machines;
        this.ports = ports;
    }

    /** A received flow: the result of the sender and the readings of the receiver. */
    record Received<T>(T sent, ReceivedCurve curve) {}

    <T> Received<T> receive(
            LoadedFlow order, FlowTool tool, String congestionControl, BiFunction<Flow, ReceiverScript.Started, T> send) {
        String machineId = order.to().machineId();
        Set<Integer> tried = new HashSet<>();
        Optional<Integer> port = ports.lease(machineId, tried);
        while (port.isPresent()) {
            Flow flow = new Flow(order, tool, port.get(), congestionControl);
            try {
                Optional<ReceiverScript.Started> started = start(flow);
                if (started.isPresent()) {
                    return receive(flow, started.get(), send);
                }
            } finally {
                ports.giveBack(machineId, flow.port());
            }
            tried.add(flow.port());
            port = ports.lease(machineId, tried);
        }
        throw new ProbeFault(
                "Machine (" + machineId + ") has no free port for a flow on path (" + order.path() + ").\n"
                        + "Maybe check which programs listen on ports 9000 to 9190 there.",
                null);
    }

    private <T> Received<T> receive(
            Flow flow, ReceiverScript.Started started, BiFunction<Flow, ReceiverScript.Started, T> send) {
        T sent;
        try {
            sent = send.apply(flow, started);
        } catch (RuntimeException failed) {
            endAfter(failed, flow, started);
            throw failed;
        }
        return new Received<>(sent, ReceivedCurve.parse(end(flow, started)));
    }

    /** Empty if another process uses the port. */
    private Optional<ReceiverScript.Started> start(Flow flow) {
        CommandResult result = shell.run(target(flow), ReceiverScript.start(flow), flow.tool().input(), LIMIT);
        if (result.exitCode() == ReceiverScript.PORT_TAKEN) {
            return Optional.empty();
        }
        return Optional.of(ReceiverScript.parse(result.output())
                .orElseThrow(() -> new ProbeFault(
                        "Machine (" + target(flow).id() + ") could not start " + flow.tool().probe() + " to receive on path ("
                                + flow.order().path() + "): " + TextRule.excerpt(result.errorOutput().strip(), 300) + ".\nMaybe "
                                + flow.tool().wayOut() + ".",
                        null)));
    }

    private String end(Flow flow, ReceiverScript.Started started) {
        return shell.run(target(flow), ReceiverScript.end(flow, started), LIMIT).output();
    }

    private void endAfter(RuntimeException failed, Flow flow, ReceiverScript.Started started) {
        try {
            end(flow, started);
        } catch (ShellFault unreachable) {
            // The receiver ends by its own time limit; the first failure is the one to report.
            failed.addSuppressed(unreachable);
        }
    }

    private Machine target(Flow flow) {
        return machines.machine(flow.order().to().machineId());
    }
}
