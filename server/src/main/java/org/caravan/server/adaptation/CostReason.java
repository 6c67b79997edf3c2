package org.caravan.server.adaptation;

import java.util.Locale;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.CostFinding.PriceChanged;
import org.caravan.rules.CostLook;
import org.caravan.rules.Disruption;
import org.caravan.rules.Limit;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;

/**
 * A plan costs more than when it was made. For each cost that it reaches, another plan is made once.
 *
 * @param ofModel the accepted model
 * @param unapproved because a newer model waits for approval
 * @param leastCents least saving per month for which a plan is proposed, in euro cents
 */
record CostReason(PriceChanged changed, DeploymentPlan target, ApplicationModel ofModel, Optional<Limit> unapproved, long leastCents)
        implements ActionReason {

    @Override
    public String key() {
        return "price-changed " + application() + " " + changed.look().currentCents() + " " + target.digest();
    }

    @Override
    public ActionKind kind() {
        return ActionKind.SAVE;
    }

    @Override
    public Optional<ApplicationModel> model() {
        return Optional.of(ofModel);
    }

    @Override
    public String text() {
        return "move to cheaper hosts";
    }

    @Override
    public String approver() {
        return "rule " + BuiltInRule.PRICE_CHANGED.word();
    }

    @Override
    public DecisionRecord decided(String outcome) {
        CostLook look = changed.look();
        return DecisionRecord.of(BuiltInRule.PRICE_CHANGED, String.format(Locale.ROOT,
                "The plan costs %.2f EUR/month by current prices; it was %.2f EUR/month when it was made.", look.currentCents() / 100.0,
                look.plannedCents() / 100.0), outcome).by(application())
                .with("rise", look.riseCents() / 100.0, "EUR/month").with("threshold", changed.thresholdCents() / 100.0, "EUR/month");
    }

    @Override
    public Optional<Limit> never() {
        return unapproved;
    }

    @Override
    public Optional<Limit> limitOfCost(long before, long after) {
        return before - after >= leastCents ? Optional.empty() : Optional.of(new Limit("least-saving", String.format(Locale.ROOT,
                "The cheapest plan costs %.2f EUR/month instead of %.2f; the least saving is %.2f EUR/month.", after / 100.0,
                before / 100.0, leastCents / 100.0), Optional.empty()));
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        return Efforts.disruptionByRule(target, plan);
    }
}
