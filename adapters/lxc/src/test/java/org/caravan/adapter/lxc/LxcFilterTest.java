package org.caravan.adapter.lxc;

import org.caravan.adapter.testkit.FilterContract;
import org.caravan.adapter.testkit.FilterGround;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of pairs for containers of LXC. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcFilterTest extends FilterContract {

    @Override
    protected FilterGround ground() {
        return new LxcFilterGround();
    }
}
