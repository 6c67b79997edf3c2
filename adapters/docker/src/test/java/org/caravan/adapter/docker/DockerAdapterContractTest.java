package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.CloudAdapterContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a node of the test bed, over SSH, with real containers of a Docker engine of its own. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerAdapterContractTest extends CloudAdapterContract {

    @Override
    protected AdapterFixture ground() {
        return new DockerFixture();
    }
}
