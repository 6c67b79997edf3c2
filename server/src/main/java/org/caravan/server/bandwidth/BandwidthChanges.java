package org.caravan.server.bandwidth;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.Capability;
import org.caravan.adapter.InstanceId;
import org.caravan.api.application.BandwidthChangeView;
import org.caravan.api.application.BandwidthChangeView.ConflictView;
import org.caravan.api.application.BandwidthChangeView.Outcome;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.canonical.Digest;
import org.caravan.plan.BandwidthChange;
import org.caravan.plan.BandwidthChange.Conflict;
import org.caravan.plan.BandwidthChange.Granted;
import org.caravan.plan.BandwidthChange.Refused;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.deployment.Approvals;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.planning.AutomaticPlans;
import org.caravan.server.planning.BandwidthChoices;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/**
 * Changes the bandwidth of a running copy. If it fits on the uplinks that the copy uses, a plan that differs in nothing else is approved at
 * once. Otherwise a planning looks for a placement in which it fits, and its plan waits for approval.
 */
@Component
class BandwidthChanges {

    private final Models models;
    private final Targets targets;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final AutomaticPlans plans;
    private final Approvals approvals;
    private final BandwidthChoices choices;
    private final ProblemSource problems;
    private final ConflictViews views;
    /** Two changes at once could both find the same capacity free; a granted one is in the targets before the next one is compared. */
    private final Object granting = new Object();

    BandwidthChanges(Models models, Targets targets, Infrastructures infrastructures, Adapters adapters, AutomaticPlans plans,
            Approvals approvals, BandwidthChoices choices, ProblemSource problems, ConflictViews views) {
        this.models = models;
        this.targets = targets;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.plans = plans;
        this.approvals = approvals;
        this.choices = choices;
        this.problems = problems;
        this.views = views;
    }

    /**
     * @param by name of who asks
     * @throws ProblemException if the copy does not run, if its node cannot enforce bandwidth, or if its traffic uses no uplink
     */
    BandwidthChangeView choose(String application, String instance, Bandwidth wanted, String by) {
        DeploymentPlan target = target(application);
        InstancePlacement placed = placed(target, instance);
        refuseUnenforced(placed);
        ApplicationModel model = models.accepted(application).orElseThrow();
        BandwidthChange.Answer answer;
        synchronized (granting) {
            answer = change(target, model, placed, Optional.of(wanted));
            if (answer instanceof Granted granted) {
                BandwidthChangeView done = granted(target, granted.plan(), by, instance + " gets " + text(wanted));
                choices.choose(application, instance, wanted, by);
                return done;
            }
        }
        if (answer instanceof Refused refused) {
            return elsewhere(application, placed, wanted, refused, by);
        }
        throw ProblemException.conflict("no-uplink-used", "The traffic of (" + instance + ") of application (" + application
                + ") uses no uplink of its site, so there is nothing to divide.",
                "choose a copy whose peers or users are at other sites: caravan bandwidth.");
    }

    /** Returns to the bandwidth of the model; if that is refused, the choice stays. @throws ProblemException as {@link #choose} */
    BandwidthChangeView forget(String application, String instance, String by) {
        DeploymentPlan target = target(application);
        InstancePlacement placed = placed(target, instance);
        ApplicationModel model = models.accepted(application).orElseThrow();
        Optional<Bandwidth> own = model.supplement().bonds().bandwidth(placed.instance().componentId());
        BandwidthChange.Answer answer;
        synchronized (granting) {
            answer = change(target, model, placed, own);
            Optional<BandwidthChangeView> done = answer instanceof Granted granted ? Optional.of(granted(target, granted.plan(), by,
                    instance + own.map(of -> " gets " + text(of)).orElse(" has no bandwidth of its own"))) : Optional.empty();
            if (!(answer instanceof Refused)) {
                choices.forget(application, instance);
            }
            if (done.isPresent()) {
                return done.get();
            }
        }
        return answer instanceof Refused refused ? elsewhere(application, placed, own.orElseThrow(), refused, by)
                : unchanged(instance + " has the bandwidth of the model.");
    }

    private DeploymentPlan target(String application) {
        models.required(application);
        Optional<DeploymentPlan> now = targets.target(application);
        now.ifPresent(plan -> choices.settle(application, plan.digest()));
        return now.filter(plan -> !plan.instances().isEmpty()).orElseThrow(() -> ProblemException.conflict(
                "never-deployed", "The application (" + application + ") is not deployed.", "deploy it: caravan deploy " + application
                        + "."));
    }

