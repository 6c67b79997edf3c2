package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.BandwidthContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of bandwidth for virtual machines. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmBandwidthTest extends BandwidthContract {

    @Override
    protected FilterFixture ground() {
        return new MicrovmFilterFixture();
    }
}
