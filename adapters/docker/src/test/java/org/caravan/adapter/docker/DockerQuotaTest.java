package org.caravan.adapter.docker;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Quotas of access links count what containers of a Docker engine send. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerQuotaTest extends QuotaContract {

    @Override
    protected FilterFixture ground() {
        return new DockerFilterFixture();
    }
}
