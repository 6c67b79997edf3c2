package org.caravan.problem;

import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Capacity of one host that is spoken for. */
public record Reservation(MilliCores cpu, Bytes memory, Bytes disk) {

    public static final Reservation NOTHING = new Reservation(new MilliCores(0), new Bytes(0));

    /** What was stored before disk was reserved has none. */
    public Reservation {
        disk = disk == null ? new Bytes(0) : disk;
    }

    /** Of no disk. */
    public Reservation(MilliCores cpu, Bytes memory) {
        this(cpu, memory, new Bytes(0));
    }

    public Reservation plus(Reservation other) {
        return new Reservation(cpu.plus(other.cpu), memory.plus(other.memory), disk.plus(other.disk));
    }
}
