package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.CloudAdapterContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a node of the test bed, over SSH, with real containers. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcAdapterContractTest extends CloudAdapterContract {

    @Override
    protected AdapterFixture ground() {
        return new LxcFixture(LxcBed.east());
    }
}
