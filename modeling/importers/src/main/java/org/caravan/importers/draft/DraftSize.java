package org.caravan.importers.draft;

import java.util.Optional;
import org.caravan.application.Ceiling;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** What each copy of a component under construction takes of its host. */
public final class DraftSize {

    static final MilliCores ASSUMED_CPU = MilliCores.ofCores(0.5);
    static final Bytes ASSUMED_MEMORY = Bytes.ofMebi(512);

    private Optional<MilliCores> cpu = Optional.empty();
    private Optional<Bytes> memory = Optional.empty();
    private Optional<MilliCores> mostCpu = Optional.empty();
    private Optional<Bytes> mostMemory = Optional.empty();
    private Optional<Bytes> disk = Optional.empty();

    /** Reserved for each copy. */
    public void cpu(MilliCores share) {
        cpu = Optional.of(share);
    }

    /** What a copy may take at most; reserved, too, where nothing else says what is. */
    public void mostCpu(MilliCores limit) {
        mostCpu = Optional.of(limit);
    }

    public Optional<MilliCores> cpu() {
        return cpu.or(() -> mostCpu);
    }

    /** Reserved for each copy. */
    public void memory(Bytes reserved) {
        memory = Optional.of(reserved);
    }

    /** Disk that a copy needs beside what was added before. */
    public void addDisk(Bytes amount) {
        disk = Optional.of(disk.map(before -> new Bytes(before.value() + amount.value())).orElse(amount));
    }

    public Optional<Bytes> disk() {
        return disk;
    }

    /** As {@link #mostCpu}. */
    public void mostMemory(Bytes limit) {
        mostMemory = Optional.of(limit);
    }

    public Optional<Bytes> memory() {
        return memory.or(() -> mostMemory);
    }

    /** Whether the input limits a copy to less than it reserves for it. */
    public boolean limitBelowReservation() {
        return mostCpu.filter(most -> cpu().filter(reserved -> most.compareTo(reserved) < 0).isPresent()).isPresent()
                || mostMemory.filter(most -> memory().filter(reserved -> most.compareTo(reserved) < 0).isPresent()).isPresent();
    }

    /** Only where it says more than what is reserved; a limit below a reservation is a slip of the input, and the reservation holds. */
    Ceiling ceiling() {
        return new Ceiling(mostCpu.filter(most -> cpu().filter(reserved -> most.compareTo(reserved) > 0).isPresent()),
                mostMemory.filter(most -> memory().filter(reserved -> most.compareTo(reserved) > 0).isPresent()));
    }
}
