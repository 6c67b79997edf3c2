package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.BandwidthChangeContract;
import org.caravan.adapter.testkit.FilterGround;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bandwidth of LXC containers changes under traffic. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcBandwidthChangeTest extends BandwidthChangeContract {

    @Override
    protected FilterGround ground() {
        return new LxcFilterGround();
    }
}
