package org.caravan.server.application;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.api.application.ApplicationView;
import org.caravan.api.application.ApplicationView.EntryView;
import org.caravan.api.application.ApplicationView.HostView;
import org.caravan.api.application.ApplicationView.InstanceView;
import org.caravan.api.application.ApplicationView.LinkView;
import org.caravan.change.PlannedRoutes;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.plan.figure.CostAllocations;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.network.Network;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Assembles the views of applications from models, targets, runs, plans, network and observed health. */
@Component
class Applications {

    private final Models models;
    private final Targets targets;
    private final Plans plans;
    private final Network network;
    private final HealthMonitor healthMonitor;
    private final RunStore runs;
    private final Infrastructures infrastructures;

    Applications(Models models, Targets targets, Plans plans, Network network, HealthMonitor healthMonitor, RunStore runs,
            Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
        this.models = models;
        this.targets = targets;
        this.plans = plans;
        this.network = network;
        this.healthMonitor = healthMonitor;
        this.runs = runs;
    }

    /** Without asking any host. */
    List<ApplicationSummary> all() {
        Map<String, DeploymentPlan> planned = targets.all().stream().collect(Collectors.toMap(DeploymentPlan::application, plan -> plan));
        Map<String, RunSummary> latest = runs.latestRuns().stream().collect(Collectors.toMap(RunSummary::application, run -> run));
        // Every run has a target, so a missing target means that a stored target is unreadable.
        Set<String> unreadable = planned.keySet().containsAll(latest.keySet()) ? Set.of() : targets.unreadable();
        return models.versions(OrganisationScope.current()).entrySet().stream()
                .map(model -> unreadable.contains(model.getKey())
                        ? unreadable(model.getKey(), model.getValue(), Optional.ofNullable(latest.get(model.getKey())))
                        : summary(model.getKey(), model.getValue(), Optional.ofNullable(planned.get(model.getKey())),
                        Optional.ofNullable(latest.get(model.getKey()))))
                .toList();
    }

    /** Its target is unreadable. Because the running state is unknown, the application is reported as degraded. */
    private static ApplicationSummary unreadable(String name, String version, Optional<RunSummary> latest) {
        return new ApplicationSummary(name, version, ApplicationState.DEGRADED.name(), 0,
                latest.map(run -> run.endedAt().orElse(run.startedAt())), Optional.empty(), Optional.empty(),
                Optional.of("The stored target plan cannot be read.\n"
                        + "Maybe request the application alone: the answer contains the reason."));
    }

    private ApplicationSummary summary(String name, String version, Optional<DeploymentPlan> target, Optional<RunSummary> latest) {
        Optional<String> planId = target.map(DeploymentPlan::digest);
        Optional<ApplicationHealth> health = ApplicationState.of(target, latest) == ApplicationState.DEPLOYING ? Optional.empty()
                : healthMonitor.latest(name).filter(seen -> latest.flatMap(RunSummary::endedAt)
                        .filter(deployed -> seen.tellsOf(planId.orElseThrow(), deployed)).isPresent());
        // A later observation outweighs the failure of an earlier deployment.
        boolean overcome = health.filter(ApplicationHealth::asPlanned).isPresent() && entriesAsPlanned(target.orElseThrow());
        ApplicationState state = ApplicationState.of(target, latest, overcome);
        Optional<String> wrong = state == ApplicationState.RUNNING ? health.flatMap(seen -> seen.wrong(target.orElseThrow()))
                : Optional.empty();
        return new ApplicationSummary(name, version, (wrong.isPresent() ? ApplicationState.DEGRADED : state).name(),
                target.map(plan -> plan.instances().size()).orElse(0), latest.map(run -> run.endedAt().orElse(run.startedAt())),
                health.map(ApplicationHealth::at), planId, wrong.or(() -> lastError(latest, overcome)));
    }

