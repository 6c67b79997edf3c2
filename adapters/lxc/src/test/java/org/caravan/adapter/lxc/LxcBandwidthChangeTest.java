package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.BandwidthChangeContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bandwidth of LXC containers changes under traffic. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcBandwidthChangeTest extends BandwidthChangeContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
