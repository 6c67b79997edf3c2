package org.caravan.server.adaptation.users;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore.Kept;

/**
 * Proposals to follow users that nobody has approved. The store has them, so that also those of a former leader lapse when their users are
 * elsewhere.
 */
final class FollowProposals {

    private final ActionLog actions;

    FollowProposals(ActionLog actions) {
        this.actions = actions;
    }

    /** Expired ones may be approved as well. */
    private List<Kept> of(String application) {
        return actions.open().stream().filter(kept -> kept.application().equals(application) && isUnapproved(kept.action())).toList();
    }

    /** Names of applications with such a proposal. @param open decisions whose action has not ended, and expired proposals */
    static Set<String> applications(List<Kept> open) {
        return open.stream().filter(kept -> isUnapproved(kept.action())).map(Kept::application).collect(Collectors.toSet());
    }

    private static boolean isUnapproved(Action action) {
        return action.kind() == ActionKind.FOLLOW && action.approvedBy().isEmpty()
                && (action.state() == State.PROPOSED || action.state() == State.EXPIRED);
    }

    /**
     * Ends proposals for users who have moved on: few of them are left in the group that the proposal follows, or another plan is deployed.
     * A group with half of the threshold keeps its proposal, so that two groups of about the same rise do not end each other's. Ends all
     * proposals if nobody is asked any more.
     *
     * @param autonomy of actions for this reason now
     * @return whether a former leader has proposed to follow these users, so that they need no second proposal
     */
    boolean keepOnly(UsersReason reason, Autonomy autonomy) {
        if (autonomy != Autonomy.PROPOSE) {
            lapse(reason.application(), "The owner is not asked any more whether the application follows its users.");
            return false;
        }
        List<Kept> open = of(reason.application());
        open.stream().filter(kept -> reason.hasLeft(kept.action().key()))
                .forEach(kept -> lapse(kept, "The users have moved on, to " + reason.moved().look().towards() + "."));
        return open.stream().map(kept -> kept.action().key()).anyMatch(key -> reason.hasMove(key) && !key.startsWith(reason.key()));
    }

    /** Ends all proposals of an application. @param why one sentence */
    void lapse(String application, String why) {
        of(application).forEach(kept -> lapse(kept, why));
    }

    private void lapse(Kept kept, String why) {
        actions.changeIfUnchanged(kept, kept.action().in(State.LAPSED), why);
    }
}
