package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineGround;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLimits;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract against a strict EC2 on loopback, with machines that answer. */
@Tag("clouds")
@ExtendWith(EmulatedEc2.class)
class AwsCloudContractTest extends MachineCloudContract {

    private static AwsGround ground;

    @BeforeAll
    static void prepare() {
        ground = new AwsGround();
    }

    /** Of the emulated account: EC2's own API does not tell them, Service Quotas does. */
    @Test
    void knowsTheQuotasOfTheAccount() {
        try (MachineCloud cloud = ground.connect()) {
            MachineLimits limits = cloud.limits(ground.region());
            assertThat(limits.virtualCpus()).hasValue(64);
            assertThat(limits.publicAddresses()).hasValue(20);
            assertThat(limits.machines()).as("EC2 counts processors").isEmpty();
        }
    }

    @Override
    protected MachineGround ground() {
        return ground;
    }
}
