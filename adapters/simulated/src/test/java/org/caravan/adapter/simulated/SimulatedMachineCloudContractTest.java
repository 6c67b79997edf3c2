package org.caravan.adapter.simulated;

import java.util.EnumSet;
import java.util.Set;
import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineFixture;
import org.caravan.machine.MachineCapability;
import org.junit.jupiter.api.Nested;

/** The contract, once with everything declared and once with nothing. */
class SimulatedMachineCloudContractTest {

    @Nested
    class DeclaringEverything extends MachineCloudContract {
        @Override
        protected MachineFixture ground() {
            return new SimulatedMachineFixture(EnumSet.allOf(MachineCapability.class));
        }
    }

    @Nested
    class DeclaringNothing extends MachineCloudContract {
        @Override
        protected MachineFixture ground() {
            return new SimulatedMachineFixture(Set.of());
        }
    }
}
