package org.caravan.importers.draft;

import java.util.Optional;
import org.caravan.application.ResourceLimits;
import org.caravan.infrastructure.Gpus;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Resources of each copy of a component under construction. */
public final class DraftSize {

    static final MilliCores ASSUMED_CPU = MilliCores.ofCores(0.5);
    static final Bytes ASSUMED_MEMORY = Bytes.ofMebi(512);

    private Optional<MilliCores> cpu = Optional.empty();
    private Optional<Bytes> memory = Optional.empty();
    private Optional<MilliCores> mostCpu = Optional.empty();
    private Optional<Bytes> mostMemory = Optional.empty();
    private Optional<Bytes> disk = Optional.empty();
    private Optional<Gpus> gpu = Optional.empty();

    /** Reservation of each copy. */
    public void cpu(MilliCores share) {
        cpu = Optional.of(share);
    }

    /** Limit of each copy; also the reservation if none is stated. */
    public void mostCpu(MilliCores limit) {
        mostCpu = Optional.of(limit);
    }

    public Optional<MilliCores> cpu() {
        return cpu.or(() -> mostCpu);
    }

    /** Reservation of each copy. */
    public void memory(Bytes reserved) {
        memory = Optional.of(reserved);
    }

    /** Adds to the disk space of each copy. */
    public void addDisk(Bytes amount) {
        disk = Optional.of(disk.map(before -> new Bytes(before.value() + amount.value())).orElse(amount));
    }

    public Optional<Bytes> disk() {
        return disk;
    }

    /** GPUs of each copy. */
    public void gpu(Gpus needed) {
        gpu = Optional.of(needed);
    }

    public Optional<Gpus> gpu() {
        return gpu;
    }

    /** As {@link #mostCpu}, for memory. */
    public void mostMemory(Bytes limit) {
        mostMemory = Optional.of(limit);
    }

    public Optional<Bytes> memory() {
        return memory.or(() -> mostMemory);
    }

    /** Whether the input limits a copy to less than its reservation. */
    public boolean limitBelowReservation() {
        return mostCpu.filter(most -> cpu().filter(reserved -> most.compareTo(reserved) < 0).isPresent()).isPresent()
                || mostMemory.filter(most -> memory().filter(reserved -> most.compareTo(reserved) < 0).isPresent()).isPresent();
    }

    /** Limits that exceed the reservation. A limit below the reservation is an error of the input; the reservation applies. */
    ResourceLimits ceiling() {
        return new ResourceLimits(mostCpu.filter(most -> cpu().filter(reserved -> most.compareTo(reserved) > 0).isPresent()),
                mostMemory.filter(most -> memory().filter(reserved -> most.compareTo(reserved) > 0).isPresent()));
    }
}
