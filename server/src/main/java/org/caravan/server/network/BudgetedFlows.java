package org.caravan.server.network;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.caravan.api.network.ProbeRunView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NewestStatistics;
import org.caravan.measure.PathChanges;
import org.caravan.measure.PathId;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.schedule.FlowBudget;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.ProbeRound;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.unit.Bytes;
import org.springframework.stereotype.Component;

/** Selects the flows that the probe budget affords now, both for display and for the probe run that sends them. */
@Component
class BudgetedFlows {

    private final ProbeBackend bench;
    private final ProbeSpending spending;
    private final SampleStore samples;
    private final Network network;
    private final Decisions decisions;
    private final Clock clock;
    private final Bytes standing;
    private final Duration idleEvery;
    private final SortedSet<PathId> changed = new TreeSet<>();
    private List<Statistic> before = List.of();

    BudgetedFlows(ProbeBackend bench, ProbeSpending spending, SampleStore samples, Network network, Settings settings, Decisions decisions,
            Clock clock) {
        this.bench = bench;
        this.spending = spending;
        this.samples = samples;
        this.network = network;
        this.decisions = decisions;
        this.clock = clock;
        this.idleEvery = settings.probing().standingEvery();
        this.standing = new Bytes(settings.probing().budget().toBytes());
    }

    /** The configured budget, used if a request names none. */
    Bytes standing() {
        return standing;
    }

    FlowBudget.Choice choice(Infrastructure infrastructure, Bytes budget) {
        ProbeSchedule schedule = ProbeSchedule.of(infrastructure, bench.addresses(infrastructure), ProbeSettings.DEFAULT);
        return choice(infrastructure, schedule, budget, network.matrix());
    }

    /** The rounds of a probe run. Call after its idle measurements. */
    List<ProbeRound> rounds(Infrastructure infrastructure, ProbeSchedule schedule, Bytes budget, NetworkMatrix known) {
        FlowBudget.Choice choice = choice(infrastructure, schedule, budget, known);
        note(choice, budget);
        return schedule.rounds(choice.flows().stream().map(FlowBudget.Priced::flow).toList());
    }

    private void note(FlowBudget.Choice choice, Bytes budget) {
        long changes = choice.flows().stream().filter(FlowBudget.Priced::changed).count();
        long expected = choice.flows().stream().mapToLong(flow -> flow.expected().value()).sum();
        decisions.note(DecisionRecord.of(BuiltInRule.FLOWS_CHOSEN, "Idle measurements of " + changes
                + " of the chosen paths have changed; of the others figures are missing or oldest.",
                choice.flows().size() + " flows are sent.")
                        .about(choice.flows().stream().map(flow -> flow.flow().path().toString()).toList())
                .with("flows", choice.flows().size()).with("on changed paths", changes).with("expected", expected / 1e6, "MB")
                .with("budget of each access link and day", budget.value() / 1e6, "MB")
                .with("paths beyond any budget", choice.unaffordable().size()));
    }

    /** Call after the idle measurements of a run. A path stays marked as changed until a flow has measured it. */
    synchronized void noteChanges(Instant runBegan) {
        List<Statistic> now = samples.statistics(runBegan);
        changed.addAll(PathChanges.between(before, now));
        // Paths that the run skipped keep their previous statistics.
        before = NewestStatistics.of(List.of(now, before));
    }

    private synchronized FlowBudget.Choice choice(
            Infrastructure infrastructure, ProbeSchedule schedule, Bytes budget, NetworkMatrix known) {
        LinkBudgets budgets = LinkBudgets.of(infrastructure, Optional.of(budget));
        return new FlowBudget(schedule, budgets, spending.links(), idleEvery, clock.instant()).of(known, changed);
    }

    synchronized void sent(ProbeRunView ended) {
        ended.pairs().stream().filter(pair -> pair.bytes() > ProbeSpending.IDLE_BYTES)
                .forEach(pair -> changed.remove(PathId.parse(pair.path())));
    }
}
