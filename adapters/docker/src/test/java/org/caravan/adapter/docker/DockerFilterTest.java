package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.FilterContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of pairs for containers of a Docker engine. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerFilterTest extends FilterContract {

    @Override
    protected FilterFixture ground() {
        return new DockerFilterFixture();
    }
}
