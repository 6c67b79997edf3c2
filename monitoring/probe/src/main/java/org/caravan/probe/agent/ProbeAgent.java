package org.caravan.probe.agent;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.schedule.RecurringProbe;
import org.caravan.probe.Machines;
import org.caravan.probe.agent.AgentSync.Receipt;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;

/**
 * Probe agents, which continue to measure on machines while the server is unreachable. Nothing is installed: a visit, which is one
 * synchronisation over SSH, stores a POSIX shell script and its orders in the home directory of the login user. The script sends pings
 * only after a time without visits, and ends by itself.
 *
 * <pre>
 *   visit ──▶ orders, acknowledged results are deleted ──▶ numbered results ──▶ stored by the server ──▶ receipt at the next visit
 * </pre>
 *
 * <p>An agent deletes a result only after it has its receipt. A result has the same id for each fetch. A store that accepts each id
 * once therefore has each result once, even if a process is killed in between. Methods throw {@link ProbeFault} if a machine cannot be
 * visited.
 */
public final class ProbeAgent {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Exit codes of the script of a visit. */
    private static final int BUSY = 75;
    private static final int MISSING_TOOL = 127;

    private final Shell shell;
    private final Clock clock;
    private final Machines machines;
    private final String owner;
    private final ProbeAgentSettings settings;
    private final AgentResultReader fetched;

    /** @param owner owner of the agents, letters and digits; it separates the agents of several servers */
    public ProbeAgent(Shell shell, Clock clock, Infrastructure infrastructure, String owner, ProbeAgentSettings settings) {
        this.shell = shell;
        this.clock = clock;
        this.machines = new Machines(infrastructure);
        this.owner = owner;
        this.settings = settings;
        this.fetched = new AgentResultReader(infrastructure);
    }

    /**
     * Fetches results, and gives the agent its orders for a time without visits.
     *
     * @param receipt receipt of the last visit, whose results are stored; empty if this server knows of no earlier visit
     * @param known clock of the machine; the agent keeps it until the next visit
     */
    public AgentSync visit(String machineId, List<RecurringProbe> orders, Optional<Receipt> receipt, Optional<SiteClock> known) {
        return call(machines.machine(machineId), AgentSyncText.goingOn(folder(machineId), settings, orders, receipt, known));
    }

    /** Fetches results without new orders; an active agent continues with its current orders. */
    public AgentSync fetch(String machineId, Optional<Receipt> receipt) {
        return call(machines.machine(machineId), AgentSyncText.fetching(folder(machineId), settings, receipt));
    }

    /** Fetches the remaining results; removes the agent when there are none. */
    public AgentSync end(String machineId, Optional<Receipt> receipt) {
        return call(machines.machine(machineId), AgentSyncText.ending(folder(machineId), settings, receipt));
    }

    /** The name contains the machine id, because machines may share a home directory. */
    private String folder(String machineId) {
        return "lookout-" + owner + "-" + machineId;
    }

    private AgentSync call(Machine machine, String script) {
        Instant asked = clock.instant();
        CommandResult result;
        try {
            result = shell.run(machine, script, LIMIT);
        } catch (ShellFault fault) {
            throw new ProbeFault("The probe agent at machine (" + machine.id() + ") was not visited: " + fault.getMessage(), fault);
        }
        if (!result.succeeded()) {
            throw new ProbeFault("The probe agent at machine (" + machine.id() + ") was not visited: "
                    + TextRule.excerpt(result.errorOutput().strip(), 300)
                    + ".\nMaybe " + advice(result.exitCode()), null);
        }
        try {
            return read(machine, result.output(), asked, clock.instant());
        } catch (ArithmeticException | DateTimeException odd) {
            throw AgentSyncAnswer.unreadable(machine.id(), odd);
        }
    }

    private static String advice(int exitCode) {
        return switch (exitCode) {
            case MISSING_TOOL -> "install iputils-ping there.";
            case BUSY -> "wait for the next visit, which tries again.";
            default -> "check whether its home folder is writable.";
        };
    }

    private AgentSync read(Machine machine, String output, Instant asked, Instant answered) {
        AgentSyncAnswer answer = AgentSyncAnswer.parse(machine.id(), output);
        if (answer.gone()) {
            return AgentSync.NOTHING_LEFT;
        }
        SiteClock now = SiteClock.of(asked, answer.first(), answer.last(), answered);
        double uncertain = answer.carried().map(before -> now.uncertaintySince(before, answer.sinceCarried().toMillis()))
                .orElse(now.boundMillis());
        List<AgentResult> results = new ArrayList<>();
        answer.lines().forEach(line -> results.add(fetched.of(answer.spoolId(), line, now, uncertain)));
        Optional<SpooledResult> last = answer.lines().isEmpty() ? Optional.empty()
                : Optional.of(answer.lines().get(answer.lines().size() - 1));
        return new AgentSync(last.map(line -> new Receipt(answer.spoolId(), line.number())), answer.waiting(), answer.dropped(), results,
                Optional.of(now), false);
    }
}
