package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.InboundContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of inbound bandwidth for virtual machines. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmInboundTest extends InboundContract {

    @Override
    protected FilterFixture ground() {
        return new MicrovmFilterFixture();
    }
}
