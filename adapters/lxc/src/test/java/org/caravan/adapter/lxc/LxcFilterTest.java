package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.FilterContract;
import org.caravan.adapter.testkit.FilterFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of pairs for containers of LXC. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcFilterTest extends FilterContract {

    @Override
    protected FilterFixture ground() {
        return new LxcFilterFixture();
    }
}
