package org.caravan.server.node;

import java.util.ArrayList;
import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.adapter.lxc.NodeFinding.Verdict;
import org.caravan.adapter.lxc.NodePreparation.Mode;
import org.caravan.adapter.lxc.NodeWork;
import org.caravan.dsl.InfrastructureEdit;
import org.caravan.infrastructure.Host;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.HostUse.Placed;
import org.caravan.api.node.NodeTask.State;
import org.caravan.server.node.NodeTasks.Progress;
import org.springframework.stereotype.Component;

/**
 * Removes nodes on which nothing of Caravan is left. With force, it also removes a node that has copies without a target plan or that is
 * unreachable. A node with an instance of a target plan is never removed, because the instance would then have no host.
 */
@Component
class NodeRemoval {

    private final Nodes nodes;
    private final NodeOnboarding life;
    private final NodeDrain drain;
    private final NodeKeys keys;
    private final Adapters adapters;
    private final DrainedHosts drained;
    private final Capabilities capabilities;

    NodeRemoval(Nodes nodes, NodeOnboarding life, NodeDrain drain, NodeKeys keys, Adapters adapters, DrainedHosts drained,
            Capabilities capabilities) {
        this.nodes = nodes;
        this.life = life;
        this.drain = drain;
        this.keys = keys;
        this.adapters = adapters;
        this.drained = drained;
        this.capabilities = capabilities;
    }

    void check(Host host, boolean force, Progress progress) {
        progress.note(task -> task.doing("looks at the node"));
        List<NodeFinding> found = look(host, force);
        InfrastructureEdit edit = nodes.removing(host.id());
        progress.note(task -> task.found(NodeTaskViews.findings(found)).amended(edit.diff())
                .ended(found.stream().anyMatch(NodeRemoval::stops) ? State.UNFIT : State.DONE));
    }

    void remove(Host host, boolean force, Progress progress) {
        progress.note(task -> task.doing("looks at the node"));
        List<NodeFinding> found = look(host, force);
        if (found.stream().anyMatch(NodeRemoval::stops)) {
            progress.note(task -> task.found(NodeTaskViews.findings(found)).ended(State.UNFIT));
            return;
        }
        boolean silent = found.stream().anyMatch(finding -> finding.subject().equals("node"));
        progress.note(task -> task.doing("clears the node"));
        List<NodeFinding> done = silent ? found : ofUs(host, force, life.work().remove(host, Mode.PREPARE, force));
        progress.note(task -> task.found(NodeTaskViews.findings(done)));
        if (done.stream().anyMatch(NodeRemoval::stops)) {
            progress.note(task -> task.ended(State.UNFIT));
            return;
        }
        InfrastructureEdit edit = nodes.removing(host.id());
        nodes.amend(edit);
        drained.undo(host.id());
        capabilities.forget(host.id());
        keys.forget(host);
        progress.note(task -> task.amended(edit.diff()).ended(State.DONE));
    }

    private List<NodeFinding> look(Host host, boolean force) {
        List<NodeFinding> found = new ArrayList<>();
        for (Placed placed : drain.placed(host.id())) {
            found.add(new NodeFinding(Verdict.MISSING, placed.whole(), "its target plan places it here; --force does not override this",
                    "move it: caravan node drain " + host.id() + "; or destroy it: caravan destroy " + placed.application()));
        }
        NodeWork work = life.work();
        try {
            found.addAll(ofUs(host, force, work.remove(host, Mode.CHECK, force)));
        } catch (AdapterFault silent) {
            String reason = silent.getMessage().lines().findFirst().orElse("");
            found.add(force ? new NodeFinding(Verdict.ADVICE, "node", "it is removed without cleaning it up: " + reason,
                            "wipe it before you reconnect it: its containers start at boot")
                    : new NodeFinding(Verdict.MISSING, "node", reason, "make it reachable, or remove it without cleaning it up: --force"));
        }
        return found;
    }

    /** Findings for copies on the node, identified by their labels, of any deployment; then the findings of the machine itself. */
    private List<NodeFinding> ofUs(Host host, boolean force, List<NodeFinding> said) {
        List<NodeFinding> found = new ArrayList<>();
        adapters.of(host).observe(host).forEach(copy -> found.add(force
                ? new NodeFinding(Verdict.ADVICE, "copy " + copy.id().label(), copy.state() + ": it stays, and no server observes it", "")
                : new NodeFinding(Verdict.MISSING, "copy " + copy.id().label(), copy.state() + " here",
                        "remove it: caravan orphans --remove")));
        found.addAll(said);
        return found;
    }

    private static boolean stops(NodeFinding finding) {
        return finding.verdict() == Verdict.MISSING || finding.verdict() == Verdict.FAILED;
    }
}
