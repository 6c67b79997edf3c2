package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaPriceContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** A quota with a price counts what LXC containers send, and does not slow them down. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcQuotaPriceTest extends QuotaPriceContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
