package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.BandwidthContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of bandwidth for containers of a Docker engine. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerBandwidthTest extends BandwidthContract {

    @Override
    protected FilterFixture ground() {
        return new DockerFilterFixture();
    }
}
