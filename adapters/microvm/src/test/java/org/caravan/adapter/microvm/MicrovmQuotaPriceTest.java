package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaPriceContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** A quota with a price counts what virtual machines send, and does not slow them down. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmQuotaPriceTest extends QuotaPriceContract {

    @Override
    protected FilterFixture ground() {
        return new MicrovmFilterFixture();
    }
}
