package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.CloudAdapterContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a node of the test bed, over SSH, with real virtual machines. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmAdapterContractTest extends CloudAdapterContract {

    @Override
    protected AdapterFixture ground() {
        return new MicrovmFixture();
    }
}
