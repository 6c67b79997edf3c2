package org.caravan.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;

/**
 * Addresses of machines, as the machines report them.
 *
 * @param faults a message for each machine that could not be queried
 */
public record AddressInspection(MachineAddresses addresses, List<String> faults) {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final String COMMAND = "LC_ALL=C ip -o addr show up scope global";

    /** A line of {@code ip -o addr}: {@code 2: eth0    inet 10.7.88.10/24 brd …}. */
    private static final Pattern ADDRESS = Pattern.compile("^\\d+: \\S+\\s+inet6? ([0-9a-fA-F.:]+)/\\d+ .*$", Pattern.MULTILINE);

    public AddressInspection {
        faults = List.copyOf(faults);
    }

    /** Queries the vantage of every site that has one; adapters query the hosts. */
    public static AddressInspection ofVantages(Shell shell, Infrastructure infrastructure) {
        Map<String, List<String>> addresses = new TreeMap<>();
        List<String> faults = new ArrayList<>();
        for (Site site : infrastructure.sites()) {
            Machines.vantageOf(site).ifPresent(vantage -> {
                try {
                    addresses.put(vantage.id(), of(shell, vantage));
                } catch (ShellFault | ProbeFault fault) {
                    faults.add(fault.getMessage());
                }
            });
        }
        return new AddressInspection(MachineAddresses.of(addresses), faults);
    }

    private static List<String> of(Shell shell, Machine machine) {
        CommandResult result = shell.run(machine, COMMAND, LIMIT);
        if (!result.succeeded()) {
            throw new ProbeFault(
                    "Machine (" + machine.id() + ") did not report its addresses: " + TextRule.excerpt(result.errorOutput().strip(), 300)
                            + ".\nMaybe install iproute2 there.",
                    null);
        }
        return parse(result.output());
    }

    /** Returns usable addresses of global scope, without tentative, duplicate and deprecated ones. */
    static List<String> parse(String output) {
        return ADDRESS.matcher(output)
                .results()
                .filter(line -> !line.group().matches(".*\\b(tentative|dadfailed|deprecated)\\b.*"))
                .map(line -> line.group(1))
                .toList();
    }
}
