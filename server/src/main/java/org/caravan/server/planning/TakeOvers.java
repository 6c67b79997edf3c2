package org.caravan.server.planning;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanView.TakeOverView;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.caravan.server.rest.ProblemException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Detects take-overs: a plan that replaces a running application of the same name that belongs to another user or project. This is the case
 * if another user submitted its model, or if none of its components remain: two users or two projects have chosen one name. The deploying
 * user is irrelevant, because draining a node also deploys applications of others.
 */
@Component
public class TakeOvers {

    private final JdbcClient database;
    private final Targets targets;
    private final Models models;

    TakeOvers(JdbcClient database, Targets targets, Models models) {
        this.database = database;
        this.targets = targets;
        this.models = models;
    }

    /** Adds the submitter of the latest model, from which the plan was just made, and any take-over to the answer. */
    PlanView on(PlanView answer, DeploymentPlan plan) {
        return on(answer, plan, models.find(plan.application()).flatMap(StoredModel::handedOverBy));
    }

    /** Adds the submitter of the plan's model, empty if it is not known, and any take-over to the answer. */
    PlanView on(PlanView answer, DeploymentPlan plan, Optional<String> by) {
        return answer.by(by, takesOver(plan, by));
    }

    private Optional<TakeOverView> takesOver(DeploymentPlan plan, Optional<String> by) {
        DeploymentPlan runs = targets.target(plan.application()).filter(target -> !target.instances().isEmpty()).orElse(null);
        if (runs == null || plan.instances().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> from = deployed(plan.application());
        boolean somebodyElse = from.isPresent() && by.isPresent() && !from.equals(by);
        Set<String> gone = new TreeSet<>(components(runs));
        gone.removeAll(components(plan));
        boolean another = gone.size() == components(runs).size();
        return somebodyElse || another ? Optional.of(new TakeOverView(from, List.copyOf(gone), runs.instances().size(),
                text(runs, from, gone, another))) : Optional.empty();
    }

    private static Set<String> components(DeploymentPlan plan) {
        return plan.instances().stream().map(placed -> placed.instance().componentId()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(DeploymentPlan runs, Optional<String> from, Set<String> gone, boolean another) {
        int instances = runs.instances().size();
        return "The application (" + runs.application() + ") runs already: " + from.map(name -> name + " submitted it, with ")
                .orElse("with ") + instances + (instances == 1 ? " instance. " : " instances. ")
                + (another ? "All its components are removed: " + String.join(", ", gone) + "." : gone.isEmpty()
                        ? "All of its components stay."
                        : "Removed components: " + String.join(", ", gone) + ".");
    }

    private Optional<String> deployed(String application) {
        return database.sql("select handed_over_by from deployed_model where application = ?").param(application).query(String.class)
                .optional();
    }

    /** @throws ProblemException if the plan takes over an application and consent is not given */
    public void refuse(String application, PlanView plan, boolean consent) {
        plan.takesOver().filter(from -> !consent).ifPresent(from -> {
            throw ProblemException.conflict("takes-over", "Plan (" + Digest.abbreviated(plan.id())
                    + ") replaces an application that another submitter deployed. "
                    + from.text(),
                    "rename yours; if the replacement is intended: caravan deploy " + application
                    + " --take-over (or caravan rollback, for a rollback).");
        });
    }

    /** From now on the running application belongs to the submitter of the plan's model. */
    public void approved(String application, Optional<String> handedOverBy) {
        handedOverBy.ifPresent(who -> database.sql("insert into deployed_model (application, handed_over_by) values (?, ?) "
                + "on conflict (application) do update set handed_over_by = excluded.handed_over_by").params(application, who).update());
    }

    void forget(String application) {
        database.sql("delete from deployed_model where application = ?").param(application).update();
    }
}
