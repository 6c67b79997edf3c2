package org.caravan.change;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.plan.DeploymentPlan;

/**
 * What cannot be seen on hosts and decides on steps nevertheless.
 *
 * @param inForce what users are told now
 * @param unconfirmed copies of which it is not known that they were ever ready
 * @param secrets versions of secrets, as they are in force now
 * @param others targets of all other applications: machines that they use are kept
 * @param earlier plans of the same application that copies on a host which is not seen may still follow
 */
public record Known(EntryState inForce, Set<CopyId> unconfirmed, SecretVersions secrets, List<DeploymentPlan> others,
        List<DeploymentPlan> earlier) {

    public Known {
        unconfirmed = Set.copyOf(unconfirmed);
        others = List.copyOf(others);
        earlier = List.copyOf(earlier);
    }

    /** Where every copy that runs is known to have been ready, and there is nothing else to know. */
    public static Known of(EntryState inForce) {
        return new Known(inForce, Set.of(), SecretVersions.NONE, List.of(), List.of());
    }

    Known withUnconfirmed(Set<CopyId> copies) {
        return new Known(inForce, copies, secrets, others, earlier);
    }

    Known withSecrets(SecretVersions versions) {
        return new Known(inForce, unconfirmed, versions, others, earlier);
    }

    Known withOthers(Collection<DeploymentPlan> targets) {
        return new Known(inForce, unconfirmed, secrets, List.copyOf(targets), earlier);
    }

    Known withEarlier(DeploymentPlan... plans) {
        return new Known(inForce, unconfirmed, secrets, others, List.of(plans));
    }
}
