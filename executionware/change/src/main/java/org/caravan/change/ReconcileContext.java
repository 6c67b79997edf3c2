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
 * @param created copies whose creation was started and whose removal is not known, on hosts of the infrastructure
 * @param secrets versions of secrets that are in force now
 * @param others targets of all other applications, whose machines are kept
 * @param earlier plans of the same application that copies on an unobserved host may still follow
 */
public record ReconcileContext(EntryState inForce, Set<CopyId> unconfirmed, Set<CreatedCopy> created, SecretVersions secrets,
        List<DeploymentPlan> others, List<DeploymentPlan> earlier) {

    public ReconcileContext {
        unconfirmed = Set.copyOf(unconfirmed);
        created = Set.copyOf(created);
        others = List.copyOf(others);
        earlier = List.copyOf(earlier);
    }

    /** For a state in which every running copy is known to have been ready and nothing else is known. */
    public static ReconcileContext of(EntryState inForce) {
        return new ReconcileContext(inForce, Set.of(), Set.of(), SecretVersions.NONE, List.of(), List.of());
    }

    ReconcileContext withUnconfirmed(Set<CopyId> copies) {
        return new ReconcileContext(inForce, copies, created, secrets, others, earlier);
    }

    ReconcileContext withCreated(CreatedCopy... copies) {
        return new ReconcileContext(inForce, unconfirmed, Set.of(copies), secrets, others, earlier);
    }

    ReconcileContext withSecrets(SecretVersions versions) {
        return new ReconcileContext(inForce, unconfirmed, created, versions, others, earlier);
    }

    ReconcileContext withOthers(Collection<DeploymentPlan> targets) {
        return new ReconcileContext(inForce, unconfirmed, created, secrets, List.copyOf(targets), earlier);
    }

    ReconcileContext withEarlier(DeploymentPlan... plans) {
        return new ReconcileContext(inForce, unconfirmed, created, secrets, others, List.of(plans));
    }
}
