package org.caravan.application;

import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * The most that a copy may take of its host, where that is more than what is reserved for it. What lies between is nobody's: whoever comes first has it.
 *
 * @param cpu not below what is reserved; empty where the operator's burst decides
 * @param memory not below what is reserved; empty where a copy has what is reserved and no more
 */
public record Ceiling(Optional<MilliCores> cpu, Optional<Bytes> memory) {

    public static final Ceiling NONE = new Ceiling(Optional.empty(), Optional.empty());

    /** @throws IllegalArgumentException where a ceiling lies below what is reserved */
    void requireAbove(MilliCores reservedCpu, Bytes reservedMemory, String whose) {
        if (cpu.filter(most -> most.compareTo(reservedCpu) < 0).isPresent()) {
            throw new IllegalArgumentException(whose + " may take at most " + cpu.get() + " cores, below the reserved " + reservedCpu);
        }
        if (memory.filter(most -> most.compareTo(reservedMemory) < 0).isPresent()) {
            throw new IllegalArgumentException(whose + " may take at most " + memory.get() + ", below the reserved " + reservedMemory);
        }
    }

    /** One fact per line that is said; nothing where nothing is. */
    public String canonicalText() {
        return cpu.map(most -> "cpu at most " + most + "\n").orElse("") + memory.map(most -> "memory at most " + most + "\n").orElse("");
    }
}
