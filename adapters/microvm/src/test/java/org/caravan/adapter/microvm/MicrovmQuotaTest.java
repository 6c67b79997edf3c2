package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.FilterFixture;
import org.caravan.adapter.testkit.QuotaContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Quotas of access links count what virtual machines send. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmQuotaTest extends QuotaContract {

    @Override
    protected FilterFixture ground() {
        return new MicrovmFilterFixture();
    }
}
