package org.caravan.server.adaptation.path;

import java.util.Set;
import java.util.TreeSet;
import org.caravan.measure.PathId;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.server.network.PathsInUse;
import org.caravan.server.planning.Targets;
import org.springframework.stereotype.Component;

/** Paths of the plans that are deployed, between components and from users. */
@Component
class DeployedPaths implements PathsInUse {

    private final Targets targets;

    DeployedPaths(Targets targets) {
        this.targets = targets;
    }

    @Override
    public Set<PathId> now() {
        Set<PathId> paths = new TreeSet<>();
        targets.deployed().forEach(plan -> {
            plan.links().stream().map(LinkPlacement::path).forEach(paths::add);
            plan.entries().stream().map(EntryPlacement::path).forEach(paths::add);
        });
        paths.removeIf(PathId::withinSite);
        return paths;
    }
}
