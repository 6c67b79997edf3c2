package org.caravan.probe.lookout;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.schedule.StandingOrder;
import org.caravan.probe.Machines;
import org.caravan.probe.lookout.Visit.Receipt;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;

/**
 * Probing that goes on at a machine while the server is away. Nothing is installed: a visit over SSH leaves a script of POSIX shell in the home of whom it logs in
 * as, with orders; the script sends pings only after nobody came for a while, and ends by itself.
 *
 * <pre>
 *   visit ──▶ orders, what was handed over is given up ──▶ results with their numbers ──▶ kept by the server ──▶ receipt at the next visit
 * </pre>
 *
 * <p>A result is given up only when a receipt for it was handed in, and has the same id whenever it is fetched: so a store that takes an id once has
 * each result once, whoever was killed in between. Methods throw {@link ProbeFault} where a machine cannot be visited.
 */
public final class Lookout {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Shell shell;
    private final Clock clock;
    private final Machines machines;
    private final String owner;
    private final LookoutSettings settings;
    private final Fetched fetched;

    /** @param owner of the lookouts, so that those of several servers do not meet: letters and digits */
    public Lookout(Shell shell, Clock clock, Infrastructure infrastructure, String owner, LookoutSettings settings) {
        this.shell = shell;
        this.clock = clock;
        this.machines = new Machines(infrastructure);
        this.owner = owner;
        this.settings = settings;
        this.fetched = new Fetched(infrastructure);
    }

    /**
     * Fetches results, and has the lookout go on by these orders once nobody comes any more.
     *
     * @param receipt of the last visit, whose results are safe; empty where there was none that this server knows of
     * @param known of the machine's clock; the lookout carries it until somebody comes
     */
    public Visit visit(String machineId, List<StandingOrder> orders, Optional<Receipt> receipt, Optional<SiteClock> known) {
        return call(machines.machine(machineId), VisitText.goingOn(folder(machineId), settings, orders, receipt, known));
    }

    /** Fetches results, and leaves it at what it does: one that was at work goes on, by the orders that it has. */
    public Visit fetch(String machineId, Optional<Receipt> receipt) {
        return call(machines.machine(machineId), VisitText.fetching(folder(machineId), settings, receipt));
    }

    /** Fetches what is left; takes the lookout away once nothing is. */
    public Visit end(String machineId, Optional<Receipt> receipt) {
        return call(machines.machine(machineId), VisitText.ending(folder(machineId), settings, receipt));
    }

    /** Machines may share a home. */
    private String folder(String machineId) {
        return "lookout-" + owner + "-" + machineId;
    }

    private Visit call(Machine machine, String script) {
        Instant asked = clock.instant();
        CommandResult result;
        try {
            result = shell.run(machine, script, LIMIT);
        } catch (ShellFault fault) {
            throw new ProbeFault("The lookout at machine (" + machine.id() + ") was not visited: " + fault.getMessage(), fault);
        }
        if (!result.succeeded()) {
            throw new ProbeFault("The lookout at machine (" + machine.id() + ") was not visited: " + TextRule.excerpt(result.errorOutput().strip(), 300)
                    + ".\nMaybe " + (result.exitCode() == 127 ? "install iputils-ping there." : "see whether its home can be written to."), null);
        }
        try {
            return read(machine, result.output(), asked, clock.instant());
        } catch (ArithmeticException | DateTimeException odd) {
            throw VisitAnswer.unreadable(machine.id(), odd);
        }
    }

    private Visit read(Machine machine, String output, Instant asked, Instant answered) {
        VisitAnswer answer = VisitAnswer.parse(machine.id(), output);
        if (answer.gone()) {
            return Visit.NOTHING_LEFT;
        }
        SiteClock now = SiteClock.of(asked, answer.first(), answer.last(), answered);
        double uncertain = answer.carried().map(before -> now.uncertaintySince(before, answer.sinceCarried().toMillis())).orElse(now.boundMillis());
        List<Collected> results = new ArrayList<>();
        answer.lines().forEach(line -> results.add(fetched.of(answer.spoolId(), line, now, uncertain)));
        Optional<SpooledResult> last = answer.lines().isEmpty() ? Optional.empty() : Optional.of(answer.lines().get(answer.lines().size() - 1));
        return new Visit(last.map(line -> new Receipt(answer.spoolId(), line.number())), answer.waiting(), answer.dropped(), results,
                Optional.of(now), false);
    }
}
