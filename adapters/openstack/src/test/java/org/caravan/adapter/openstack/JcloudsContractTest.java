package org.caravan.adapter.openstack;

import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineGround;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What generic jclouds declares, as far as jclouds goes, against the same control plane: here, because the ground is. */
@Tag("clouds")
class JcloudsContractTest extends MachineCloudContract {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("openstack");

    private static JcloudsGround ground;

    @BeforeAll
    static void prepare() {
        ground = new JcloudsGround(PLANE);
    }

    @Override
    protected MachineGround ground() {
        return ground;
    }
}
