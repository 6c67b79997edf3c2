package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.BandwidthContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of bandwidth for containers of LXC. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcBandwidthTest extends BandwidthContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
