package org.caravan.adapter.openstack;

import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineGround;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract against Keystone, Nova and Neutron themselves, with machines that answer. */
@Tag("clouds")
@ExtendWith(ControlPlane.class)
class OpenStackCloudContractTest extends MachineCloudContract {

    private static OpenStackGround ground;

    @BeforeAll
    static void prepare() {
        ground = new OpenStackGround();
    }

    @Override
    protected MachineGround ground() {
        return ground;
    }
}
