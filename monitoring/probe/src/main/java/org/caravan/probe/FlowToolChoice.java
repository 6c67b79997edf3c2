package org.caravan.probe;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.measure.ProbeFault;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Selects a flow tool that both machines have: NetPerfMeter, else the built-in program if both have Python. */
final class FlowToolChoice {

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
