package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaPriceContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** A quota with a price counts what containers of a Docker engine send, and does not slow them down. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerQuotaPriceTest extends QuotaPriceContract {

    @Override
    protected FilterFixture ground() {
        return new DockerFilterFixture();
    }
}
