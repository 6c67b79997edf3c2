package org.caravan.adapter.testkit;

import static org.awaitility.Awaitility.await;

import java.util.Optional;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.BitRate;

/**
 * Ground of contracts about quotas: the uplink has one, which is of all copies together. What is sent comes from the copy without bandwidth
 * of its own.
 */
public abstract class MeteredUplinkContract extends UplinkContract {

    abstract TrafficQuota quota();

    @Override
    final LinkBandwidth first() {
        return new LinkBandwidth(LINK, Optional.of(UPLINK), BitRate.ZERO, Optional.empty(), 1, Optional.of(quota()));
    }

    @Override
    final void endTraffic() {
        new CopyDatagrams(ground).end();
    }

    /** The count outlives its copies. */
    @Override
    final void afterAllAreGone() {
        await().until(() -> onHost("kill -0 $(cat /run/caravan/shaper.pid 2>/dev/null) 2>/dev/null && echo runs || true").isEmpty());
        onHost("rm -f /var/lib/caravan/quota /run/caravan/quota");
    }

    /** The quota as payload that a receiver counts. */
    final long payload() {
        return Math.round(quota().amount().value() * CopyDatagrams.PAYLOAD);
    }

    final Optional<QuotaUse> used() {
        return adapter.usage(ground.host()).quotas().stream().filter(use -> use.ispId().equals(LINK)).findFirst();
    }
}