    private static InstancePlacement placed(DeploymentPlan target, String instance) {
        return target.instances().stream().filter(placed -> placed.instance().toString().equals(instance)).findFirst()
                .orElseThrow(() -> ProblemException.notFound("unknown-instance", "The application (" + target.application()
                        + ") has no instance (" + instance + ").", "use one of " + target.instances().stream()
                        .map(placed -> placed.instance().toString()).toList() + "."));
    }

    private void refuseUnenforced(InstancePlacement placed) {
        if (!adapters.of(infrastructures.required().host(placed.hostId())).capabilities().contains(Capability.BANDWIDTH)) {
            throw ProblemException.conflict("bandwidth-not-enforced", "The host (" + placed.hostId() + ") of (" + placed.instance()
                    + ") cannot enforce bandwidth.", "run it on a host that can: lxc, docker or microvm.");
        }
    }

    private BandwidthChange.Answer change(DeploymentPlan target, ApplicationModel model, InstancePlacement placed,
            Optional<Bandwidth> wanted) {
        List<DeploymentPlan> others = targets.ofOthers(target.application());
        return BandwidthChange.of(target, model, infrastructures.required(), others, problems.carried(model),
                problems.weight(target.application()), placed.instance(), wanted);
    }

    private BandwidthChangeView granted(DeploymentPlan target, DeploymentPlan plan, String by, String what) {
        if (plan.bandwidth().equals(target.bandwidth()) && plan.instances().equals(target.instances())) {
            return unchanged(what + ", as before.");
        }
        plans.keep(plan);
        long deployment = approved(plan, by);
        return new BandwidthChangeView(Outcome.GRANTED, what + ".", Optional.of(plan.digest()), Optional.of(Long.toString(deployment)), "",
                List.of(), List.of());
    }

    /** Deployments of others that are under way reserve what their plans before reserved; the comparison above knows targets only. */
    private long approved(DeploymentPlan plan, String by) {
        try {
            return approvals.approve(plan.application(), plan.digest(), false, by);
        } catch (ProblemException refused) {
            if (refused.code().equals("resource-taken")) {
                throw ProblemException.conflict(refused.code(), refused.getMessage(), "ask again when the deployments of other "
                        + "applications that are under way have ended.");
            }
            throw refused;
        }
    }

    private static BandwidthChangeView unchanged(String text) {
        return new BandwidthChangeView(Outcome.GRANTED, text, Optional.empty(), Optional.empty(), "", List.of(), List.of());
    }

    /** The choice applies if the plan becomes the target, because plans take the values of the target. */
    private BandwidthChangeView elsewhere(String application, InstancePlacement placed, Bandwidth wanted, Refused refused, String by) {
        String instance = placed.instance().toString();
        List<ConflictView> conflicts = views.of(OrganisationScope.current(), placed.instance(), refused.conflicts());
        String arithmetic = ConflictViews.arithmetic(conflicts);
        // For planning, an uplink that is not declared is unlimited: its plan would promise what no node can keep.
        if (refused.conflicts().stream().anyMatch(Conflict::undeclared)) {
            return new BandwidthChangeView(Outcome.REFUSED, arithmetic, Optional.empty(), Optional.empty(), "", conflicts, List.of());
        }
        AutomaticPlans.Made made = plans.divided(application, Map.of(instance, wanted));
        if (made.plan().isEmpty()) {
            return new BandwidthChangeView(Outcome.REFUSED, arithmetic, Optional.empty(), Optional.empty(), "", conflicts, made.reasons());
        }
        choices.propose(application, instance, wanted, made.id(), by);
        return new BandwidthChangeView(Outcome.PROPOSED, arithmetic + " Plan " + Digest.abbreviated(made.id())
                + " makes it fit by changing what is placed where; it waits for approval."
                + unlimited(made.plan().get(), placed.instance()), Optional.of(made.id()), Optional.empty(),
                made.diffText(), conflicts, List.of());
    }

    /** Says where the plan relies on an uplink without a declared capacity. Empty, or begins with a space. */
    private String unlimited(DeploymentPlan plan, InstanceId instance) {
        List<String> links = plan.bandwidth().stream().filter(one -> one.instance().equals(instance) && one.min().value() > 0)
                .map(BandwidthReservation::at)
                .filter(at -> infrastructures.required().site(at.siteId()).uplink(at.ispId()).isEmpty())
                .map(at -> at.ispId() + " of " + at.siteId()).distinct().toList();
        return links.isEmpty() ? "" : " The plan counts " + (links.size() == 1 ? "the uplink " : "the uplinks ")
                + String.join(", ", links) + " as unlimited, because no capacity is declared: no minimum can be kept there.";
    }

    private static String text(Bandwidth wanted) {
        return "min " + wanted.min() + wanted.max().map(max -> " max " + max).orElse("") + " share "
                + Bandwidth.shareText(wanted.share());
    }
}
