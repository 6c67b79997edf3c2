package org.caravan.server.decision;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
 * @param hostIds lost hosts that the decision is about
 * @param targetId digest of the target at the time of the decision; empty if the decision does not depend on it
 * @param movedTo hosts that get copies by the plan
 * @param expires when a proposal expires
 */
public record Action(
        String key, ActionKind kind, Autonomy autonomy, State state, Optional<Limit> limit, Optional<String> planId, String diffText,
        Optional<String> approvedBy, Optional<Long> deploymentId, Effort effort, Set<String> hostIds, Optional<String> targetId,
        Set<String> movedTo, Optional<Instant> expires) {

    public Action {
        hostIds = new TreeSet<>(hostIds);
        movedTo = new TreeSet<>(movedTo);
    }

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
        LAPSED,
        /** A proposal that nobody approved in time. Not proposed again before its reason has gone and come back. */
        EXPIRED;

        /** Whether the state still changes. */
        public boolean open() {
            return this == DECIDED || this == DEPLOYING || this == PROPOSED;
        }
    }

    public static Action of(String key, ActionKind kind, Autonomy autonomy, State state) {
        return new Action(key, kind, autonomy, state, Optional.empty(), Optional.empty(), "", Optional.empty(), Optional.empty(),
                Effort.NONE, Set.of(), Optional.empty(), Set.of(), Optional.empty());
    }

    /** @param lost ids of lost hosts. @param target digest of the target */
    public Action about(Set<String> lost, String target) {
        return new Action(key, kind, autonomy, state, limit, planId, diffText, approvedBy, deploymentId, effort, lost, Optional.of(target),
                movedTo, expires);
    }

    public Action limited(Limit by) {
        return new Action(key, kind, autonomy, State.HELD, Optional.of(by), planId, diffText, approvedBy, deploymentId, effort, hostIds,
                targetId, movedTo, expires);
    }

    /** @param receiving ids of hosts that get copies */
    public Action planned(String plan, String diff, Effort changes, Set<String> receiving) {
        return new Action(key, kind, autonomy, state, limit, Optional.of(plan), diff, approvedBy, deploymentId, changes, hostIds, targetId,
                receiving, expires);
    }

    public Action in(State now) {
        return new Action(key, kind, autonomy, now, limit, planId, diffText, approvedBy, deploymentId, effort, hostIds, targetId, movedTo,
                expires);
    }

    /** A proposal with its deadline. */
    public Action until(Instant deadline) {
        return new Action(key, kind, autonomy, state, limit, planId, diffText, approvedBy, deploymentId, effort, hostIds, targetId, movedTo,
                Optional.of(deadline));
    }

    public Action approved(String by) {
        return new Action(key, kind, autonomy, state, limit, planId, diffText, Optional.of(by), deploymentId, effort, hostIds, targetId,
                movedTo, expires);
    }

    public Action deployed(long deployment) {
        return new Action(key, kind, autonomy, State.DEPLOYING, limit, planId, diffText, approvedBy, Optional.of(deployment), effort,
                hostIds, targetId, movedTo, expires);
    }
}
