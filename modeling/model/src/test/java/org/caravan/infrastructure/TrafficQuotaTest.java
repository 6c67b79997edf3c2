package org.caravan.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.caravan.infrastructure.TrafficQuota.Period;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

class TrafficQuotaTest {

    private static final TrafficQuota MONTHLY = new TrafficQuota(new Bytes(10_000_000_000L), Period.MONTH, new BitRate(256_000));

    @Test
    void periodsAreThoseOfUtc() {
        Instant last = Instant.parse("2028-02-29T23:59:59Z");
        assertThat(MONTHLY.begin(last)).isEqualTo("2028-02-01T00:00:00Z");
        assertThat(MONTHLY.renewal(last)).isEqualTo("2028-03-01T00:00:00Z");
        TrafficQuota daily = new TrafficQuota(new Bytes(1), Period.DAY, new BitRate(1));
        assertThat(daily.begin(last)).isEqualTo("2028-02-29T00:00:00Z");
        assertThat(daily.renewal(last)).isEqualTo("2028-03-01T00:00:00Z");
        assertThat(MONTHLY.renewal(Instant.parse("2027-12-31T12:00:00Z"))).isEqualTo("2028-01-01T00:00:00Z");
    }

    @Test
    void partsOfNodesNeverExceedTheQuota() {
        assertThat(MONTHLY.part(3)).isEqualTo(new TrafficQuota(new Bytes(3_333_333_333L), Period.MONTH, new BitRate(85_333)));
        assertThat(MONTHLY.part(100).max()).as("every copy keeps 64 kbit/s").contains(new BitRate(64_000));
        assertThat(MONTHLY.part(1)).isEqualTo(MONTHLY);
        assertThat(MONTHLY.part(0)).isEqualTo(MONTHLY);
    }

    @Test
    void aPriceIsTheSameForEachPart() {
        TrafficQuota priced = new TrafficQuota(new Bytes(100_000_000_000L), Period.MONTH, new TrafficQuota.Price(new DataPrice(90_000)));
        assertThat(priced).hasToString("quota 100 GB/month then egress 0.09 EUR/GiB");
        assertThat(priced.max()).isEmpty();
        assertThat(priced.price()).contains(new DataPrice(90_000));
        assertThat(priced.part(4)).hasToString("quota 25 GB/month then egress 0.09 EUR/GiB");
        assertThatIllegalArgumentException().isThrownBy(() -> new TrafficQuota.Price(DataPrice.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new TrafficQuota.Max(new BitRate(0)));
    }

    @Test
    void textIsThatOfModels() {
        assertThat(MONTHLY).hasToString("quota 10 GB/month then max 256 kbit/s");
        assertThat(new TrafficQuota(new Bytes(1_234_567), Period.DAY, new BitRate(2_000_000))).hasToString(
                "quota 1234567 B/day then max 2 Mbit/s");
        assertThatIllegalArgumentException().isThrownBy(() -> new TrafficQuota(new Bytes(0), Period.DAY, new BitRate(1)));
    }
}
