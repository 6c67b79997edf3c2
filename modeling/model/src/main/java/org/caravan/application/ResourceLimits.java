package org.caravan.application;

import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Upper limits of a copy on its host if they exceed its reservation. Capacity between reservation and limit is not reserved; copies compete
 * for it.
 *
 * @param cpu not below the reservation; empty if the operator's burst setting applies
 * @param memory not below the reservation; empty if the reservation is also the limit
 */
public record ResourceLimits(Optional<MilliCores> cpu, Optional<Bytes> memory) {

    public static final ResourceLimits NONE = new ResourceLimits(Optional.empty(), Optional.empty());

    /** @throws IllegalArgumentException if a ceiling is below the reservation */
    void requireAbove(MilliCores reservedCpu, Bytes reservedMemory, String whose) {
        if (cpu.filter(most -> most.compareTo(reservedCpu) < 0).isPresent()) {
            throw new IllegalArgumentException(whose + " may take at most " + cpu.get() + " cores, below the reserved " + reservedCpu);
        }
        if (memory.filter(most -> most.compareTo(reservedMemory) < 0).isPresent()) {
            throw new IllegalArgumentException(whose + " may take at most " + memory.get() + ", below the reserved " + reservedMemory);
        }
    }

    /** One line per stated ceiling; empty if none is stated. */
    public String canonicalText() {
        return cpu.map(most -> "cpu at most " + most + "\n").orElse("") + memory.map(most -> "memory at most " + most + "\n").orElse("");
    }
}
