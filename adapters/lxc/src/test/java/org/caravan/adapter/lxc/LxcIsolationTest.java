package org.caravan.adapter.lxc;

import java.util.Map;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.IsolationContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Containers of LXC: devices in layers end at the mount, before the control group is asked. */
@Tag("real")
@ExtendWith(LxcBed.class)
class LxcIsolationTest extends IsolationContract {

    @Override
    protected AdapterFixture ground() {
        return new LxcFixture(LxcBed.east());
    }

    @Override
    protected EmulatedBed bed() {
        return LxcBed.bed();
    }

    @Override
    protected Map<String, String> differences() {
        String atTheMount = "refused EACCES";
        return Map.of("layer-disk", atTheMount, "layer-loop-control", atTheMount, "layer-memory", atTheMount, "layer-kmsg", atTheMount);
    }
}
