package org.caravan.adapter.openstack;

import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract against Keystone, Nova and Neutron themselves, with machines that answer. */
@Tag("clouds")
class OpenStackCloudContractTest extends MachineCloudContract {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("openstack");

    private static OpenStackFixture ground;

    @BeforeAll
    static void prepare() {
        ground = new OpenStackFixture(PLANE);
    }

    @Override
    protected MachineFixture ground() {
        return ground;
    }
}
