package org.caravan.change;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.plan.DeploymentPlan;

/**
 * Inputs of reconciliation that cannot be observed on hosts.
 *
 * @param inForce entries that users receive now
 * @param unconfirmed copies not known to have ever been ready
 * @param secrets versions of secrets that are in force now
 * @param others targets of all other applications, whose machines are kept
 * @param earlier plans of the same application that copies on an unobserved host may still follow
 */
public record ReconcileContext(EntryState inForce, Set<CopyId> unconfirmed, SecretVersions secrets, List<DeploymentPlan> others,
        List<DeploymentPlan> earlier) {

    public ReconcileContext {
        unconfirmed = Set.copyOf(unconfirmed);
        others = List.copyOf(others);
        earlier = List.copyOf(earlier);
    }

    /** For a state in which every running copy is known to have been ready and nothing else is known. */
    public static ReconcileContext of(EntryState inForce) {
        return new ReconcileContext(inForce, Set.of(), SecretVersions.NONE, List.of(), List.of());
    }

    ReconcileContext withUnconfirmed(Set<CopyId> copies) {
        return new ReconcileContext(inForce, copies, secrets, others, earlier);
    }

    ReconcileContext withSecrets(SecretVersions versions) {
        return new ReconcileContext(inForce, unconfirmed, versions, others, earlier);
    }

    ReconcileContext withOthers(Collection<DeploymentPlan> targets) {
        return new ReconcileContext(inForce, unconfirmed, secrets, List.copyOf(targets), earlier);
    }

    ReconcileContext withEarlier(DeploymentPlan... plans) {
        return new ReconcileContext(inForce, unconfirmed, secrets, others, List.of(plans));
    }
}
