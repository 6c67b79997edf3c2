package org.caravan.server.node;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.Finding;
import org.caravan.api.node.NodeTask.State;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.api.node.NodeUse;
import org.caravan.server.infrastructure.HostUse.Placed;

/** Converts work on nodes and the use of nodes into answers of REST. */
final class NodeTaskViews {

    private NodeTaskViews() {}

    static NodeTask begun(String id, Work work, String hostId) {
        return new NodeTask(id, work, hostId, State.RUNNING, "waits for its turn", List.of(), Optional.empty(), "", Optional.empty());
    }

    static List<Finding> findings(List<NodeFinding> findings) {
        return findings.stream().map(found -> new Finding(found.verdict().name(), found.subject(), found.what(), found.wayOut())).toList();
    }

    /** @param heard whether the caller may see the application of an instance */
    static NodeUse use(List<Placed> placed, Predicate<Placed> heard) {
        List<String> own = placed.stream().filter(heard).map(Placed::whole).toList();
        return new NodeUse(placed.stream().mapToLong(one -> one.cpu().value()).sum(), placed.stream().mapToLong(one -> one.memory().value())
                .sum(),
                placed.stream().mapToLong(one -> one.disk().value()).sum(), own, placed.size() - own.size());
    }
}
