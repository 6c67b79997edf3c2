package org.caravan.infrastructure;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/**
 * Upper limits of the resources provisioned from one provider at one site, for all hosts and applications together.
 *
 * @param cpu total processor capacity of the host types; empty if unlimited
 * @param memory total memory of the host types; empty if unlimited
 * @param hosts number of machines, at least 1; empty if unlimited
 */
public record Quota(Optional<MilliCores> cpu, Optional<Bytes> memory, Optional<Integer> hosts) {

    /** For example {@code 20.000 cores, 32 GiB memory, 10 hosts}. */
    @Override
    public String toString() {
        return Stream.of(cpu.map(cores -> cores + " cores"), memory.map(bytes -> bytes + " memory"), hosts.map(count -> count + " hosts"))
                .flatMap(Optional::stream).collect(Collectors.joining(", "));
    }
}
