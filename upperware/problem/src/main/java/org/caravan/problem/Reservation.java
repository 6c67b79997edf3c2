package org.caravan.problem;

import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Reserved capacity of one host.
 *
 * @param disk empty if none is reserved
 */
public record Reservation(MilliCores cpu, Bytes memory, Optional<Bytes> disk) {

    public static final Reservation NOTHING = new Reservation(new MilliCores(0), new Bytes(0));

    /** Reservations stored before disk was supported have none. */
    public Reservation {
        disk = disk == null ? Optional.empty() : disk.filter(bytes -> bytes.value() > 0);
    }

    /** Without disk. */
    public Reservation(MilliCores cpu, Bytes memory) {
        this(cpu, memory, Optional.empty());
    }

    /** 0 if no disk is reserved. */
    public Bytes diskBytes() {
        return disk.orElse(new Bytes(0));
    }

    public Reservation plus(Reservation other) {
        return new Reservation(cpu.plus(other.cpu), memory.plus(other.memory), Stream.of(disk, other.disk).flatMap(Optional::stream)
                .reduce(Bytes::plus));
    }
}
