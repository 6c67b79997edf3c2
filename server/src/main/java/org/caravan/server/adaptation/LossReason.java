package org.caravan.server.adaptation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Disruption;
import org.caravan.rules.Finding.HostLost;
import org.caravan.rules.Limit;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;

/**
 * An application lost hosts.
 *
 * @param lost findings about hosts with instances of the target; at least one
 * @param lastAnswer of the first lost host, to any request of the server; empty if it is unknown
 */
record LossReason(DeploymentPlan target, Optional<ApplicationModel> model, List<HostLost> lost, Optional<Instant> lastAnswer)
        implements ActionReason {

    @Override
    public Set<String> lostHosts() {
        return lost.stream().map(HostLost::hostId).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<String> instances() {
        return target.instances().stream().filter(placed -> lostHosts().contains(placed.hostId()))
                .map(placed -> placed.instance().toString()).toList();
    }

    /** Instances that cannot run elsewhere, because their data is only on a lost host. */
    private List<String> staying() {
        Set<String> stateful = model.<Set<String>>map(ApplicationModel::statefulComponentIds).orElse(Set.of());
        return target.instances().stream().filter(placed -> lostHosts().contains(placed.hostId()))
                .filter(placed -> stateful.contains(placed.instance().componentId()))
                .map(placed -> placed.instance().toString()).toList();
    }

    private List<String> leaving() {
        return instances().stream().filter(instance -> !staying().contains(instance)).toList();
    }

    @Override
    public String key() {
        return "replace " + application() + " " + String.join(",", lostHosts()) + " " + target.digest();
    }

    @Override
    public ActionKind kind() {
        return ActionKind.REPLACE;
    }

    @Override
    public String text() {
        return "replace " + String.join(", ", leaving());
    }

    @Override
    public String approver() {
        return "rule " + BuiltInRule.HOST_LOST.word();
    }

    @Override
    public Optional<Limit> never() {
        return leaving().isEmpty() ? Optional.of(new Limit("stateful", remaining().strip(), Optional.empty())) : Optional.empty();
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        return Efforts.disruption(target, plan, lostHosts());
    }

    /** Why instances stay on a lost host; empty if none does. */
    private String remaining() {
        List<String> stay = staying();
        return stay.isEmpty() ? "" : " " + String.join(", ", stay) + (stay.size() == 1 ? " stays" : " stay")
                + " unavailable on the lost host: the data is only there.";
    }

    @Override
    public DecisionRecord decided(String outcome) {
        HostLost first = lost.get(0);
        List<String> subjects = new ArrayList<>(lostHosts());
        subjects.addAll(instances());
        DecisionRecord decided = DecisionRecord.of(BuiltInRule.HOST_LOST, String.join(", ", lostHosts())
                + (lost.size() == 1 ? " does" : " do") + " not answer since " + first.since() + " ("
                + first.detail().replaceFirst("\\.$", "") + "), while " + first.answered() + " of " + first.hosts()
                + " hosts do." + remaining(), outcome)
                .by(application()).about(subjects)
                .with("silence", first.silentMillis() / 1000.0, "s").with("threshold", first.thresholdMillis() / 1000.0, "s")
                .with("looks without answer", first.looks()).with("instances lost", instances().size());
        // The host failed between its last answer and the first look without one, from which the silence counts.
        return lastAnswer.map(at -> Duration.between(at, first.since()).toMillis()).filter(millis -> millis >= 0)
                .map(millis -> decided.with("last answer before the silence", millis / 1000.0, "s")).orElse(decided);
    }
}
