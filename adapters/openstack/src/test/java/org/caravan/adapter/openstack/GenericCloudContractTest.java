package org.caravan.adapter.openstack;

import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.MachineCloudContract;
import org.caravan.adapter.testkit.MachineFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the adapter for any of jclouds' providers, as far as jclouds goes, at Keystone, Nova and Neutron themselves. */
@Tag("clouds")
class GenericCloudContractTest extends MachineCloudContract {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("openstack");

    private static GenericFixture ground;

    @BeforeAll
    static void prepare() {
        ground = new GenericFixture(PLANE);
    }

    @Override
    protected MachineFixture ground() {
        return ground;
    }
}
