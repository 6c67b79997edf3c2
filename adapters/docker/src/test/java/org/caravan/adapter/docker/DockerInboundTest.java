package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.InboundContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of inbound bandwidth for containers of a Docker engine. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerInboundTest extends InboundContract {

    @Override
    protected FilterFixture ground() {
        return new DockerFilterFixture();
    }
}
