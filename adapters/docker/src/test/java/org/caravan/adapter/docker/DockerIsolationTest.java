package org.caravan.adapter.docker;

import java.util.Map;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.IsolationContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Containers of a Docker engine: devices in layers end at the control group. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerIsolationTest extends IsolationContract {

    @Override
    protected AdapterFixture ground() {
        return new DockerFixture();
    }

    @Override
    protected EmulatedBed bed() {
        return DockerBed.bed();
    }

    /** The engine has an image of its own made of the layers. */
    @Override
    protected void forgetImages() {
        bed().on(ground().host(), "docker images -q caravan | sort -u | xargs -r docker image rm -f >/dev/null");
    }

    @Override
    protected Map<String, String> differences() {
        String atTheGroup = "refused EPERM";
        return Map.of("layer-disk", atTheGroup, "layer-loop-control", atTheGroup, "layer-memory", atTheGroup, "layer-kmsg", atTheGroup);
    }
}