    ApplicationView one(String name) {
        Optional<DeploymentPlan> target = targets.target(name);
        String version = models.required(name).version();
        DeploymentPlan plan = target.orElse(null);
        if (plan == null || plan.instances().isEmpty()) {
            return view(summary(name, version, target, runs.latestRun(name)), List.of(), List.of(), List.of(), List.of());
        }
        ObservedState seen = healthMonitor.look(plan);
        ApplicationSummary summary = summary(name, version, target, runs.latestRun(name));
        NetworkMatrix matrix = network.matrix();
        PlannedRoutes ways = new PlannedRoutes(plan, seen);
        return view(summary,
                plan.instances().stream().map(placed -> instance(placed, plan, seen, ways)).toList(),
                plan.links().stream().map(link -> link(link, matrix)).toList(),
                told(plan).stream().map(entry -> entry(entry, matrix)).toList(),
                hosts(plan));
    }

    private List<HostView> hosts(DeploymentPlan plan) {
        return CostAllocations.of(infrastructures.required(), plan, targets.placedByOthers(plan.application())).stream()
                .map(host -> new HostView(host.hostId(), host.whole().value(), host.share().value(), host.shared())).toList();
    }

    /** Entries as they are published to users: with the public address where that is the published one. */
    private List<EntryPlacement> told(DeploymentPlan plan) {
        List<EntryPlacement> inForce = runs.entries(plan.application()).entries();
        return plan.entries().stream()
                .map(entry -> inForce.stream().filter(told -> told.equals(entry.reachedAt(told.targetAddress()))).findFirst().orElse(entry))
                .toList();
    }

    private ApplicationView view(
            ApplicationSummary summary, List<InstanceView> instances, List<LinkView> links, List<EntryView> entries, List<HostView> hosts) {
        return new ApplicationView(summary.name(), summary.version(), summary.state(), summary.targetPlanId(),
                summary.lastError(), plans.pendingPlanId(summary.name()), instances, links, entries, hosts);
    }

    private static InstanceView instance(
            InstancePlacement placed, DeploymentPlan plan, ObservedState seen, PlannedRoutes ways) {
        Optional<ObservedCopy> found = ApplicationHealth.found(plan, placed, seen);
        Optional<Boolean> verified = found.filter(copy -> copy.state() == ObservedCopy.State.RUNNING)
                .map(copy -> copy.routes().equals(ways.of(placed.instance())));
        return new InstanceView(placed.instance().toString(), placed.siteId(), placed.hostId(), placed.spec().cpu().value(),
                placed.spec().memory().value(), placed.spec().addresses().stream().map(at -> at.address()).toList(),
                ApplicationHealth.state(plan, placed, seen), verified, found.map(copy -> copy.restarts().count()).orElse(0),
                found.map(copy -> copy.restarts().lastExitCode()).filter(OptionalInt::isPresent).map(OptionalInt::getAsInt));
    }

    private static LinkView link(LinkPlacement link, NetworkMatrix matrix) {
        return new LinkView(link.from().toString(), link.to().toString(), link.endpointName(), link.port(),
                link.path().toString(), link.targetAddress(), rtt(link.path(), matrix), throughput(link.path(), matrix));
    }

    private static EntryView entry(EntryPlacement entry, NetworkMatrix matrix) {
        return new EntryView(entry.usersId(), entry.component(), entry.to().toString(), entry.targetAddress(),
                entry.port(), entry.path().toString(), rtt(entry.path(), matrix), throughput(entry.path(), matrix));
    }

    private static Optional<Double> rtt(PathId path, NetworkMatrix matrix) {
        return matrix.path(path).map(figures -> figures.idleRtt().mean());
    }

    private static Optional<Double> throughput(PathId path, NetworkMatrix matrix) {
        return matrix.path(path).flatMap(PathFigures::throughput).map(figure -> figure.mean());
    }

    private boolean entriesAsPlanned(DeploymentPlan plan) {
        List<EntryPlacement> inForce = runs.entries(plan.application()).entries();
        return inForce.size() == plan.entries().size()
                && plan.entries().stream().allMatch(entry -> inForce.stream()
                        .anyMatch(known -> known.equals(entry.reachedAt(known.targetAddress()))));
    }

    /**
     * Error of the latest run. A host that is reachable again, or was removed, no longer counts; another failure that caused an undo
     * still does.
     */
    private static Optional<String> lastError(Optional<RunSummary> latest, boolean overcome) {
        return latest.filter(run -> run.state() == RunState.FAILED && !overcome || run.state() == RunState.UNDONE
                && !(overcome && run.hostUnreached()))
                .flatMap(RunSummary::error);
    }
}
