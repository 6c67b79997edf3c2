package org.caravan.adapter.simulated;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.CloudAdapterContract;
import org.junit.jupiter.api.Nested;

/** The contract, once with everything declared and once with nothing. */
class SimulatedAdapterContractTest {

    @Nested
    class DeclaringEverything extends CloudAdapterContract {
        @Override
        protected AdapterFixture ground() {
            return declaring(EnumSet.complementOf(EnumSet.of(Capability.FILTER)));
        }
    }

    @Nested
    class DeclaringNothing extends CloudAdapterContract {
        @Override
        protected AdapterFixture ground() {

            return declaring(Set.of());
        }
    }

    private static SimulatedFixture declaring(Set<Capability> capabilities) {
        SimulatedScript script = new SimulatedScript(7, Duration.ZERO, Duration.ofMillis(20), capabilities, Optional.empty(),
                List.of(), Set.of(SimulatedFixture.MISSING_IMAGE), CallLimits.SMALL_MACHINES);
        return new SimulatedFixture(script);
    }
}
