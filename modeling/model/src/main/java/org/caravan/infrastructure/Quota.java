package org.caravan.infrastructure;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * What may be rented of one provider at one site, all hosts and all applications together.
 *
 * @param cpu of the types of hosts; empty where it is not bounded, as the others
 * @param hosts number of machines, at least 1
 */
public record Quota(Optional<MilliCores> cpu, Optional<Bytes> memory, Optional<Integer> hosts) {

    /** For example {@code 20.000 cores, 32 GiB memory, 10 hosts}. */
    @Override
    public String toString() {
        return Stream.of(cpu.map(cores -> cores + " cores"), memory.map(bytes -> bytes + " memory"), hosts.map(count -> count + " hosts"))
                .flatMap(Optional::stream).collect(Collectors.joining(", "));
    }
}
