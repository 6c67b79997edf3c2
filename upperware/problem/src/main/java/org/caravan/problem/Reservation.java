package org.caravan.problem;

import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Capacity of one host that is spoken for. */
public record Reservation(MilliCores cpu, Bytes memory) {

    public Reservation plus(Reservation other) {
        return new Reservation(cpu.plus(other.cpu), memory.plus(other.memory));
    }
}
