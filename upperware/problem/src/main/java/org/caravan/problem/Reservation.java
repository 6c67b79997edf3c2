package org.caravan.problem;

import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Capacity of one host that is spoken for.
 *
 * @param disk empty where none is
 */
public record Reservation(MilliCores cpu, Bytes memory, Optional<Bytes> disk) {

    public static final Reservation NOTHING = new Reservation(new MilliCores(0), new Bytes(0));

    /** What was stored before disk was reserved has none. */
    public Reservation {
        disk = disk == null ? Optional.empty() : disk.filter(bytes -> bytes.value() > 0);
    }

    /** Of no disk. */
    public Reservation(MilliCores cpu, Bytes memory) {
        this(cpu, memory, Optional.empty());
    }

    /** 0 where no disk is spoken for. */
    public Bytes diskBytes() {
        return disk.orElse(new Bytes(0));
    }

    public Reservation plus(Reservation other) {
        return new Reservation(cpu.plus(other.cpu), memory.plus(other.memory), Stream.of(disk, other.disk).flatMap(Optional::stream).reduce(Bytes::plus));
    }
}
