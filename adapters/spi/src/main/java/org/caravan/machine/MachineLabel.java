package org.caravan.machine;

/**
 * By which a machine of ours is known on its provider.
 *
 * @param infrastructure name of the infrastructure whose host it is
 * @param hostId of that host
 */
public record MachineLabel(String infrastructure, String hostId) implements Comparable<MachineLabel> {

    @Override
    public int compareTo(MachineLabel other) {
        int byInfrastructure = infrastructure.compareTo(other.infrastructure);
        return byInfrastructure != 0 ? byInfrastructure : hostId.compareTo(other.hostId);
    }

    @Override
    public String toString() {
        return infrastructure + "/" + hostId;
    }
}
