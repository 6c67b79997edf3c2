package org.caravan.adapter.microvm;

import org.caravan.adapter.testkit.FilterContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of pairs for virtual machines. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmFilterTest extends FilterContract {

    @Override
    protected FilterFixture ground() {
        return new MicrovmFilterFixture();
    }
}
