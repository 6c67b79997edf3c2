package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbeOrder.LoadedFlow;
import org.caravan.measure.ProbePoint;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

class SenderScriptTest {

    /** Ours counts for itself; ended as well, it dies before it has written what it found. */
    @Test
    void onlyASenderThatDoesNotCountIsEndedWhenItHasSentWhatItMay() {
        assertThat(script(FlowTool.NETPERFMETER)).contains("-ge 12000000 ]; then : >cut; kill -INT");
        assertThat(script(FlowTool.BUILT_IN)).contains(" cubic 12000000 >log").doesNotContain("kill -INT");
    }

    private static String script(FlowTool tool) {
        return SenderScript.text(new Flow(new LoadedFlow(point("bergen", 1), point("narvik", 2), 30).atMost(new Bytes(12_000_000)), tool,
                9_000, "cubic"));
    }

    private static ProbePoint point(String siteId, int index) {
        return new ProbePoint(new AccessPoint(siteId, "isp", IpFamily.IPV4), "vantage-" + siteId, "10.91." + index + ".10");
    }
}
