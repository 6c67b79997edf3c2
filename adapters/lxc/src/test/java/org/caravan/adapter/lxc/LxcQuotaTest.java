package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Quotas of access links count what LXC containers send. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcQuotaTest extends QuotaContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
