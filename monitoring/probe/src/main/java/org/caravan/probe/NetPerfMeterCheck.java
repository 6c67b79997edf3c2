package org.caravan.probe;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.measure.ProbeFault;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;

/**
 * Checks that a machine has NetPerfMeter 1.9. Version 2.0 changed its options, and both sides of a measurement need the same version.
 * NetPerfMeter has no option that prints its version; the check reads the package database and the usage text.
 */
final class NetPerfMeterCheck {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String SERIES = "1.9.";
    private static final String COMMAND = """
            command -v netperfmeter >/dev/null || exit 127
            for tool in ss timeout ping; do command -v $tool >/dev/null || { echo $tool; exit 126; }; done
            dpkg-query -W -f '${Version}' netperfmeter 2>/dev/null
            echo
            netperfmeter 2>&1 | head -n 1
            """;

    private final Shell shell;
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    NetPerfMeterCheck(Shell shell) {
        this.shell = shell;
    }

    /**
     * Whether the machine has NetPerfMeter; throws {@link ProbeFault} for an unsupported version or a missing tool. A machine that
     * passed is not checked again.
     */
    boolean passes(Machine machine) {
        if (passed.contains(machine.id())) {
            return true;
        }
        CommandResult result = shell.run(machine, COMMAND, LIMIT);
        if (result.exitCode() == 127) {
            return false;
        }
        if (result.exitCode() == 126) {
            throw fault(machine, "has no " + TextRule.excerpt(result.output().strip()),
                    "install iproute2, coreutils and iputils-ping there");
        }
        String refusal = refusal(result.output());
        if (!refusal.isEmpty()) {
            throw fault(machine, refusal, "install netperfmeter " + SERIES + "4 there, as on all other machines");
        }
        passed.add(machine.id());
        return true;
    }

    /** Returns why the version is unsupported; empty if it is supported. Checks the package version, if known, then the usage text. */
    static String refusal(String output) {
        String[] lines = output.split("\n", 2);
        String version = lines[0].strip();
        if (!version.isEmpty() && !version.startsWith(SERIES)) {
            return "has netperfmeter " + TextRule.excerpt(version) + " instead of " + SERIES + "4";
        }
        boolean usage = lines.length > 1 && lines[1].contains("{-control-over-tcp}");
        return usage ? "" : "has a netperfmeter that does not speak as " + SERIES + "4 does";
    }

    private static ProbeFault fault(Machine machine, String what, String way) {
        return new ProbeFault("Machine (" + machine.id() + ") " + what + ", so no flow can be sent.\nMaybe " + way + ".", null);
    }
}
