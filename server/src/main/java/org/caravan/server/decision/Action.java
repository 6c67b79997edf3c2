package org.caravan.server.decision;

import java.util.Optional;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;

/**
 * The part of a decision about an action.
 *
 * @param key the same for the same decision: it is stored once, by whichever server
 * @param limit that kept the server from acting
 * @param planId digest of the plan
 * @param diffText changes of the plan against the target at that time; empty without a plan
 * @param approvedBy name of the person or rule that approved the plan
 * @param deploymentId deployment that carries the decision out
 */
public record Action(
        String key, ActionKind kind, Autonomy autonomy, State state, Optional<Limit> limit, Optional<String> planId, String diffText,
        Optional<String> approvedBy, Optional<Long> deploymentId, Effort effort) {

    /** State of an action. */
    public enum State {
        /** The server acts: it makes a plan or has handed it over. */
        DECIDED,
        /** A deployment carries it out. */
        DEPLOYING,
        /** Carried out. */
        DONE,
        /** Not carried out, or not completely. */
        FAILED,
        /** Its deployment failed and was undone. */
        UNDONE,
        /** A plan waits for approval. */
        PROPOSED,
        /** The owner wants the server to observe only. */
        OBSERVED,
        /** A limit kept the server from acting. */
        HELD,
        /** Its reason has gone, or another plan became the target. */
        LAPSED;

        /** Whether the state still changes. */
        public boolean open() {
            return this == DECIDED || this == DEPLOYING || this == PROPOSED;
        }
    }

    public static Action of(String key, ActionKind kind, Autonomy autonomy, State state) {
        return new Action(key, kind, autonomy, state, Optional.empty(), Optional.empty(), "", Optional.empty(), Optional.empty(),
                Effort.NONE);
    }

    public Action limited(Limit by) {
        return new Action(key, kind, autonomy, State.HELD, Optional.of(by), planId, diffText, approvedBy, deploymentId, effort);
    }

    public Action planned(String plan, String diff, Effort changes) {
        return new Action(key, kind, autonomy, state, limit, Optional.of(plan), diff, approvedBy, deploymentId, changes);
    }

    public Action in(State now) {
        return new Action(key, kind, autonomy, now, limit, planId, diffText, approvedBy, deploymentId, effort);
    }

    public Action approved(String by) {
        return new Action(key, kind, autonomy, state, limit, planId, diffText, Optional.of(by), deploymentId, effort);
    }

    public Action deployed(long deployment) {
        return new Action(key, kind, autonomy, State.DEPLOYING, limit, planId, diffText, approvedBy, Optional.of(deployment), effort);
    }
}
