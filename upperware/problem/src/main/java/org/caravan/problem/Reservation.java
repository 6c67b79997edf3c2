package org.caravan.problem;

import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Reserved capacity of one host.
 *
 * @param disk empty if none is reserved
 * @param gpus number of GPUs; empty if none is reserved
 */
public record Reservation(MilliCores cpu, Bytes memory, Optional<Bytes> disk, Optional<Integer> gpus) {

    public static final Reservation NOTHING = new Reservation(new MilliCores(0), new Bytes(0));

    /** Reservations stored before disk or GPUs were supported have none. */
    public Reservation {
        gpus = gpus == null ? Optional.empty() : gpus.filter(count -> count > 0);
        disk = disk == null ? Optional.empty() : disk.filter(bytes -> bytes.value() > 0);
    }

    /** Without GPUs. */
    public Reservation(MilliCores cpu, Bytes memory, Optional<Bytes> disk) {
        this(cpu, memory, disk, Optional.empty());
    }

    /** Without disk. */
    public Reservation(MilliCores cpu, Bytes memory) {
        this(cpu, memory, Optional.empty());
    }

    /** 0 if no disk is reserved. */
    public Bytes diskBytes() {
        return disk.orElse(new Bytes(0));
    }

    /** 0 if no GPU is reserved. */
    public int gpuCount() {
        return gpus.orElse(0);
    }

    public Reservation plus(Reservation other) {
        return new Reservation(cpu.plus(other.cpu), memory.plus(other.memory), Stream.of(disk, other.disk).flatMap(Optional::stream)
                .reduce(Bytes::plus), Stream.of(gpus, other.gpus).flatMap(Optional::stream).reduce(Integer::sum));
    }
}
