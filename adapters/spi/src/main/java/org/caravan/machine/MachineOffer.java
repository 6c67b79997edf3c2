package org.caravan.machine;

import java.util.Optional;
import org.caravan.infrastructure.Architecture;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/**
 * A machine size that can be provisioned.
 *
 * @param name provider's name: {@code t3.small}, {@code m1.small}
 * @param price on-demand price of a month of 730 hours, without traffic; empty if unknown
 */
public record MachineOffer(
        String name, Architecture architecture, MilliCores cpu, Bytes memory, Bytes disk, Optional<MonthlyCost> price)
        implements Comparable<MachineOffer> {

    @Override
    public int compareTo(MachineOffer other) {
        return name.compareTo(other.name);
    }
}
