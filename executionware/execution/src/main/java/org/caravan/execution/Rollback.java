package org.caravan.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.plan.DeploymentPlan;

/** Creates plans that restore earlier plans; executes nothing. */
public final class Rollback {

    private static final int SHORTEST_ID = 6;

    private final HostRegistry fleet;
    private final RunStore store;
    private final Undo undo;

    public Rollback(HostRegistry fleet, RunStore store) {
        this.fleet = fleet;
        this.store = store;
        this.undo = new Undo(fleet, store);
    }

    /**
     * Creates a successor of the target with the content of an earlier target.
     *
     * @param to digest of that target or a prefix of it, or its generation; empty for the previous target
     * @param statefulComponentIds components that keep data; the rollback is rejected if one would be moved or recreated
     * @throws RejectedInput codes never-deployed, unknown-plan, ambiguous-plan, no-earlier-plan, plan-removes, stateful-moves,
     *     stateful-renewed, unknown-host, no-address-left
     */
    public DeploymentPlan plan(String application, Optional<String> to, Set<String> statefulComponentIds) {
        DeploymentPlan target = target(application);
        DeploymentPlan earlier = store.plan(earlierId(target, to)).orElseThrow();
        if (earlier.instances().isEmpty()) {
            throw DeploymentRefusal.of("plan-removes", "Generation " + earlier.generation() + " of " + application
                    + " has no instances: it removed the application.", "name an older one, or use: caravan destroy.");
        }
        return undo.backTo(earlier, target, fleet.observe(store.footprint(application)), statefulComponentIds);
    }

    /** Digest of the target to which {@link #plan} returns. @throws RejectedInput as {@link #plan}, if no such target is known */
    public String earlierId(String application, Optional<String> to) {
        return earlierId(target(application), to);
    }

    private String earlierId(DeploymentPlan target, Optional<String> to) {
        return to.map(reference -> named(target.application(), reference)).orElseGet(() -> before(target));
    }

    private DeploymentPlan target(String application) {
        return store.target(application).map(Target::plan).orElseThrow(() -> DeploymentRefusal.of(
                "never-deployed", "Application " + application + " was never deployed.", "create a plan and approve it: caravan deploy."));
    }

    private String before(DeploymentPlan target) {
        return target.parentId().filter(id -> store.plan(id).isPresent()).orElseThrow(() -> DeploymentRefusal.of("no-earlier-plan",
                "Application " + target.application() + " has had no plan before generation " + target.generation() + ".",
                "list them: caravan plans."));
    }

    private String named(String application, String reference) {
        List<TargetRecord> found = store.adoptions(application).stream()
                .filter(adoption -> reference.equals(Long.toString(adoption.generation()))
                        || reference.length() >= SHORTEST_ID && adoption.planId().startsWith(reference))
                .toList();
        if (found.size() > 1) {
            throw DeploymentRefusal.of("ambiguous-plan", "More than one plan of " + application + " is called " + reference + ".",
                    "write more of its id.");
        }
        return found.stream().findFirst().map(TargetRecord::planId).orElseThrow(() -> DeploymentRefusal.of("unknown-plan",
                "Application " + application + " never followed a plan " + reference + ".", "list them: caravan plans."));
    }
}
