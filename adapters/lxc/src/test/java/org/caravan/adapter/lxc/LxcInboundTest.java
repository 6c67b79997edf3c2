package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.InboundContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of inbound bandwidth for containers of LXC. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcInboundTest extends InboundContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
