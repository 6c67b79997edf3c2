package org.caravan.server.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.adapter.lxc.NodeFinding.Verdict;
import org.caravan.adapter.lxc.NodeMeasurement;
import org.caravan.adapter.lxc.NodePreparation;
import org.caravan.adapter.lxc.NodeWork;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.api.node.HostCapability;
import org.caravan.api.node.HostCapability.Watts;
import org.caravan.api.node.NodePlace;
import org.caravan.api.node.NodeTask.State;
import org.caravan.dsl.InfrastructureEdit;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.node.NodeTasks.Progress;
import org.caravan.server.rest.ProblemException;
import org.caravan.ssh.Shell;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Node onboarding: checks, prepares, adds and measures a node. */
@Component
class NodeOnboarding {

    private final ObjectProvider<Shell> shell;
    private final Adapters adapters;
    private final Infrastructures infrastructures;
    private final Nodes nodes;
    private final MeasurementPeers peers;
    private final Capabilities capabilities;

    NodeOnboarding(ObjectProvider<Shell> shell, Adapters adapters, Infrastructures infrastructures, Nodes nodes, MeasurementPeers peers,
            Capabilities capabilities) {
        this.shell = shell;
        this.adapters = adapters;
        this.infrastructures = infrastructures;
        this.nodes = nodes;
        this.peers = peers;
        this.capabilities = capabilities;
    }

    /** Options of a measurement: repetitions, peer for the network measurement, and power measured by the operator. */
    record Wishes(Optional<Integer> times, Optional<String> peerId, Optional<Watts> watts) {}

    NodeWork work() {
        Shell real = Optional.ofNullable(shell.getIfAvailable()).orElseThrow(() -> ProblemException.conflict("simulated-hosts",
                "The hosts of this server are simulated: it has no real nodes.", "start a server without caravan.simulated=true."));
        return new NodeWork(real, NodePreparation.of(ScriptSettings.DEFAULT).measured());
    }

    void check(Host host, Progress progress) {
        progress.note(task -> task.doing("looks at the node"));
        List<NodeFinding> found = work().check(host);
        progress.note(task -> task.found(NodeTaskViews.findings(found)).ended(state(found)));
    }

    /** Adds the node to the infrastructure only when it is fit, so that nothing is placed on it before. */
    void add(Host host, NodePlace place, boolean measured, Wishes wishes, Progress progress) {
        progress.note(task -> task.doing("prepares the node"));
        List<NodeFinding> found = new ArrayList<>(work().prepare(host));
        if (state(found) == State.DONE) {
            found.addAll(typeFindings(host));
        }
        progress.note(task -> task.found(NodeTaskViews.findings(found)));
        if (state(found) != State.DONE) {
            progress.note(task -> task.ended(State.UNFIT));
            return;
        }
        if (measured) {
            measure(host, place, wishes, progress);
        }
        progress.note(task -> task.doing("brings it into the infrastructure"));
        InfrastructureEdit edit = nodes.adding(host, place);
        nodes.amend(edit);
        progress.note(task -> task.amended(edit.diff()).ended(State.DONE));
    }

    void measure(Host host, NodePlace place, Wishes wishes, Progress progress) {
        progress.note(task -> task.doing("measures, which takes about a minute"));
        NodeMeasurement measurement = wishes.times().map(NodeMeasurement.DEFAULT::repeated).orElse(NodeMeasurement.DEFAULT);
        Optional<MeasurementPeers.Peer> peer = peers.of(host, place.siteId(), wishes.peerId());
        NodeMeasurement.Outcome outcome = peer
                .map(other -> work().measure(host, measurement.towards(other.address()), other.host()))
                .orElseGet(() -> work().measure(host, measurement));
        HostCapability made = capabilities.add(host.id(), outcome.readings(), peer.map(other -> other.host().id()), wishes.watts());
        List<NodeFinding> notes = new ArrayList<>(outcome.notes());
        typeOf(host).ifPresent(type -> notes.addAll(DeclaredBenchmark.compare(made, type)));
        progress.note(task -> task.found(NodeTaskViews.findings(notes)).measured(made));
    }

    private static State state(List<NodeFinding> found) {
        return found.stream().allMatch(NodeFinding::fit) ? State.DONE : State.UNFIT;
    }

    private Optional<HostType> typeOf(Host host) {
        return infrastructures.required().hostTypes().stream().filter(one -> one.id().equals(host.hostTypeId())).findFirst();
    }

    /** The planner uses the capacity that the machine offers; a host type that declares more misleads operators. */
    private List<NodeFinding> typeFindings(Host host) {
        ObservedHost offers = adapters.of(host).inspect(host);
        HostType type = typeOf(host).orElseThrow();
        if (offers.architecture() != type.architecture()) {
            return List.of(new NodeFinding(Verdict.MISSING, "host type", "the node is " + offers.architecture() + ", the type " + type.id()
                    + " is "
                    + type.architecture(), "use another type, or add one to the infrastructure"));
        }
        boolean less = offers.cpu().value() < type.cpu().value() || offers.memory().value() < type.memory().value() * 9 / 10;
        String what = "the node has " + offers.cpu() + " cores and " + offers.memory() + ", the type " + type.id() + " says " + type.cpu()
                + " and " + type.memory();
        return List.of(less ? new NodeFinding(Verdict.ADVICE, "host type", what, "plans use the measured values; use a matching type")
                : new NodeFinding(Verdict.OK, "host type", what, ""));
    }
}
