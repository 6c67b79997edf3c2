package org.caravan.machine;

/**
 * Label of a machine on its provider.
 *
 * @param infrastructure name of the infrastructure that contains the host
 * @param hostId host that uses the machine
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
